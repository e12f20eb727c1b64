import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageRows } from '../kit/memory-page.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { actorName } from '../kit/scope.js';
import { personal } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { annotateOrder, type OrderAnnotations } from './annotate-order.js';
import { addressedOrder, atDesk, mayOrders } from './desk-access.js';
import { addressInput, customInputs, invoiceNumber, lineParts, orderIds, orderNote } from './desk-contract.js';
import { mergeOrders, splitOrder } from './divide-order.js';
import type { Addressed } from './edit-draft.js';
import { ORDER_STATUSES, type OrderEvent, PRIORITIES } from './order.js';
import { orderRecord, recordOf } from './order-record.js';
import { timelineOf } from './order-timeline.js';

const MERGED_MAX = 20;
/** Notes of one order that its timeline shows. */
const NOTES_MAX = 1000;
const ANNOTATION_ERRORS = ['unknown_order', 'stale', 'unknown_record', 'duplicate'] as const;

const noteRecord = z.object({ id: z.string(), text: z.string(), author: z.string(), at: z.date() });

const timelineEntry = z.object({
  type: z.enum(['event', 'note']),
  at: z.date(),
  actor: z.string(),
  kind: z.string().meta({ description: 'What happened: `status` for a step, else what was changed; `note` for a note.' }),
  status: z.enum(ORDER_STATUSES).nullable().meta({ description: 'The state after an event.' }),
  reason: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  noteId: z.string().nullable(),
  text: z.string().nullable(),
});

/** What the office does about orders, whatever is in them. */
export function orderOfficeProcedures() {
  return { ...annotating(), ...dividing(), ...noting() };
}

function annotating() {
  return {
    update: defineProcedure({
      type: 'mutation',
      access: mayOrders('write'),
      summary: 'Changes what may change in every state: note, priority, who sees to it, numbers of an online shop, fields of integrations.',
      input: addressedOrder.extend({
        note: orderNote.nullable().optional(),
        priority: z.enum(PRIORITIES).optional(),
        assignedTo: idSchema.nullable().optional(),
        invoiceNumber: invoiceNumber.nullable().optional(),
        invoiceStatus: personText(1, 64).nullable().optional(),
        customInputs: customInputs.optional(),
      }),
      output: orderRecord,
      errors: ANNOTATION_ERRORS,
      run: (context, { id, version, ...changes }) => {
        const fields = Object.keys(changes);
        return annotated(context, { id, version }, changes, 'details', { fields });
      },
    }),
    assign: defineProcedure({
      type: 'mutation',
      access: mayOrders('assign'),
      summary: 'Says who sees to an order; null: nobody.',
      input: addressedOrder.extend({ userId: idSchema.nullable() }),
      output: orderRecord,
      errors: ANNOTATION_ERRORS,
      run: (context, { id, version, userId }) => annotated(context, { id, version }, { assignedTo: userId }, 'assigned', { userId }),
    }),
    setPriority: defineProcedure({
      type: 'mutation',
      access: mayOrders('assign'),
      summary: 'Says how urgent an order is.',
      input: addressedOrder.extend({ priority: z.enum(PRIORITIES) }),
      output: orderRecord,
      errors: ANNOTATION_ERRORS,
      run: (context, { id, version, priority }) => annotated(context, { id, version }, { priority }, 'priority', { priority }),
    }),
    setBillingAddress: defineProcedure({
      type: 'mutation',
      access: mayOrders('create'),
      summary: 'Says to whom an order is billed; invoices that were issued stay as they are.',
      input: addressedOrder.extend({ address: addressInput }),
      output: orderRecord,
      errors: ANNOTATION_ERRORS,
      run: (context, { id, version, address }) => annotated(context, { id, version }, { billingAddress: address }, 'billing_address', null),
    }),
  };
}

