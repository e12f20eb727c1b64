import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Order } from '@comptoir/core/orders/order.js';
import { cursorKeyOf, readOrderCursor } from '@comptoir/core/orders/order-cursor.js';
import type { OrderChange, OrderViews } from '@comptoir/core/orders/order-views.js';
import { type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { orderOf, readLines } from './order-rows.js';
import type { OrderTable } from './order-tables.js';

/** As `shortNumber` writes it. */
const CALLED_NUMBER = sql<string>`lpad(sequence::text, greatest(3, length(sequence::text)), '0')`;

export function makeKyselyOrderViews(db: Handle): OrderViews {
  const withLines = async (rows: readonly Selectable<OrderTable>[]): Promise<Order[]> => {
    const lines = await readLines(db, rows);
    return rows.map((row) => orderOf(row, lines.get(row.id) ?? []));
  };
  const first = async (rows: readonly Selectable<OrderTable>[]): Promise<Order | null> => (await withLines(rows))[0] ?? null;

  return {
    byPublicId: async (orderId) => first(await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute()),

    async changesSince(followed) {
      const { rows } = await sql<OrderChange>`
        select event.order_id as "orderId", event.sequence as version, event.status, event.payment, event.at
        from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb) as known ("tenantId" uuid, id text, version int)
        join order_events as event
          on event.tenant_id = known."tenantId" and event.order_id = known.id and event.sequence > known.version
        order by event.order_id, event.sequence`.execute(db);
      return rows;
    },

    get: async (scope, orderId) => first(await ofSite(db, scope).where('id', '=', orderId).execute()),

    async list(scope, filter) {
      const found = ofSite(db, scope).where(matches([CALLED_NUMBER, sql.ref('customer_name')], filter.search).$castTo<boolean>());
      const matching = filter.status === undefined ? found : found.where('status', '=', filter.status);
      const { items, ...rest } = await readPage(matching.orderBy('placed_at', 'desc').orderBy('id', 'desc'), filter);
      return { items: await withLines(items), ...rest };
    },

    async listAfter(scope, { status, cursor, limit }) {
      const last = readOrderCursor(cursor);
      const all = ofSite(db, scope);
      const matching = status === undefined ? all : all.where('status', '=', status);
      const following = last === null ? matching : matching.where(sql<boolean>`(placed_at, id) < (${last.placedAt}, ${last.id})`);
      const rows = await following
        .orderBy('placed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return cursorPage(await withLines(rows), limit, cursorKeyOf);
    },

    async events({ tenantId, siteId }, orderId) {
      return db
        .selectFrom('order_events')
        .innerJoin('orders', (join) =>
          join.onRef('orders.tenant_id', '=', 'order_events.tenant_id').onRef('orders.id', '=', 'order_events.order_id'),
        )
        .select(['order_events.status', 'order_events.at', 'order_events.actor', 'order_events.reason', 'order_events.payment'])
        .where('orders.tenant_id', '=', tenantId)
        .where('orders.site_id', '=', siteId)
        .where('orders.id', '=', orderId)
        .orderBy('order_events.sequence')
        .execute();
    },

    async unanswered(before, limit) {
      const rows = await db
        .selectFrom('orders')
        .select(['tenant_id', 'site_id', 'id'])
        // As the index of such orders says it: with parameters instead, the planner could not know that it will do.
        .where(sql<boolean>`status = 'queued' and payment_method = 'at_pickup'`)
        .where('pickup_at', '<', before)
        .orderBy('pickup_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ tenantId: row.tenant_id, siteId: row.site_id, id: row.id }));
    },
  };
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('orders').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}
