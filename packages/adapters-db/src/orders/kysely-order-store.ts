import { DomainError } from '@comptoir/core/kit/errors.js';
import { RateLimited, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type NewOrder, type Order, type OrderEvent, type OrderLine, withIdentityOf } from '@comptoir/core/orders/order.js';
import { NO_CLAIMS, type OrderClaims, type OrderStore } from '@comptoir/core/orders/order-store.js';
import { unnumberedWords } from '@comptoir/core/orders/order-words.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asInUse } from '../kit/db-errors.js';
import { json, jsonText } from '../kit/json.js';
import { hitsOfRow, makeKyselyRateLimits, rateTake } from '../kit/kysely-rate-limit-store.js';
import { slotClaim } from '../sites/kysely-pickup-slot-store.js';
import { isHeardOf } from '../webhook-endpoints/kysely-webhook-endpoints.js';
import { calledBy } from './called-by.js';
import { lineRow, officeRow, orderOf, readLines } from './order-rows.js';
import { countMonths } from './order-tallies.js';
import { pastOrders } from './past-orders.js';
import { revising, whatFollows } from './revised-orders.js';

export function makeKyselyOrderStore(db: Handle): OrderStore {
  const rateLimits = makeKyselyRateLimits(db);
  const paceOf = (scope: Scope, { bucket, policy }: NonNullable<OrderClaims['rate']>, now: Date) =>
    rateLimits.peek(scope, bucket, policy, now);

  return {
    async place(scope, order, event, claims = NO_CLAIMS) {
      const { rows } = await placement(scope, order, event, claims).execute(db);
      const [row] = rows;
      if (row === undefined || !row.has_slot) return null;
      if (claims.rate !== null && row.hits === null) throw new RateLimited(await paceOf(scope, claims.rate, order.placedAt));
      if (row.sequence === null) throw new Error('The new order has no number.');
      const rate = claims.rate === null ? null : rateStateOf(hitsOfRow({ hits: row.hits ?? [] }), claims.rate.policy, order.placedAt, true);
      return { order: { ...order, tenantId: scope.tenantId, siteId: scope.siteId, sequence: row.sequence }, rate, isHeard: row.is_heard };
    },

    async placeAll(scope, past) {
      if (past.length > 0) await pastOrders(scope, past).execute(db);
    },

    async change({ tenantId, siteId }, orderId, decide) {
      const { order: before, isHeard } = await lock(db, { tenantId, siteId }, orderId);
      const decision = await decide(before, isHeard);
      if (decision === null) return before;
      const { event } = decision;
      const order = withIdentityOf(before, decision.order);
      const { payment, version, lines } = order;
      if (order.lines !== before.lines) await replaceLines(db, tenantId, orderId, lines);
      const values = {
        ...officeRow(order),
        ...stateRow(before, order, event),
        version,
        payment_method: payment.method,
        payment_status: payment.status,
      };
      // One round trip for both: every step of every order comes this way.
      await db
        .with('changed', (cte) =>
          cte.updateTable('orders').set(values).where('tenant_id', '=', tenantId).where('site_id', '=', siteId).where('id', '=', orderId),
        )
        .insertInto('order_events')
        .values({ ...event, tenant_id: tenantId, order_id: orderId, sequence: version, data: json(event.data) })
        .execute();
      return order;
    },

    async lockByInvoiceNumbers(scope, invoiceNumbers) {
      if (invoiceNumbers.length === 0) return [];
      const { rows } = await calledBy(scope, invoiceNumbers, true).execute(db);
      const lines = await readLines(db, rows);
      return rows.map((row) => orderOf(row, lines.get(row.id) ?? []));
    },

    async changeAll(scope, revisions) {
      if (revisions.length === 0) return;
      const { numAffectedRows } = await revising(scope, revisions).execute(db);
      if (numAffectedRows !== BigInt(revisions.length)) throw new DomainError('unknown_order');
      for (const statement of whatFollows(scope, revisions)) await statement.execute(db);
    },

    async forgetReasons({ tenantId, siteId }, orderId) {
      await sql`
        update order_events set reason = null
        where tenant_id = ${tenantId} and order_id = ${orderId} and reason is not null
          and exists (select from orders where tenant_id = ${tenantId} and site_id = ${siteId} and id = ${orderId})`.execute(db);
    },

    async remove({ tenantId, siteId }, orderId, check) {
      const { order } = await lock(db, { tenantId, siteId }, orderId);
      check(order);
      for (const table of ['order_lines', 'order_events'] as const)
        await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('order_id', '=', orderId).execute();
      await db
        .deleteFrom('orders')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', orderId)
        .execute()
        .catch(asInUse);
      return order;
    },

    countMonths: () => countMonths(db),
  };
}

interface Locked {
  readonly order: Order;
  /** As in `Placed`. */
  readonly isHeard: boolean;
}

async function lock(db: Handle, { tenantId, siteId }: Pick<Scope, 'tenantId' | 'siteId'>, orderId: string): Promise<Locked> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .select(isHeardOf({ tenantId, siteId }).as('is_heard'))
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new DomainError('unknown_order');
  return { order: orderOf(row, (await readLines(db, [row])).get(orderId) ?? []), isHeard: row.is_heard };
}

