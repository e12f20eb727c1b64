import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Order } from '@comptoir/core/orders/order.js';
import { cursorKeyOf, readOrderCursor } from '@comptoir/core/orders/order-cursor.js';
import type { ItemFigure, OrderDeskViews, OrderFigure, Period } from '@comptoir/core/orders/order-desk-views.js';
import { NO_TURNOVER } from '@comptoir/core/orders/order-figures.js';
import { SEALABLE_STATUSES } from '@comptoir/core/orders/order-filter.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { isMeant, ORDER_BY } from './order-conditions.js';
import { orderOf, readLines } from './order-rows.js';
import type { OrderTable } from './order-tables.js';

/** Since when an order could be sealed, as its index has it. */
const SEAL_DUE = sql<Date>`greatest(status_since, pickup_at)`;

export function makeKyselyOrderDeskViews(db: Handle): OrderDeskViews {
  const whole = async (rows: readonly Selectable<OrderTable>[]): Promise<Order[]> => {
    const lines = await readLines(db, rows);
    return rows.map((row) => orderOf(row, lines.get(row.id) ?? []));
  };
  const all = (condition: RawBuilder<boolean>) => db.selectFrom('orders').selectAll('orders').where(condition);

  return {
    async byNumber(scope, serviceDay, sequence) {
      const named = sql<boolean>`service_day = ${serviceDay}::date and sequence = ${sequence}::int`;
      const rows = await all(isMeant(scope, {})).where(named).execute();
      return (await whole(rows))[0] ?? null;
    },

    async find(scope, search, limit) {
      const rows = await all(isMeant(scope, { search })).orderBy(ORDER_BY['-placedAt']).limit(limit).execute();
      return rows.map(({ id, sequence, channel, status, currency, ...row }) => ({
        ...{ id, sequence, channel, status, currency },
        serviceDay: row.service_day,
        placedAt: row.placed_at,
        customerName: row.customer_name,
        totalCents: row.total_cents,
      }));
    },

    async part(scope, { cursor, limit, ...conditions }) {
      const last = readOrderCursor(cursor);
      const found = all(isMeant(scope, conditions));
      const following = last === null ? found : found.where(sql<boolean>`(placed_at, orders.id) < (${last.placedAt}, ${last.id})`);
      const rows = await following
        .orderBy(ORDER_BY['-placedAt'])
        .limit(limit + 1)
        .execute();
      return cursorPage(await whole(rows), limit, cursorKeyOf);
    },

    async notes({ tenantId, siteId }, orderId, page) {
      const ofOrder = db
        .selectFrom('order_notes')
        .innerJoin('orders', (join) =>
          join.onRef('orders.tenant_id', '=', 'order_notes.tenant_id').onRef('orders.id', '=', 'order_notes.order_id'),
        )
        .select(['order_notes.id', 'order_notes.text', 'order_notes.author', 'order_notes.at'])
        .where('orders.tenant_id', '=', tenantId)
        .where('orders.site_id', '=', siteId)
        .where('orders.id', '=', orderId);
      return readPage(ofOrder.orderBy('order_notes.at', 'desc').orderBy('order_notes.id', 'desc'), page);
    },

    async unsealed(scope, before, page) {
      const found = all(isMeant(scope, { statuses: SEALABLE_STATUSES })).where(sql<boolean>`${SEAL_DUE} < ${before}`);
      const { items, ...rest } = await readPage(found.orderBy(SEAL_DUE).orderBy('id'), page);
      return { items: await whole(items), ...rest };
    },

    async sitesWithUnsealed(before) {
      const rows = await db
        .selectFrom('orders')
        .select(['tenant_id', 'site_id'])
        .distinct()
        // As the index of such orders says it.
        .where(sql<boolean>`status in ('ready', 'shipped') and ${SEAL_DUE} < ${before}`)
        .execute();
      return rows.map((row) => ({ tenantId: row.tenant_id, siteId: row.site_id }));
    },

    async figures(scope, period, timezone) {
      const { rows } = await sql<OrderFigure>`
        select to_char(placed_at at time zone ${timezone}, 'YYYY-MM-DD') as day, channel, status, count(*) as orders,
          sum(total_cents)::bigint as "totalCents"
        from orders where ${placedWithin(scope, period)}
        group by 1, 2, 3`.execute(db);
      return rows;
    },

    async topItems(scope, period, limit) {
      const { rows } = await sql<ItemFigure>`
        select line.item_id as "itemId", (array_agg(line.name order by placed_at desc, orders.id desc, line.position desc))[1] as name,
          sum(line.quantity)::bigint as quantity, sum(line.total_cents)::bigint as "totalCents"
        from orders join order_lines as line on line.tenant_id = orders.tenant_id and line.order_id = orders.id
        where ${placedWithin(scope, period)} and status not in (${sql.join(NO_TURNOVER)}) and line.item_id is not null
        group by line.item_id
        order by quantity desc, line.item_id collate "C"
        limit ${limit}::int`.execute(db);
      return rows;
    },
  };
}

function placedWithin(scope: Scope, { from, to }: Period): RawBuilder<boolean> {
  return isMeant(scope, { placedFrom: from, placedTo: to });
}
