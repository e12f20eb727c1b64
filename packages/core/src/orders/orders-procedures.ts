import { z } from 'zod';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { ORDER_STATUSES, type PickupStep } from './order.js';
import { orderRecord, recordOf } from './order-record.js';
import { settlementProcedures } from './settlement-procedures.js';

/** The `orders` router: the establishment's side of an order's life. */
export function ordersRouter() {
  const step = (name: PickupStep, summary: string, errors: readonly ErrorCode[] = []) =>
    defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: [`orders:${name}`] },
      summary,
      input: z.object({ id: idSchema, reason: personText(1, 200).optional() }),
      output: orderRecord,
      errors: ['unknown_order', 'invalid_transition', ...errors],
      rest: true,
      run: async (context, { id, reason }) => recordOf(await context.services.orders.step(siteScopeOf(context), id, name, reason ?? null)),
    });
  return {
    list: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'One page of the orders of the establishment, newest first.',
      input: pageInput.extend({ status: z.enum(ORDER_STATUSES).optional() }).prefault({}),
      output: pageOf(orderRecord),
      rest: true,
      run: async (context, filter) => {
        const page = await context.services.views.orders.list(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(recordOf) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'One order.',
      input: z.object({ id: idSchema }),
      output: orderRecord,
      errors: ['unknown_order'],
      rest: true,
      run: async (context, { id }) => {
        const order = await context.services.views.orders.get(siteScopeOf(context), id);
        if (order === null) throw new DomainError('unknown_order');
        return recordOf(order);
      },
    }),
    accept: step('accept', 'Accepts a queued order.', ['payment_pending']),
    reject: step('reject', 'Rejects a queued order.'),
    ready: step('ready', 'Marks an accepted order ready for pickup.'),
    collect: step('collect', 'Marks a ready order as collected.'),
    cancel: step('cancel', 'Cancels an order that has not been collected.'),
    ...settlementProcedures(),
  };
}
