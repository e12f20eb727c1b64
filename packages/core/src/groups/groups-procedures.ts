import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { seenVersion } from '../kit/versioned.js';
import { groupInput, groupPatch, groupQuery, groupRecord, quoteInput } from './group-contract.js';
import type { GroupStatus, VisitorGroup } from './visitor-group.js';

const READ = { kind: 'permission', permissions: ['groups:read'] } as const;
const WRITE = { kind: 'permission', permissions: ['groups:write'] } as const;
const INVOICE = { kind: 'permission', permissions: ['groups:write', 'invoices:write'] } as const;

const byId = z.object({ id: idSchema });
const seen = byId.extend({ version: seenVersion });

/** The `groups` router: people who come together, by appointment. */
export function groupsRouter() {
  return { ...readProcedures(), ...writeProcedures(), ...stepProcedures() };
}

function readProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the groups, the newest first; `search` looks in name, contact and mail address.',
      input: groupQuery.prefault({}),
      output: pageOf(groupRecord),
      run: async (context, query) => {
        const { items, ...page } = await context.services.views.groups.list(siteScopeOf(context), query);
        return { ...page, items: items.map(recordOf) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One group.',
      input: byId,
      output: groupRecord,
      errors: ['unknown_group'],
      run: async (context, { id }) => {
        const group = await context.services.views.groups.get(siteScopeOf(context), id);
        if (group === null) throw new DomainError('unknown_group');
        return recordOf(group);
      },
    }),
  };
}

function writeProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Writes down a group that wants to come; one that comes with a quote is quoted.',
      input: groupInput,
      output: groupRecord,
      errors: ['feature_disabled', 'unknown_session'],
      run: async (context, input) => recordOf(await context.services.groups.create(siteScopeOf(context), input)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Changes the fields of a group that are sent; null clears. Of a confirmed one, its session gives the seats that takes.',
      input: groupPatch.extend(seen.shape),
      output: groupRecord,
      errors: CHANGE_ERRORS,
      run: async (context, { id, version, ...patch }) =>
        recordOf(await context.services.groups.update(siteScopeOf(context), id, patch, null, version)),
    }),
    createInvoice: defineProcedure({
      type: 'mutation',
      access: INVOICE,
      summary: 'Makes an invoice of the quote of a confirmed group: a draft, unless it is to be issued at once.',
      input: byId.extend({ issue: z.boolean().default(false) }),
      output: z.object({ group: groupRecord, invoiceId: z.string() }),
      errors: ['unknown_group', 'feature_disabled', 'invalid_transition', 'invalid_request'],
      run: async (context, { id, issue }) => {
        const { group, invoice } = await context.services.groups.createInvoice(siteScopeOf(context), id, issue);
        return { group: recordOf(group), invoiceId: invoice.id };
      },
    }),
  };
}

const CHANGE_ERRORS = [
  'unknown_group',
  'feature_disabled',
  'stale',
  'invalid_transition',
  'unknown_session',
  'session_full',
  'session_past',
  'session_cancelled',
] as const;

function stepProcedures() {
  return {
    quote: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Says what the visit of a group costs; without lines: nothing.',
      input: seen.extend(quoteInput.shape),
      output: groupRecord,
      errors: CHANGE_ERRORS,
      run: async (context, { id, version, lines }) =>
        recordOf(await context.services.groups.update(siteScopeOf(context), id, { quote: lines }, 'quoted', version)),
    }),
    confirm: step('confirmed', 'Confirms a quoted group: it takes the seats of its session.'),
    markVisited: step('visited', 'A confirmed group has come.'),
    cancel: step('cancelled', 'Cancels a group before its visit: the seats go back to its session.'),
    decline: step('declined', 'Declines a group that is not confirmed.'),
  };
}

function step(to: GroupStatus, summary: string) {
  return defineProcedure({
    type: 'mutation',
    access: WRITE,
    summary,
    input: seen,
    output: groupRecord,
    errors: CHANGE_ERRORS,
    run: async (context: CallContext, { id, version }) =>
      recordOf(await context.services.groups.update(siteScopeOf(context), id, {}, to, version)),
  });
}

function recordOf(group: VisitorGroup) {
  return { ...group, quote: group.quote === null ? null : [...group.quote] };
}
