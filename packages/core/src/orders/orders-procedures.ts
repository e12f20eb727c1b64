import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { type Order, PICKUP_STATUSES, type PickupStep } from './order.js';
import type { OrderViews } from './order-views.js';
import type { OrdersService } from './orders-service.js';

const text = z.string();

/** The order as the platform answers it: whole cents and dates. */
const orderRecord = z.object({
  id: text,
  number: text,
  channel: z.literal('takeaway'),
  serviceDay: text,
  status: z.enum(PICKUP_STATUSES),
  placedAt: z.date(),
  pickupAt: z.date(),
  customer: z.object({ name: text, phone: text.nullable(), email: text.nullable() }),
  note: text.nullable(),
  lines: z.array(
    z.object({
      itemId: text,
      name: text,
      variant: z.object({ id: text, name: text }).nullable(),
      options: z.array(z.object({ id: text, name: text, priceCents: z.int() })),
      quantity: z.int(),
      unitPriceCents: z.int(),
      totalCents: z.int(),
      taxBasisPoints: z.int(),
      note: text.nullable(),
    }),
  ),
  totalCents: z.int(),
  currency: text,
  version: z.int(),
});

type OrderRecord = z.input<typeof orderRecord>;

/** The `orders` router: the establishment's side of an order's life. */
export function makeOrdersProcedures(orders: OrdersService, views: OrderViews) {
  const step = (name: PickupStep) =>
    defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: [`orders:${name}`] },
      input: z.object({ id: idSchema, reason: personText(1, 200).optional() }),
      output: orderRecord,
      run: async (context, { id, reason }) => recordOf(await orders.step(siteScopeOf(context), id, name, reason ?? null)),
    });
  return {
    list: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      input: pageInput.extend({ status: z.enum(PICKUP_STATUSES).optional() }),
      output: pageOf(orderRecord),
      run: async (context, filter) => {
        const page = await views.list(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(recordOf) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      input: z.object({ id: idSchema }),
      output: orderRecord,
      run: async (context, { id }) => {
        const order = await views.get(siteScopeOf(context), id);
        if (order === null) throw new DomainError('unknown_order');
        return recordOf(order);
      },
    }),
    accept: step('accept'),
    reject: step('reject'),
    ready: step('ready'),
    collect: step('collect'),
    cancel: step('cancel'),
  };
}

/** Contracts infer arrays that may be changed; the domain's may not. The copy is shallow where the shapes agree. */
function recordOf(order: Order): OrderRecord {
  return { ...order, number: shortNumber(order.sequence), lines: order.lines.map((line) => ({ ...line, options: [...line.options] })) };
}
