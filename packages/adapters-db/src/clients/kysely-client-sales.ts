import type { ClientTotals } from '@comptoir/core/clients/client-figures.js';
import type { ClientViews } from '@comptoir/core/clients/client-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { orderOf, readLines } from '../orders/order-rows.js';
import { isListed, ofSite, texts } from './client-conditions.js';
import { figuresOf } from './client-rows.js';

type ClientSalesViews = Pick<ClientViews, 'figures' | 'totals' | 'newPerMonth' | 'orders' | 'openBalanceCents' | 'orderIds'>;

/** What clients bought. */
export function makeKyselyClientSales(db: Handle): ClientSalesViews {
  return {
    async figures(scope, ids) {
      const rows = await db
        .selectFrom('clients')
        .select(['id', 'orders_count', 'spent_cents', 'first_order_at', 'last_order_at'])
        .where(ofSite(scope))
        .where(sql<boolean>`id = any (${texts(ids.map(uuidOf))}::uuid[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, figuresOf(row)]));
    },

    async totals(scope) {
      const { rows } = await sql<ClientTotals>`
        select count(*) as clients, count(*) filter (where kind = 'company') as companies,
          count(*) filter (where consent = 'granted') as "withConsent", count(*) filter (where has_orders) as "withOrders",
          coalesce(sum(spent_cents), 0)::bigint as "spentCents"
        from clients where ${ofSite(scope)} and ${isListed}`.execute(db);
      return rows[0] ?? { clients: 0, companies: 0, withConsent: 0, withOrders: 0, spentCents: 0 };
    },

    async newPerMonth(scope, since, timezone) {
      const { rows } = await sql<{ readonly month: string; readonly clients: number }>`
        select to_char(created_at at time zone ${timezone}, 'YYYY-MM') as month, count(*) as clients from clients
        where ${ofSite(scope)} and ${isListed} and created_at >= ${since} group by 1 order by 1`.execute(db);
      return rows;
    },

    async orders(scope, id, filter) {
      const orders = db.selectFrom('orders').selectAll().where(ofSite(scope)).where('client_id', '=', uuidOf(id));
      const { items, ...page } = await readPage(orders.orderBy('placed_at', 'desc').orderBy('id', 'desc'), filter);
      const lines = await readLines(db, items);
      return { ...page, items: items.map((row) => orderOf(row, lines.get(row.id) ?? [])) };
    },

    async openBalanceCents(scope, id) {
      const { rows } = await sql<{ readonly cents: number }>`
        select (
          select coalesce(sum(greatest(0, total_cents - paid_cents + refunded_cents)), 0) from orders
          where ${ofSite(scope)} and client_id = ${uuidOf(id)} and pickup_at is null and order_counts(status)
        )::bigint + (
          select coalesce(sum(gross_cents - credited_cents - paid_cents), 0) from invoices
          where ${ofSite(scope)} and kind = 'invoice' and status in ('issued', 'partially_paid', 'overdue')
            and client_id in (select ${uuidOf(id)}::uuid union select id from clients where ${ofSite(scope)} and merged_into = ${uuidOf(id)})
            and not exists (select from orders o where o.tenant_id = invoices.tenant_id and o.site_id = invoices.site_id
              and o.id = invoices.order_id and o.pickup_at is null and order_counts(o.status))
        )::bigint as cents`.execute(db);
      return rows[0]?.cents ?? 0;
    },

    async orderIds(scope, id, email) {
      // A union, because one condition could use the index of neither.
      const { rows } = await sql<{ readonly id: string }>`
        select id from orders where ${ofSite(scope)} and client_id = ${uuidOf(id)}
        union
        select id from orders where ${ofSite(scope)} and client_id is null and ${email !== null}
          and ${hasWantedWords(sql.ref('search_words'), email ?? '')} and lower(customer_email) = ${email}
        order by id`.execute(db);
      return rows.map((row) => row.id);
    },
  };
}
