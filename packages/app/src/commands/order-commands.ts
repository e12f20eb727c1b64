import { DomainError } from '@comptoir/core/kit/errors.js';
import { shortNumber } from '@comptoir/core/kit/ids.js';
import { formatMoney } from '@comptoir/core/kit/money.js';
import { personText, slugSchema } from '@comptoir/core/kit/validate.js';
import { orderCalled } from '@comptoir/core/orders/called-number.js';
import { ORDER_STATUSES, PICKUP_STEP_NAMES, type PickupStep } from '@comptoir/core/orders/order.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@comptoir/core/payments/payment.js';
import { serviceDayAt } from '@comptoir/core/sites/opening-hours.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { z } from 'zod';
import { type Command, type CommandContext, defineCommand } from './command.js';
import { CLI_ACTOR, scopeOf, siteBySlug } from './lookups.js';
import { table } from './table.js';

/** What is called out at the counter, with or without its zeros. An id is longer. */
const SHORT_NUMBER = /^\d{1,6}$/;

/** How the establishment writes times and names itself. */
const siteSchema = z.object({ slug: z.string(), name: z.string(), timezone: z.string(), language: z.string() });

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  serviceDay: z.string(),
  status: z.enum(ORDER_STATUSES),
  placedAt: z.coerce.date(),
  pickupAt: z.coerce.date().nullable(),
  customer: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() }),
  note: z.string().nullable(),
  lines: z.array(
    z.object({
      name: z.string(),
      variant: z.object({ name: z.string() }).nullable(),
      options: z.array(z.object({ name: z.string() })),
      quantity: z.int(),
      totalCents: z.int(),
      note: z.string().nullable(),
    }),
  ),
  totalCents: z.int(),
  currency: z.string(),
  payment: z.object({ method: z.enum(PAYMENT_METHODS), status: z.enum(PAYMENT_STATUSES).nullable() }),
});

/** Loaded by whoever has the database: whoever asks it only prints. */
async function procedures() {
  const [{ callProcedure }, { internalCall }, { ordersRouter }] = await Promise.all([
    import('@comptoir/core/kit/call-procedure.js'),
    import('@comptoir/core/kit/procedure.js'),
    import('@comptoir/core/orders/orders-procedures.js'),
  ]);
  return { callProcedure, internalCall, ordersRouter };
}

type SiteLine = z.output<typeof siteSchema>;
type OrderLine = z.output<typeof orderSchema>;

export const listOrders = defineCommand({
  name: 'orders.list',
  args: z.object({
    site: slugSchema,
    status: z.enum(ORDER_STATUSES).optional(),
    page: z.int().min(1).optional(),
    pageSize: z.int().min(1).optional(),
  }),
  result: z.object({
    site: siteSchema,
    orders: z.object({ items: z.array(orderSchema), total: z.int(), page: z.int(), pageSize: z.int() }),
  }),
  async run({ services }, { site: slug, ...filter }) {
    const site = await siteBySlug(services, slug);
    const { callProcedure, internalCall, ordersRouter } = await procedures();
    const { list } = ordersRouter();
    return { site: siteLineOf(site), orders: await callProcedure('orders.list', list, internalCall(services, scopeOf(site)), filter) };
  },
  print({ site, orders }) {
    if (orders.total === 0) return `${site.name}: no orders.`;
    const rows = orders.items.map((order) => [
      order.number,
      order.status,
      timeOf(order.pickupAt, site),
      formatMoney(order.totalCents, order.currency, site.language),
      paymentOf(order),
      order.customer.name,
      itemsOf(order),
      order.id,
    ]);
    const pages = Math.ceil(orders.total / orders.pageSize);
    return `${table(['NUMBER', 'STATUS', 'PICKUP', 'TOTAL', 'PAYMENT', 'CUSTOMER', 'ITEMS', 'ID'], rows)}\n${site.name}: ${orders.total} ${orders.total === 1 ? 'order' : 'orders'}, page ${orders.page} of ${pages}`;
  },
});

