import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';
import { orderCalled } from './called-number.js';
import { mayOrders } from './desk-access.js';
import { orderList } from './desk-contract.js';
import { CHANNELS, ORDER_STATUSES } from './order.js';
import { orderRecord, recordOf } from './order-record.js';

const SEARCH_MAX = 20;

/** As it is called out: `7`, `007`. */
const orderNumber = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(999_999_999));

const orderRow = z.object({
  id: z.string(),
  number: z.string(),
  serviceDay: z.string(),
  channel: z.enum(CHANNELS),
  status: z.enum(ORDER_STATUSES),
  placedAt: z.date(),
  customerName: z.string(),
  totalCents: z.int(),
  currency: z.string(),
});

/** Finding orders. */
export function orderReadProcedures() {
  const access = mayOrders('read');
  return {
    list: defineProcedure({
      type: 'query',
      access,
      summary: 'One page of the orders of the establishment, newest first unless told; filters narrow each other.',
      input: orderList,
      output: pageOf(orderRecord),
      rest: true,
      run: async (context, filter) => {
        const page = await context.services.views.orders.list(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(recordOf) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access,
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
    getByNumber: defineProcedure({
      type: 'query',
      access,
      summary:
        'The order with the number of a service day; unless told, what is called out by it now: of today, or picked up after midnight.',
      input: z.object({ number: orderNumber, serviceDay: z.iso.date().optional() }),
      output: orderRecord,
      errors: ['unknown_order', 'unknown_shop'],
      run: async (context, { number, serviceDay }) => {
        const [scope, { views, clock }] = [siteScopeOf(context), context.services];
        const site = await views.sites.get(scope);
        if (site === null) throw new DomainError('unknown_shop');
        const order = await (serviceDay === undefined
          ? orderCalled(views, scope, site, number, clock.now())
          : views.orderDesk.byNumber(scope, serviceDay, number));
        if (order === null) throw new DomainError('unknown_order');
        return recordOf(order);
      },
    }),
    search: defineProcedure({
      type: 'query',
      access,
      summary: 'The newest orders whose number, client or address begins with the words, as short rows to choose from.',
      input: z.object({ search: personText(1, 200), limit: z.int().min(1).max(SEARCH_MAX).default(SEARCH_MAX) }),
      output: z.array(orderRow),
      run: async (context, { search, limit }) => {
        const rows = await context.services.views.orderDesk.find(siteScopeOf(context), search, limit);
        return rows.map(({ sequence, ...row }) => ({ ...row, number: shortNumber(sequence) }));
      },
    }),
    listUnsealed: defineProcedure({
      type: 'query',
      access,
      summary: 'Orders on their way, or lying ready to be picked up, since before an instant (now unless told), longest ago first.',
      input: pageInput.omit({ search: true }).extend({ before: instantInput.optional() }).prefault({}),
      output: pageOf(orderRecord),
      run: async (context, { before, ...page }) => {
        const { views, clock } = context.services;
        const found = await views.orderDesk.unsealed(siteScopeOf(context), before ?? clock.now(), page);
        return { ...found, items: found.items.map(recordOf) };
      },
    }),
  };
}
