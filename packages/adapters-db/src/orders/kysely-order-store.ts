import { DomainError } from '@comptoir/core/kit/errors.js';
import { RateLimited, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { NewOrder, Order, OrderEvent, OrderLine } from '@comptoir/core/orders/order.js';
import { NO_CLAIMS, type OrderClaims, type OrderStore } from '@comptoir/core/orders/order-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { hitsOfRow, makeKyselyRateLimits, rateTake } from '../kit/kysely-rate-limit-store.js';
import { slotClaim } from '../sites/kysely-pickup-slot-store.js';
import { orderOf, readLines } from './order-rows.js';

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
      return { order: { ...order, tenantId: scope.tenantId, siteId: scope.siteId, sequence: row.sequence }, rate };
    },

    async change({ tenantId, siteId }, orderId, decide) {
      const row = await db
        .selectFrom('orders')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_order');
      const lines = await readLines(db, [row]);
      const before = orderOf(row, lines.get(orderId) ?? []);
      const decision = await decide(before);
      if (decision === null) return before;
      const { order, event } = decision;
      const { status, payment, version } = order;
      await db
        .updateTable('orders')
        .set({ status, version, payment_method: payment.method, payment_status: payment.status })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', orderId)
        .execute();
      await db
        .insertInto('order_events')
        .values({ tenant_id: tenantId, order_id: orderId, sequence: version, ...event })
        .execute();
      return { ...before, status, payment, version } satisfies Order;
    },
  };
}

interface PlacementRow {
  readonly has_slot: boolean;
  readonly hits: readonly unknown[] | null;
  readonly sequence: number | null;
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
        customer_name, customer_phone, customer_email, note, dropped, total_cents, currency,
        payment_method, payment_status, version)
      select ${tenantId}::uuid, ${siteId}::uuid, ${order.id}, ${order.channel}, counter.last, ${order.serviceDay}::date,
        ${order.status}, ${order.placedAt}::timestamptz, ${order.pickupAt}::timestamptz, ${order.customer.name},
        ${order.customer.phone}, ${order.customer.email}, ${order.note}, ${JSON.stringify(order.dropped)}::jsonb,
        ${order.totalCents}::bigint, ${order.currency},
        ${order.payment.method}, ${order.payment.status}, ${order.version}::int
      from counter
      returning sequence
    ), lines as (
      insert into order_lines (tenant_id, order_id, position, item_id, name, variant, options, quantity,
        unit_price_cents, total_cents, tax_basis_points, note)
      select ${tenantId}::uuid, ${order.id}::text, line.*
      from placed, jsonb_to_recordset(${JSON.stringify(order.lines.map(lineRow))}::jsonb) as line (position int, item_id text, name text,
        variant jsonb, options jsonb, quantity int, unit_price_cents bigint, total_cents bigint, tax_basis_points int, note text)
    ), event as (
      insert into order_events (tenant_id, order_id, sequence, status, at, actor, reason, payment)
      select ${tenantId}::uuid, ${order.id}, ${order.version}::int, ${event.status}, ${event.at}::timestamptz, ${event.actor}, ${event.reason},
        ${event.payment}
      from placed
    )
    select exists (select from slot) as has_slot, (select hits from rate) as hits, (select sequence from placed) as sequence`;
}

function lineRow(line: OrderLine, position: number) {
  const { name, variant, options, quantity, note } = line;
  return {
    position,
    name,
    variant,
    options,
    quantity,
    note,
    item_id: line.itemId,
    unit_price_cents: line.unitPriceCents,
    total_cents: line.totalCents,
    tax_basis_points: line.taxBasisPoints,
  };
}
