import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Order, OrderLine } from '@comptoir/core/orders/order.js';
import type { OrderStore } from '@comptoir/core/orders/order-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { orderOf, readLines } from './order-rows.js';

export function makeKyselyOrderStore(db: Handle): OrderStore {
  return {
    /** One statement for number, order, lines and first event: four round trips saved on the busiest path of the product. */
    async place({ tenantId, siteId }, order, event) {
      const { rows } = await sql<{ sequence: number }>`
        with counter as (
          insert into order_counters (tenant_id, site_id, service_day, last) values (${tenantId}, ${siteId}, ${order.serviceDay}, 1)
          on conflict (tenant_id, site_id, service_day) do update set last = order_counters.last + 1
          returning last
        ), placed as (
          insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, pickup_at,
            customer_name, customer_phone, customer_email, note, dropped, total_cents, currency, version)
          select ${tenantId}::uuid, ${siteId}::uuid, ${order.id}, ${order.channel}, counter.last, ${order.serviceDay}::date,
            ${order.status}, ${order.placedAt}::timestamptz, ${order.pickupAt}::timestamptz, ${order.customer.name},
            ${order.customer.phone}, ${order.customer.email}, ${order.note}, ${JSON.stringify(order.dropped)}::jsonb,
            ${order.totalCents}::bigint, ${order.currency}, ${order.version}::int
          from counter
          returning sequence
        ), lines as (
          insert into order_lines (tenant_id, order_id, position, item_id, name, variant, options, quantity,
            unit_price_cents, total_cents, tax_basis_points, note)
          select ${tenantId}::uuid, ${order.id}::text, line.*
          from jsonb_to_recordset(${JSON.stringify(order.lines.map(lineRow))}::jsonb) as line (position int, item_id text, name text,
            variant jsonb, options jsonb, quantity int, unit_price_cents bigint, total_cents bigint, tax_basis_points int, note text)
        ), event as (
          insert into order_events (tenant_id, order_id, sequence, status, at, actor, reason)
          values (${tenantId}, ${order.id}, ${order.version}, ${event.status}, ${event.at}, ${event.actor}, ${event.reason})
        )
        select sequence from placed`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('The new order returned no row.');
      return { ...order, tenantId, siteId, sequence: row.sequence };
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
      const { order, event } = decide(before);
      await db
        .updateTable('orders')
        .set({ status: order.status, version: order.version })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', orderId)
        .execute();
      await db
        .insertInto('order_events')
        .values({ tenant_id: tenantId, order_id: orderId, sequence: order.version, ...event })
        .execute();
      return { ...before, status: order.status, version: order.version } satisfies Order;
    },
  };
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
