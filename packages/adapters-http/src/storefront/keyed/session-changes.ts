import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { keyedSession, presentKeyedSession, sessionChange, sessionCreate } from '@comptoir/core/keyed/session-contract.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import { z } from 'zod';
import { type IfMatch, versionToMatch } from '../../kit/if-match.js';
import { NO_INPUT } from './item-changes.js';

/** A session with the version that its `ETag` is made from. */
export const changedSession = z.object({ session: keyedSession, version: z.int() });
const deletedSession = z.object({ id: z.string() });

type SessionChange<Input extends z.ZodType> = KeyedChange<Input, typeof changedSession>;

export function presentChangedSession(session: TicketSession, clock: Clock): z.output<typeof changedSession> {
  return { session: presentKeyedSession(session, clock.now()), version: session.version };
}

export function sessionCreation({ scope }: KeyedCall): SessionChange<typeof sessionCreate> {
  return {
    action: 'keyed.createSession',
    route: 'POST /api/v1/sessions',
    input: sessionCreate,
    result: changedSession,
    subjectOf: ({ session }) => session.id,
    run: async ({ ticketSessions, clock }, { offerId, start, end, capacity }) =>
      presentChangedSession(await ticketSessions.create(scope, { offerId, startsAt: start, endsAt: end, capacity }), clock),
  };
}

/** `ifMatch`: the versions one of which the session must have; null: whatever it is. */
export function sessionUpdating({ scope }: KeyedCall, id: string, ifMatch: IfMatch): SessionChange<typeof sessionChange> {
  return {
    action: 'keyed.updateSession',
    route: `PATCH /api/v1/sessions/${id}`,
    input: sessionChange,
    result: changedSession,
    subjectOf: ({ session }) => session.id,
    run: async ({ ticketSessions, views, clock }, { cancelled, start, end, capacity }) => {
      const seen = await versionToMatch(views.ticketSessions, scope, id, ifMatch);
      const patch = { startsAt: start, endsAt: end, capacity };
      const session =
        cancelled === true ? await ticketSessions.cancel(scope, id, seen) : await ticketSessions.update(scope, id, patch, seen);
      return presentChangedSession(session, clock);
    },
  };
}

/** As for an update. */
export function sessionDeletion({ scope }: KeyedCall, id: string, ifMatch: IfMatch): KeyedChange<z.ZodObject, typeof deletedSession> {
  return {
    action: 'keyed.deleteSession',
    route: `DELETE /api/v1/sessions/${id}`,
    input: NO_INPUT,
    result: deletedSession,
    subjectOf: (deleted) => deleted.id,
    run: async ({ ticketSessions, views }) => {
      const seen = await versionToMatch(views.ticketSessions, scope, id, ifMatch);
      return { id: (await ticketSessions.delete(scope, id, seen)).id };
    },
  };
}
