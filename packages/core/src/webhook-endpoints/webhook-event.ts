import { z } from 'zod';
import { CLIENT_KINDS } from '../clients/client.js';
import { CHANNELS, ORDER_STATUSES } from '../orders/order.js';
import { SYNC_JOBS, SYNC_OUTCOMES } from '../shop-sync/sync-run.js';

/**
 * What integrators are told, and how each event reads. Payloads hold ids, numbers, states and amounts, and nothing of a person: who may know more
 * fetches the record by its id. Amounts are whole cents.
 */

const id = z.string();
const cents = z.int();
const currency = z.string().meta({ examples: ['EUR'] });
const version = z.int().meta({ description: 'Counts the changes of the record, from 1: the higher one is the later.', examples: [3] });

const order = z.object({
  order_id: id,
  number: z
    .int()
    .nullable()
    .meta({ description: 'Of its service day; null: it was imported with others just now, and has one.', examples: [42] }),
  service_day: z.string().meta({ examples: ['2026-06-16'] }),
  channel: z.enum(CHANNELS).meta({ examples: ['takeaway'] }),
  status: z.enum(ORDER_STATUSES).meta({ examples: ['accepted'] }),
  total_cents: cents.meta({ examples: [2450] }),
  currency,
  client_id: id.nullable(),
  external_number: z
    .string()
    .nullable()
    .meta({ description: 'What an online shop calls it.', examples: [null] }),
  version,
});

const payment = z.object({
  order_id: id,
  payment_id: id,
  method: z.string().meta({ examples: ['card'] }),
  status: z.enum(['authorized', 'captured', 'voided']).meta({ examples: ['captured'] }),
  amount_cents: cents.meta({ examples: [2450] }),
});

const refund = z.object({
  order_id: id,
  payment_id: id,
  refund_id: id.nullable().meta({ description: 'Null: a payment by card that was given back as a whole.' }),
  amount_cents: cents.meta({ examples: [2450] }),
});

/** So many units or products are in one event. */
export const MEMBERS_MAX = 200;

const stock = z.object({
  units: z
    .array(z.object({ product_id: id, variant_id: id.nullable() }))
    .max(MEMBERS_MAX)
    .meta({ description: 'Whose level has changed: what is there, what is promised, or both.' }),
});

const products = z.object({
  products: z.array(z.object({ product_id: id, change: z.enum(['created', 'updated', 'deleted']), version })).max(MEMBERS_MAX),
});

const invoice = z.object({
  invoice_id: id,
  kind: z.enum(['invoice', 'credit_note']),
  number: z
    .string()
    .nullable()
    .meta({ examples: ['F-2026-0042'] }),
  status: z.string().meta({ examples: ['issued'] }),
  order_id: id.nullable(),
  client_id: id.nullable(),
  gross_cents: cents.meta({ examples: [2450] }),
  paid_cents: cents.meta({ examples: [0] }),
  credited_cents: cents.meta({ examples: [0] }),
  currency,
  version,
});

const client = z.object({
  client_id: id,
  kind: z.enum(CLIENT_KINDS),
  merged_into: id.nullable().meta({ description: 'The client this one is by now; null: itself.', examples: [null] }),
  version,
});

const clientGone = z.object({ client_id: id });

const sale = z.object({
  sale_id: id,
  refund_of: id.nullable().meta({ description: 'The sale that something of is taken back; null: it is a sale.', examples: [null] }),
  order_id: id.nullable(),
  number: z.int().meta({ description: 'Of the establishment, sales and refunds together.', examples: [1042] }),
  total_cents: cents.meta({ description: 'Negative in a refund.', examples: [2450] }),
  currency,
  at: z.iso.datetime(),
});

const syncRun = z.object({
  run_id: id,
  job: z.enum(SYNC_JOBS),
  outcome: z.enum(SYNC_OUTCOMES),
  read: z.int().meta({ examples: [120] }),
  unchanged: z.int().meta({ examples: [100] }),
  quarantined: z.int().meta({ examples: [0] }),
});

const about = <Data extends z.ZodObject>(summary: string, data: Data) => ({ summary, data });

/** Every event, what it tells and the contract of its `data`. A name stays for ever; a payload may gain fields. */
export const WEBHOOK_EVENTS = {
  'order.created': about('An order was placed, begun by the staff or imported.', order),
  'order.updated': about('Something of an order changed, and no other event tells of it.', order),
  'order.accepted': about('The kitchen or the shop took an order.', order),
  'order.confirmed': about('A draft became an order, or a booking is sold.', order),
  'order.preparing': about('An order is being prepared.', order),
  'order.ready': about('An order can be picked up.', order),
  'order.shipped': about('An order is on its way.', order),
  'order.collected': about('An order was picked up.', order),
  'order.delivered': about('An order arrived.', order),
  'order.returned': about('The goods of an order came back.', order),
  'order.rejected': about('The kitchen or the shop did not take an order.', order),
  'order.cancelled': about('An order or a booking ended before it was handed over.', order),
  'order.deleted': about('A draft was deleted.', order),
  'order.payment_recorded': about('Money for an order came, was promised, or a promise of it changed.', payment),
  'order.refunded': about('Money for an order was given back.', refund),
  'stock.changed': about('Levels of stock changed; one event for many of them.', stock),
  'products.changed': about('Products of the catalogue changed; one event for many of them.', products),
  'invoice.issued': about('An invoice or a credit note has its number.', invoice),
  'invoice.paid': about('Nothing is owed of an invoice any more.', invoice),
  'invoice.credited': about('A credit note took something of an invoice back.', invoice),
  'client.created': about('A client was written down or imported.', client),
  'client.updated': about('Something of a client changed.', client),
  'client.merged': about('A client was found to be another one.', client),
  'client.anonymized': about('Everything personal of a client was erased: erase it too.', client),
  'client.deleted': about('A client was deleted: delete it too.', clientGone),
  'sale.recorded': about('The till sold something.', sale),
  'sale.refunded': about('The till took something back.', sale),
  'sync_run.ended': about('A synchronization with the online shop ended, well or not.', syncRun),
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
/** The contract of what an event of this type says. */
export type EventData<Type extends WebhookEventType> = z.output<(typeof WEBHOOK_EVENTS)[Type]['data']>;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[] as readonly [
  WebhookEventType,
  ...WebhookEventType[],
];

/** What a test sends; no endpoint asks for it. */
export const TEST_EVENT = 'test.ping';

/** The body of an event, as it is signed and sent. */
export function eventSchema<Data extends z.ZodType>(type: string, data: Data) {
  return z.object({
    id: id.meta({ description: 'Of the event: the same as `webhook-id`, with every attempt and at every endpoint.' }),
    type: z.literal(type),
    created_at: z.iso.datetime(),
    tenant_id: id,
    site_id: id.nullable().meta({ description: 'The establishment; null: a test of an endpoint of the whole organisation.' }),
    data,
  });
}

/** The event as JSON. */
export function eventText(
  { tenantId, siteId }: { readonly tenantId: string; readonly siteId: string | null },
  event: { readonly id: string; readonly type: string; readonly at: Date; readonly data: object },
): string {
  const { id: eventId, type, at, data } = event;
  return JSON.stringify({ id: eventId, type, created_at: at.toISOString(), tenant_id: tenantId, site_id: siteId, data });
}
