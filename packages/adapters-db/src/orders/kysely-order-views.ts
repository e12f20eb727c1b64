import { type CursorInput, type CursorPage, cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type Channel, type Order, type OrderLine, type OrderStatus, PICKUP_CHANNELS } from '@comptoir/core/orders/order.js';
import { cursorKeyOf, readOrderCursor } from '@comptoir/core/orders/order-cursor.js';
import type { NamedOrder, OrderChange, OrderViews } from '@comptoir/core/orders/order-views.js';
import { type Selectable, sql } from 'kysely';
import { texts } from '../clients/client-conditions.js';
import type { Handle } from '../kit/database-handle.js';
import { calledBy } from './called-by.js';
import { listOrders } from './order-list.js';
import { guestOrderIn, orderOf, pickupIn, readLines, ticketingIn } from './order-rows.js';
import type { OrderTable } from './order-tables.js';

type Row = Selectable<OrderTable>;

export function makeKyselyOrderViews(db: Handle): OrderViews {
  const withLines = async <Kind>(rows: readonly Row[], make: (row: Row, lines: readonly OrderLine[]) => Kind): Promise<Kind[]> => {
    const lines = await readLines(db, rows);
    return rows.map((row) => make(row, lines.get(row.id) ?? []));
  };

  async function following<Kind extends Order>(
    scope: Scope,
    channels: readonly Channel[],
    { status, cursor, limit }: CursorInput & { readonly status?: OrderStatus | undefined },
    make: (row: Row, lines: readonly OrderLine[]) => Kind | null,
  ): Promise<CursorPage<Kind>> {
    const last = readOrderCursor(cursor);
    const rows = await ofSite(db, scope)
      .where('channel', 'in', channels)
      .$if(status !== undefined, (orders) => orders.where(sql<boolean>`status = ${status}`))
      .$if(last !== null, (orders) => orders.where(sql<boolean>`(placed_at, id) < (${last?.placedAt}, ${last?.id})`))
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const orders = await withLines(rows, make);
    return cursorPage(
      orders.filter((order) => order !== null),
      limit,
      cursorKeyOf,
    );
  }

  return {
    async byPublicId(orderId) {
      const rows = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute();
      return (await withLines(rows, guestOrderIn))[0] ?? null;
    },

    async changesSince(followed) {
      const { rows } = await sql<OrderChange>`
        select event.order_id as "orderId", event.sequence as version, event.status, event.payment, event.at
        from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb) as known ("tenantId" uuid, id text, version int)
        join order_events as event
          on event.tenant_id = known."tenantId" and event.order_id = known.id and event.sequence > known.version
        order by event.order_id, event.sequence`.execute(db);
      return rows;
    },

    async byInvoiceNumbers(scope, invoiceNumbers) {
      if (invoiceNumbers.length === 0) return [];
      const { rows } = await calledBy(scope, invoiceNumbers).execute(db);
      return withLines(rows, orderOf);
    },

    async named({ tenantId, siteId }, names) {
      if (names.length === 0) return [];
      // A union, because one condition could use the index of neither.
      const { rows } = await sql<NamedOrder>`
        select id, invoice_number as "invoiceNumber" from orders
        where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and id = any (${texts(names)})
        union
        select id, invoice_number from orders
        where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and invoice_number = any (${texts(names)})`.execute(db);
      return rows;
    },

    async get(scope, orderId) {
      const rows = await ofSite(db, scope).where('id', '=', orderId).execute();
      return (await withLines(rows, orderOf))[0] ?? null;
    },

    async list(scope, filter) {
      const { rows, total } = await listOrders(db, scope, filter);
      return { items: await withLines(rows, orderOf), total, page: filter.page, pageSize: filter.pageSize };
    },

    listAfter: (scope, filter) => following(scope, PICKUP_CHANNELS, filter, pickupIn),
    bookingsAfter: (scope, filter) => following(scope, ['ticketing'], filter, ticketingIn),

    async events({ tenantId, siteId }, orderId) {
      return db
        .selectFrom('order_events')
        .innerJoin('orders', (join) =>
          join.onRef('orders.tenant_id', '=', 'order_events.tenant_id').onRef('orders.id', '=', 'order_events.order_id'),
        )
        .select([
          'order_events.kind',
          'order_events.status',
          'order_events.at',
          'order_events.actor',
          'order_events.reason',
          'order_events.payment',
          'order_events.data',
        ])
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
