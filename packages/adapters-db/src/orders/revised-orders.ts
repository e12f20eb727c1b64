import { withIdentityOf } from '@comptoir/core/orders/order.js';
import type { OrderRevision } from '@comptoir/core/orders/order-store.js';
import { orderWords } from '@comptoir/core/orders/order-words.js';
import { type RawBuilder, sql } from 'kysely';
import { texts } from '../clients/client-conditions.js';
import { jsonText } from '../kit/json.js';
import { insertion, type PlainRow } from '../kit/row-set.js';
import { lineRow } from './order-rows.js';
import type { Owner } from './past-orders.js';

/** The lines that go, those that come, and the events: one statement each, however many there are. Only lists of lines that are other ones are written. */
export function whatFollows({ tenantId }: Owner, revisions: readonly OrderRevision[]): readonly RawBuilder<unknown>[] {
  const relined = revisions.filter(({ before, order }) => order.lines !== before.lines);
  const ids = relined.map(({ before }) => before.id);
  const lines = relined.flatMap(({ before, order }) =>
    order.lines.map((line, position): PlainRow => ({ tenant_id: tenantId, order_id: before.id, ...lineRow(line, position) })),
  );
  const events = revisions.map(
    ({ before, order, event }): PlainRow => ({ tenant_id: tenantId, order_id: before.id, sequence: order.version, ...event }),
  );
  return [
    ...(ids.length === 0 ? [] : [sql`delete from order_lines where tenant_id = ${tenantId}::uuid and order_id = any (${texts(ids)})`]),
    ...(lines.length === 0 ? [] : [insertion('order_lines', lines)]),
    insertion('order_events', events),
  ];
}

/** The columns of an order that may change. */
function revisedRow({ before, order: after, event }: OrderRevision) {
  const order = withIdentityOf(before, after);
  return {
    id: before.id,
    status: order.status,
    status_since: order.status === before.status ? null : event.at,
    version: order.version,
    payment_method: order.payment.method,
    payment_status: order.payment.status,
    customer_name: order.customer.name,
    customer_phone: order.customer.phone,
    customer_email: order.customer.email,
    note: order.note,
    total_cents: order.totalCents,
    client_id: order.clientId,
    billing_address: order.billingAddress,
    delivery_address: order.deliveryAddress,
    discounts: order.discounts,
    assigned_to: order.assignedTo,
    priority: order.priority,
    invoice_number: order.invoiceNumber,
    invoice_status: order.invoiceStatus,
    custom_inputs: order.customInputs,
    sealed_at: order.sealedAt,
    paid_cents: order.paidCents,
    refunded_cents: order.refundedCents,
    search_words: orderWords(order),
  } satisfies PlainRow;
}

/** One statement, however many there are. A state that stays keeps the time since when it is. */
export function revising({ tenantId, siteId }: Owner, revisions: readonly OrderRevision[]): RawBuilder<unknown> {
  const rows = revisions.map(revisedRow);
  const [first = {}] = rows;
  const columns = Object.keys(first).filter((column) => column !== 'id' && column !== 'status_since');
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(`changed.${column}`)));
  return sql`
    update orders set (${names}) = row (${values}), status_since = coalesce(changed.status_since, orders.status_since)
    from jsonb_populate_recordset(null::orders, ${jsonText(rows)}::jsonb) as changed
    where orders.tenant_id = ${tenantId}::uuid and orders.site_id = ${siteId}::uuid and orders.id = changed.id`;
}
