import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { seenVersion } from '../kit/versioned.js';
import { presentSession, seriesInput, sessionInput, sessionQuery, sessionRecord, sessionUpdate } from './ticket-session-contract.js';
import { DELETE, READ, WRITE } from './ticketing-access.js';

const idInput = z.object({ id: idSchema });

/** What of the `ticketing` router is about sessions. */
export function sessionProcedures() {
  return { ...readProcedures(), ...writeProcedures(), ...endProcedures() };
}

function readProcedures() {
  return {
    listSessions: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'Sessions by start, those that are cancelled too, with how full they are.',
      input: sessionQuery.prefault({}),
      output: z.object({ items: z.array(sessionRecord), nextCursor: z.string().nullable() }),
      errors: ['invalid_request'],
      run: async (context, query) => {
        const { clock, views } = context.services;
        const { items, nextCursor } = await views.ticketSessions.list(siteScopeOf(context), query);
        return { items: items.map((session) => presentSession(session, clock.now())), nextCursor };
      },
    }),
    getSession: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One session.',
      input: idInput,
      output: sessionRecord,
      errors: ['unknown_session'],
      run: async (context, { id }) => {
        const { clock, views } = context.services;
        const session = await views.ticketSessions.get(siteScopeOf(context), id);
        if (session === null) throw new DomainError('unknown_session');
        return presentSession(session, clock.now());
      },
    }),
  };
}

function writeProcedures() {
  return {
    createSession: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates a session of an offer.',
      input: sessionInput,
      output: sessionRecord,
      errors: ['unknown_offer', 'invalid_request'],
      run: async (context, input) => {
        const { clock, ticketSessions } = context.services;
        return presentSession(await ticketSessions.create(siteScopeOf(context), input), clock.now());
      },
    }),
    createSessions: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates sessions at the same times of the same days of the week; where the offer has one at that time, it stays.',
      input: seriesInput,
      output: z.object({ created: z.array(sessionRecord), skipped: z.int() }),
      errors: ['unknown_offer', 'invalid_request'],
      run: async (context, input) => {
        const { clock, ticketSessions } = context.services;
        const { created, skipped } = await ticketSessions.createSeries(siteScopeOf(context), input);
        return { created: created.map((session) => presentSession(session, clock.now())), skipped };
      },
    }),
    updateSession: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Moves a session, or changes how many may come: never fewer than have booked.',
      input: sessionUpdate,
      output: sessionRecord,
      errors: ['unknown_session', 'session_cancelled', 'in_use', 'stale', 'invalid_request'],
      run: async (context, { id, version, ...patch }) => {
        const { clock, ticketSessions } = context.services;
        return presentSession(await ticketSessions.update(siteScopeOf(context), id, patch, version ?? null), clock.now());
      },
    }),
  };
}

function endProcedures() {
  return {
    cancelSession: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Cancels a session for good.',
      input: z.object({ id: idSchema, version: seenVersion }),
      output: sessionRecord,
      errors: ['unknown_session', 'stale', 'in_use'],
      run: async (context, { id, version }) => {
        const { clock, ticketSessions } = context.services;
        return presentSession(await ticketSessions.cancel(siteScopeOf(context), id, version ?? null), clock.now());
      },
    }),
    deleteSession: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Takes away a session that nobody has ever booked.',
      input: z.object({ id: idSchema, version: seenVersion }),
      output: idInput,
      errors: ['unknown_session', 'stale', 'in_use'],
      run: (context, { id, version }) => context.services.ticketSessions.delete(siteScopeOf(context), id, version ?? null),
    }),
  };
}