/** The state of the order, and since when it is in it. */
function stateRow({ status: before }: Order, { status }: Order, { at }: OrderEvent) {
  return status === before ? { status } : { status, status_since: at };
}

async function replaceLines(db: Handle, tenantId: string, orderId: string, lines: readonly OrderLine[]): Promise<void> {
  await db.deleteFrom('order_lines').where('tenant_id', '=', tenantId).where('order_id', '=', orderId).execute();
  await sql`insert into order_lines (tenant_id, order_id, ${LINE_COLUMNS})
    select ${tenantId}::uuid, ${orderId}::text, line.* from ${lineRows(lines)}`.execute(db);
}

const LINE_FIELDS = {
  position: 'int',
  id: 'text',
  kind: 'text',
  item_id: 'text',
  name: 'text',
  variant: 'jsonb',
  options: 'jsonb',
  quantity: 'int',
  unit_price_cents: 'bigint',
  discount_cents: 'bigint',
  total_cents: 'bigint',
  tax_basis_points: 'int',
  note: 'text',
  external_key: 'text',
  fulfilled: 'int',
  returned: 'int',
  invoiced: 'int',
} as const satisfies Record<keyof ReturnType<typeof lineRow>, string>;

const LINE_COLUMNS = sql.raw(Object.keys(LINE_FIELDS).join(', '));
const LINE_TYPES = sql.raw(
  Object.entries(LINE_FIELDS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** The lines as a set of rows named `line`. */
function lineRows(lines: readonly OrderLine[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${jsonText(lines.map(lineRow))}::jsonb) as line (${LINE_TYPES})`;
}

interface PlacementRow {
  readonly has_slot: boolean;
  readonly hits: readonly unknown[] | null;
  readonly sequence: number | null;
  readonly is_heard: boolean;
}

/**
 * One statement for the claims, the number, the order, its lines and its first event: on the busiest path of the product every
 * round trip counts. Each part feeds on the row of the one before it, so nothing follows a claim that failed.
 */
function placement(scope: Scope, order: NewOrder, event: OrderEvent, claims: OrderClaims): RawBuilder<PlacementRow> {
  const { tenantId, siteId } = scope;
  const slot = claims.slot === null ? sql`select 1` : slotClaim(scope, claims.slot.start, claims.slot.cap);
  const rate =
    claims.rate === null
      ? sql`select null::bigint[] as hits from slot`
      : rateTake(scope, claims.rate.bucket, claims.rate.policy, order.placedAt, sql`exists (select from slot)`);
  return sql`
    with slot as (${slot}), rate as (${rate}), counter as (
      insert into order_counters (tenant_id, site_id, service_day, last)
      select ${tenantId}::uuid, ${siteId}::uuid, ${order.serviceDay}::date, 1 from rate
      on conflict (tenant_id, site_id, service_day) do update set last = order_counters.last + 1
      returning last
    ), placed as (
      insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, pickup_at,
        customer_name, customer_phone, customer_email, note, dropped, total_cents, currency, payment_method, payment_status, version,
        client_id, billing_address, delivery_address, discounts, assigned_to, priority, invoice_number, invoice_status, custom_inputs,
        sealed_at, paid_cents, refunded_cents, status_since, search_words)
      select ${tenantId}::uuid, ${siteId}::uuid, ${order.id}, ${order.channel}, counter.last, ${order.serviceDay}::date,
        ${order.status}, ${order.placedAt}::timestamptz, ${order.pickupAt}::timestamptz, ${order.customer.name},
        ${order.customer.phone}, ${order.customer.email}, ${order.note}, ${jsonText(order.dropped)}::jsonb,
        ${order.totalCents}::bigint, ${order.currency}, ${order.payment.method}, ${order.payment.status}, ${order.version}::int,
        ${order.clientId}::uuid, ${jsonText(order.billingAddress)}::jsonb, ${jsonText(order.deliveryAddress)}::jsonb,
        ${jsonText(order.discounts)}::jsonb, ${order.assignedTo}::uuid, ${order.priority}, ${order.invoiceNumber}, ${order.invoiceStatus},
        ${jsonText(order.customInputs)}::jsonb, ${order.sealedAt}::timestamptz, ${order.paidCents}::bigint, ${order.refundedCents}::bigint,
        ${event.at}::timestamptz,
        ${[...unnumberedWords(order)]}::text[] || array[lpad(counter.last::text, greatest(3, length(counter.last::text)), '0'), counter.last::text]
      from counter
      returning sequence
    ), lines as (
      insert into order_lines (tenant_id, order_id, ${LINE_COLUMNS})
      select ${tenantId}::uuid, ${order.id}::text, line.* from placed, ${lineRows(order.lines)}
    ), event as (
      insert into order_events (tenant_id, order_id, sequence, kind, status, at, actor, reason, payment, data)
      select ${tenantId}::uuid, ${order.id}, ${order.version}::int, ${event.kind}, ${event.status}, ${event.at}::timestamptz, ${event.actor},
        ${event.reason}, ${event.payment}, ${jsonText(event.data)}::jsonb
      from placed
    )
    select exists (select from slot) as has_slot, (select hits from rate) as hits, (select sequence from placed) as sequence,
      ${isHeardOf(scope)} as is_heard`;
}