function dividing() {
  return {
    split: defineProcedure({
      type: 'mutation',
      access: mayOrders('write'),
      summary: 'Takes lines, or so many of a line, out of a draft or confirmed order into a new one; together they come to what it was.',
      input: addressedOrder.extend({ lines: lineParts }),
      output: z.object({ order: orderRecord, newOrder: orderRecord }),
      errors: ['unknown_order', 'stale', 'invalid_transition', 'in_use', 'unknown_record', 'unknown_shop', 'unknown_item'],
      run: async (context, { id, version, lines }) => {
        const scope = siteScopeOf(context);
        const { order, newOrder } = await atDesk(context, scope, (work) => splitOrder(work, scope, { id, version }, lines));
        return { order: recordOf(order), newOrder: recordOf(newOrder) };
      },
    }),
    merge: defineProcedure({
      type: 'mutation',
      access: mayOrders('write'),
      summary: 'Puts other drafts, or other confirmed orders, of the same client into this one; they end cancelled and point to it.',
      input: addressedOrder.extend({ fromIds: orderIds(MERGED_MAX) }),
      output: orderRecord,
      errors: ['unknown_order', 'stale', 'invalid_transition', 'in_use'],
      run: async (context, { id, version, fromIds }) => {
        const scope = siteScopeOf(context);
        return recordOf(await atDesk(context, scope, (work) => mergeOrders(work, scope, { id, version }, fromIds)));
      },
    }),
  };
}

function noting() {
  return {
    addNote: defineProcedure({
      type: 'mutation',
      access: mayOrders('note'),
      summary: 'Notes something about an order, for the staff alone.',
      input: z.object({ id: idSchema, text: personal(personText(1, 2000, { multiline: true })) }),
      output: noteRecord,
      errors: ['unknown_order'],
      run: (context, { id, text }) => {
        const scope = siteScopeOf(context);
        return atDesk(context, scope, async ({ stores, ids, at }) => {
          const note = { id: ids.uuid(), text, author: actorName(scope.actor), at };
          await stores.orderNotes.add(scope, id, note);
          return note;
        });
      },
    }),
    listNotes: defineProcedure({
      type: 'query',
      access: mayOrders('read'),
      summary: 'One page of what the staff noted about an order, newest first.',
      input: pageInput.omit({ search: true }).extend({ id: idSchema }),
      output: pageOf(noteRecord),
      run: (context, { id, ...page }) => context.services.views.orderDesk.notes(siteScopeOf(context), id, page),
    }),
    deleteNote: defineProcedure({
      type: 'mutation',
      access: mayOrders('delete'),
      summary: 'Deletes a note about an order.',
      input: z.object({ id: idSchema, noteId: idSchema }),
      output: z.object({ id: z.string() }),
      errors: ['unknown_record'],
      run: async (context, { id, noteId }) => {
        const scope = siteScopeOf(context);
        const removed = await atDesk(context, scope, ({ stores }) => stores.orderNotes.remove(scope, id, noteId));
        if (!removed) throw new DomainError('unknown_record');
        return { id: noteId };
      },
    }),
    timeline: defineProcedure({
      type: 'query',
      access: mayOrders('read'),
      summary: 'One page of what happened to an order and what was noted about it, newest first.',
      input: pageInput.omit({ search: true }).extend({ id: idSchema }),
      output: pageOf(timelineEntry),
      errors: ['unknown_order'],
      run: async (context, { id, ...page }) => {
        const [scope, { views }] = [siteScopeOf(context), context.services];
        const events = await views.orders.events(scope, id);
        if (events.length === 0) throw new DomainError('unknown_order');
        const notes = await views.orderDesk.notes(scope, id, { page: 1, pageSize: NOTES_MAX });
        return pageRows(timelineOf(events, notes.items), page);
      },
    }),
  };
}

async function annotated(context: CallContext, addressed: Addressed, changes: OrderAnnotations, kind: string, data: OrderEvent['data']) {
  const scope = siteScopeOf(context);
  return recordOf(await atDesk(context, scope, (work) => annotateOrder(work, scope, addressed, changes, { kind, data })));
}