/** What is done with an order at the counter. */
export type CounterStep = PickupStep | 'seal';

function stepCommand(step: CounterStep): Command {
  return defineCommand({
    name: `orders.${step}`,
    args: z
      .object({ order: z.string().min(1).max(64), site: slugSchema.optional(), reason: personText(1, 200).optional() })
      .refine(({ order, site }) => site !== undefined || !SHORT_NUMBER.test(order), {
        message: 'A short number counts within one establishment: say which with --site',
        path: ['order'],
      }),
    result: z.object({ site: siteSchema, order: orderSchema }),
    async run(context, { order: reference, site: slug, reason }) {
      const { callProcedure, internalCall, ordersRouter } = await procedures();
      const { site, orderId } = await findOrder(context, reference, slug);
      const call = internalCall(context.services, scopeOf(site));
      return { site: siteLineOf(site), order: await callProcedure(`orders.${step}`, ordersRouter()[step], call, { id: orderId, reason }) };
    },
    print: ({ site, order }) =>
      [
        `${order.number} is ${order.status}`,
        `${order.customer.name}, pickup ${timeOf(order.pickupAt, site)}, ${formatMoney(order.totalCents, order.currency, site.language)}`,
        order.id,
      ].join('  '),
  });
}

/** One command per step of an order's life. */
export const ORDER_STEPS: ReadonlyMap<CounterStep, Command> = new Map(
  [...PICKUP_STEP_NAMES, 'seal' as const].map((step) => [step, stepCommand(step)]),
);

interface FoundOrder {
  readonly site: Site;
  readonly orderId: string;
}

/** The order meant by an id, or by the short number that is called out at the establishment now. */
async function findOrder(context: Pick<CommandContext, 'services'>, reference: string, slug: string | undefined): Promise<FoundOrder> {
  if (slug === undefined) return orderByPublicId(context, reference);
  const site = await siteBySlug(context.services, slug);
  return { site, orderId: SHORT_NUMBER.test(reference) ? await idCalled(context, site, Number(reference)) : reference };
}

async function orderByPublicId({ services: { views } }: Pick<CommandContext, 'services'>, orderId: string): Promise<FoundOrder> {
  const order = await views.orders.byPublicId(orderId);
  if (order === null) throw new DomainError('unknown_order');
  const sites = await views.sites.list({ tenantId: order.tenantId, actor: CLI_ACTOR });
  const site = sites.find(({ id }) => id === order.siteId);
  if (site === undefined) throw new DomainError('unknown_order');
  return { site, orderId };
}

async function idCalled({ services }: Pick<CommandContext, 'services'>, site: Site, sequence: number): Promise<string> {
  const now = services.clock.now();
  const order = await orderCalled(services.views, scopeOf(site), site, sequence, now);
  if (order !== null) return order.id;
  throw new DomainError('unknown_order', {
    message: `${site.name} has no order ${shortNumber(sequence)} for today (${serviceDayAt(site, now)}); orders of other days go by their id.`,
  });
}

function siteLineOf({ slug, name, timezone, languages }: Site): SiteLine {
  return { slug, name, timezone, language: languages[0] ?? 'fr' };
}

/** Of an order that is sent there is no time of pickup. */
function timeOf(instant: Date | null, { timezone, language }: SiteLine): string {
  if (instant === null) return '–';
  return new Intl.DateTimeFormat(language, { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
}

/** `at pickup`, `card: refund due`. */
function paymentOf({ payment: { method, status } }: OrderLine): string {
  return (status === null ? method : `${method}: ${status}`).replaceAll('_', ' ');
}

function itemsOf({ lines }: OrderLine): string {
  return lines.map(({ quantity, name, variant }) => `${quantity} × ${variant === null ? name : `${name} (${variant.name})`}`).join(', ');
}
