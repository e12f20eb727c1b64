import type { Scope } from '@comptoir/core/kit/scope.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { unnumberedWords } from '@comptoir/core/orders/order-words.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';
import { lineRow } from './order-rows.js';

export type Owner = Pick<Scope, 'tenantId' | 'siteId'>;
export type Row = Readonly<Record<string, unknown>>;

/**
 * One statement with three parameters for orders, lines and events, however many there are: with a round trip for each, years of them would
 * take minutes.
 */
export function pastOrders(owner: Owner, past: readonly PastOrder[]): RawBuilder<unknown> {
  const rows = past.map((one) => orderRow(owner, one));
  // The words are added to, and the number is known last.
  const columns = columnsOf(rows.map(({ search_words: _words, ...row }) => row));
  return sql`
    with given as materialized (
      select * from jsonb_populate_recordset(null::orders, ${jsonText(rows)}::jsonb)
    ), counter as (
      insert into order_counters (tenant_id, site_id, service_day, last)
      select tenant_id, site_id, service_day, count(*) from given group by tenant_id, site_id, service_day order by service_day
      on conflict (tenant_id, site_id, service_day) do update set last = order_counters.last + excluded.last
      returning service_day, last
    ), numbered as (
      select id, last - count(*) over (partition by service_day)
        + row_number() over (partition by service_day order by placed_at, id collate "C") as number
      from given join counter using (service_day)
    ), placed as (
      insert into orders (${columns}, sequence, search_words)
      select ${columns}, number, words || array[lpad(number::text, greatest(3, length(number::text)), '0'), number::text]
      from (select given.*, given.search_words as words, numbered.number from given join numbered using (id)) as given
    ), lines as (
      ${insertion('order_lines', past.flatMap(lineRows(owner)))}
    )
    ${insertion('order_events', past.flatMap(eventRows(owner)))}`;
}

/** The columns of an order but its number, and what is found by it. */
function orderRow({ tenantId, siteId }: Owner, { order, events }: PastOrder) {
  const { id, channel, status, note, dropped, currency, version, discounts, priority, customer, payment } = order;
  return {
    id,
    channel,
    status,
    note,
    dropped,
    currency,
    version,
    discounts,
    priority,
    tenant_id: tenantId,
    site_id: siteId,
    service_day: order.serviceDay,
    placed_at: order.placedAt,
    pickup_at: order.pickupAt,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_email: customer.email,
    total_cents: order.totalCents,
    payment_method: payment.method,
    payment_status: payment.status,
    client_id: order.clientId,
    billing_address: order.billingAddress,
    delivery_address: order.deliveryAddress,
    assigned_to: order.assignedTo,
    invoice_number: order.invoiceNumber,
    invoice_status: order.invoiceStatus,
    custom_inputs: order.customInputs,
    sealed_at: order.sealedAt,
    paid_cents: order.paidCents,
    refunded_cents: order.refundedCents,
    status_since: events[events.findLastIndex((event) => event.status !== status) + 1]?.at,
    search_words: unnumberedWords(order),
  } satisfies Row;
}

function lineRows({ tenantId }: Owner) {
  return ({ order }: PastOrder): Row[] =>
    order.lines.map((line, position) => ({ tenant_id: tenantId, order_id: order.id, ...lineRow(line, position) }));
}

function eventRows({ tenantId }: Owner) {
  return ({ order, events }: PastOrder): Row[] =>
    events.map((event, index) => ({ tenant_id: tenantId, order_id: order.id, sequence: index + 1, ...event }));
}

/** Of rows that are all alike. */
function columnsOf([row = {}]: readonly Row[]): RawBuilder<unknown> {
  return sql.join(Object.keys(row).map((column) => sql.ref(column)));
}

/** The rows, of which there is one at least unless nothing is to be written, in one statement. */
export function insertion(table: 'order_lines' | 'order_events', rows: readonly Row[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`select`;
  const columns = columnsOf(rows);
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonText(rows)}::jsonb)`;
}
