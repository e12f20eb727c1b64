import { z } from 'zod';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { requireVersion } from '../kit/versions.js';
import { beginOrder } from './begin-order.js';
import { addressedOrder, atDesk, mayOrders, requireDiscounts, siteToOrderFor } from './desk-access.js';
import { draftOf, newOrder } from './desk-contract.js';
import { duplicateOrder } from './duplicate-order.js';
import { fulfilmentOf } from './order.js';
import { orderRecord, recordOf } from './order-record.js';

const NEW_ORDER_ERRORS = [
  ...(['unknown_item', 'invalid_options', 'unknown_record', 'duplicate', 'forbidden', 'unknown_shop', 'coupon_refused'] as const),
] satisfies ErrorCode[];

/** Orders of the back office: begun, copied, deleted. */
export function orderDraftProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: mayOrders('create'),
      summary:
        'Writes an order down at the prices of the catalogue and confirms it, which promises it its goods; with `draft` it stays a draft.',
      input: newOrder.extend({ draft: z.boolean().default(false) }),
      output: orderRecord,
      errors: [...NEW_ORDER_ERRORS, 'empty_order', 'sold_out'],
      run: async (context, { siteId, draft, ...input }) => {
        const scope = await siteToOrderFor(context, siteId);
        requireDiscounts(context, setsPrices(input));
        return recordOf(await atDesk(context, scope, (work) => beginOrder(work, scope, draftOf(input), draft ? 'draft' : 'confirmed')));
      },
    }),
    createDraft: defineProcedure({
      type: 'mutation',
      access: mayOrders('create'),
      summary: 'Writes an order down as a draft, at the prices of the catalogue of now; nothing is promised to it before it is confirmed.',
      input: newOrder,
      output: orderRecord,
      errors: NEW_ORDER_ERRORS,
      run: async (context, { siteId, ...input }) => {
        const scope = await siteToOrderFor(context, siteId);
        requireDiscounts(context, setsPrices(input));
        return recordOf(await atDesk(context, scope, (work) => beginOrder(work, scope, draftOf(input), 'draft')));
      },
    }),
    duplicate: defineProcedure({
      type: 'mutation',
      access: mayOrders('create'),
      summary: 'A draft of the same things for the same client at the prices of now; what cannot be ordered any more is left out.',
      input: z.object({ id: idSchema }),
      output: orderRecord,
      errors: ['unknown_order', 'unknown_shop'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const copy = await atDesk(context, scope, async (work) => {
          const original = await work.views.orders.get(scope, id);
          if (original === null) throw new DomainError('unknown_order');
          return duplicateOrder(work, scope, original);
        });
        return recordOf(copy);
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: mayOrders('delete'),
      summary: 'Deletes a draft with its history and notes; its number is not given again. What was confirmed once is cancelled instead.',
      input: addressedOrder,
      output: z.object({ id: z.string() }),
      errors: ['unknown_order', 'stale', 'invalid_transition', 'in_use'],
      run: async (context, { id, version }) => {
        const scope = siteScopeOf(context);
        await atDesk(context, scope, async ({ stores, views }) => {
          // Changes nothing: with the order locked nobody invoices it any more.
          await stores.orders.change(scope, id, () => null);
          const { total: documents } = await views.invoices.list(scope, { orderId: id, page: 1, pageSize: 1 });
          await stores.orders.remove(scope, id, (order) => {
            requireVersion(order, version);
            const { status, paidCents } = fulfilmentOf(order);
            if (status !== 'draft') throw new DomainError('invalid_transition', { facts: { status, step: 'delete' } });
            // Cancelled and credited ones too: their money is looked for in the order.
            if (documents > 0) throw new DomainError('in_use', { message: 'Invoices of this order refer to it: cancel it instead.' });
            if (paidCents > 0) throw new DomainError('in_use');
          });
        });
        return { id };
      },
    }),
  };
}

function setsPrices({ items }: Pick<z.output<typeof newOrder>, 'items'>): boolean {
  return items.some(({ unitPriceCents }) => unitPriceCents !== null);
}
