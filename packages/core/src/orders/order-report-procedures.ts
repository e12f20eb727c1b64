import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';
import { mayOrders } from './desk-access.js';
import { orderConditions } from './desk-contract.js';
import { CHANNELS, ORDER_STATUSES } from './order.js';
import { talliesOf } from './order-figures.js';
import { ORDER_COLUMNS, ordersCsv } from './orders-csv.js';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;
const TOP_MAX = 50;
const EXPORT_MAX = 10_000;

const tally = { orders: z.int(), turnoverCents: z.int() };

const statsInput = z
  .object({
    from: z.iso
      .date()
      .optional()
      .meta({ description: `The first day; ${DAYS_DEFAULT} days back unless told.` }),
    to: z.iso.date().optional().meta({ description: 'The last day, included; today unless told.' }),
    top: z.int().min(1).max(TOP_MAX).default(10),
  })
  .prefault({});

const statsRecord = z.object({
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  currency: z.string(),
  ...tally,
  byChannel: z.array(z.object({ channel: z.enum(CHANNELS), ...tally })),
  byStatus: z.array(z.object({ status: z.enum(ORDER_STATUSES), ...tally })),
  byDay: z.array(z.object({ day: z.string(), ...tally })),
  topItems: z.array(z.object({ itemId: z.string(), name: z.string(), quantity: z.int(), totalCents: z.int() })),
});

const exportInput = z
  .object({ ...orderConditions, cursor: z.string().max(4000).optional(), limit: z.int().min(1).max(EXPORT_MAX).default(EXPORT_MAX) })
  .prefault({});

/** Figures of orders, and orders as a table. */
export function orderReportProcedures() {
  const access = mayOrders('read');
  return {
    getStats: defineProcedure({
      type: 'query',
      access,
      summary: `How many orders were placed and what they come to, by state, channel and day of the establishment, and what sells best; up to ${DAYS_MAX} days. Drafts, rejected and cancelled orders are counted, but are no turnover.`,
      input: statsInput,
      output: statsRecord,
      errors: ['unknown_shop'],
      run: async (context, { from, to, top }) => {
        const [scope, { views, clock }] = [siteScopeOf(context), context.services];
        const site = await views.sites.get(scope);
        if (site === null) throw new DomainError('unknown_shop');
        const { timezone, currency } = site;
        const last = to ?? wallTimeAt(clock.now(), timezone).date;
        const first = from ?? addDays(last, 1 - DAYS_DEFAULT);
        requirePeriod(first, last);
        const period = { from: instantAt(first, '00:00', timezone), to: instantAt(addDays(last, 1), '00:00', timezone) };
        const tallies = talliesOf(await views.orderDesk.figures(scope, period, timezone));
        return { from: first, to: last, timezone, currency, ...tallies, topItems: await views.orderDesk.topItems(scope, period, top) };
      },
    }),
    exportCsv: defineProcedure({
      type: 'query',
      access,
      summary: `Orders as CSV (RFC 4180, UTF-8) with a line of headings, newest first, up to ${EXPORT_MAX} in a call; \`nextCursor\` continues, null at the end. What a spreadsheet would calculate stands behind an apostrophe. Columns: ${ORDER_COLUMNS.join(', ')}.`,
      input: exportInput,
      output: z.object({ text: z.string(), orders: z.int(), nextCursor: z.string().nullable() }),
      run: async (context, filter) => {
        const { items, nextCursor } = await context.services.views.orderDesk.part(siteScopeOf(context), filter);
        return { text: ordersCsv(items), orders: items.length, nextCursor };
      },
    }),
  };
}

function requirePeriod(from: string, to: string): void {
  if (from <= to && to < addDays(from, DAYS_MAX)) return;
  throw new DomainError('invalid_request', { issues: [{ path: 'to', message: `From 1 to ${DAYS_MAX} days` }] });
}
