import type { ClientTotals } from '@comptoir/core/clients/client-figures.js';
import { LIKENESSES, reasonOf } from '@comptoir/core/clients/client-likeness.js';
import type { ClientFilter, ClientSort, ClientViews, ConsentState } from '@comptoir/core/clients/client-store.js';
import { clientSearch } from '@comptoir/core/clients/client-words.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { orderOf, readLines } from '../orders/order-rows.js';
import { clientOf, figuresOf } from './client-rows.js';

export function makeKyselyClientViews(db: Handle): ClientViews {
  const clients = (scope: Scope) => db.selectFrom('clients').selectAll().where(ofSite(scope));

  return {
    async get(scope, id) {
      const row = await clients(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    async byIds(scope, ids) {
      const rows = await clients(scope)
        .where(sql<boolean>`id = any (${texts(ids.map(uuidOf))}::uuid[])`)
        .execute();
      return rows.map(clientOf);
    },

    async byEmail(scope, email) {
      const row = await clients(scope).where('merged_into', 'is', null).where('email', '=', email.toLowerCase()).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    async byKeys(scope, emails, externalIds) {
      const rows = await clients(scope)
        .where('merged_into', 'is', null)
        .where(sql<boolean>`(email = any (${texts(emails)}) or external_id = any (${texts(externalIds)}))`)
        .execute();
      return rows.map(clientOf);
    },

    async list(scope, filter) {
      const found = clients(scope).where(isListed).where(isAskedFor(filter));
      const { items, ...page } = await readPage(found.orderBy(ORDER[filter.sort ?? 'name']), filter);
      return { items: items.map(clientOf), ...page };
    },

    async mergedInto(scope, id) {
      const rows = await db
        .selectFrom('clients')
        .select('id')
        .where(ofSite(scope))
        .where('merged_into', '=', uuidOf(id))
        .orderBy('updated_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    async history(scope, id, { onlyConsents = false, ...page }) {
      const events = db
        .selectFrom('client_events')
        .select(['kind', 'at', 'actor', 'facts', 'client_id as clientId'])
        .where(ofSite(scope))
        .where(
          sql<boolean>`client_id = any (array(
            select ${uuidOf(id)}::uuid union all
            select merged.id from clients merged
            where merged.merged_into = ${uuidOf(id)} and merged.tenant_id = ${scope.tenantId} and merged.site_id = ${scope.siteId}))`,
        )
        .where(onlyConsents ? sql<boolean>`facts ? 'granted'` : sql<boolean>`true`);
      return readPage(events.orderBy('at', 'desc').orderBy('sequence', 'desc'), page);
    },

    async notes(scope, id, filter) {
      const notes = db
        .selectFrom('client_notes')
        .select(['id', 'client_id as clientId', 'text', 'author', 'at'])
        .where(ofSite(scope))
        .where('client_id', '=', uuidOf(id));
      return readPage(notes.orderBy('at', 'desc').orderBy('id', 'desc'), filter);
    },

    async tags(scope) {
      const { rows } = await sql<{ readonly tag: string; readonly clients: number }>`
        select tag, count(*) as clients from clients, unnest(tags) as tag
        where ${ofSite(scope)} and ${isListed} group by tag order by tag collate "C"`.execute(db);
      return rows;
    },

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
          count(*) filter (where ${CONSENTS.granted}) as "withConsent", count(*) filter (where orders_count > 0) as "withOrders",
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
        select coalesce(sum(greatest(0, total_cents - paid_cents + refunded_cents)), 0)::bigint as cents from orders
        where ${ofSite(scope)} and client_id = ${uuidOf(id)} and pickup_at is null and order_counts(status)`.execute(db);
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

    async duplicates(scope, limit) {
      const { rows: groups } = await sql<{ readonly key: string; readonly ids: readonly string[] }>`
        select key, array_agg(id order by created_at, id) as ids from clients, unnest(likeness) as key
        where ${ofSite(scope)} and ${isListed} group by key having count(*) > 1
        order by array_position(${texts(LIKENESSES)}, split_part(key, ' ', 1)), key collate "C" limit ${limit}`.execute(db);
      const found = await this.byIds(
        scope,
        groups.flatMap(({ ids }) => ids),
      );
      const byId = new Map(found.map((client) => [client.id, client]));
      return groups.map(({ key, ids }) => ({ reason: reasonOf(key), clients: ids.flatMap((id) => byId.get(id) ?? []) }));
    },
  };
}

function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

/** As the indexes of the lists say it. */
const isListed = sql<boolean>`merged_into is null and anonymized_at is null`;

/** One parameter, however many texts there are; an array, so that they are looked up in the index. */
function texts(values: readonly string[]): RawBuilder<unknown> {
  return sql`array(select jsonb_array_elements_text(${jsonText(values)}::jsonb))`;
}

function isAskedFor({ search, kind, tag, consent, hasOrders, createdFrom, createdTo }: ClientFilter): RawBuilder<boolean> {
  const conditions = [
    hasWantedWords(sql.ref('search_words'), clientSearch(search)),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(tag === undefined ? [] : [sql`tags @> array[${tag}]`]),
    ...(consent === undefined ? [] : [CONSENTS[consent]]),
    ...(hasOrders === undefined ? [] : [sql`(orders_count > 0) = ${hasOrders}`]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${createdFrom}`]),
    ...(createdTo === undefined ? [] : [sql`created_at < ${createdTo}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const CONSENTS: Readonly<Record<ConsentState, RawBuilder<unknown>>> = {
  granted: sql`(email_consent ->> 'granted')::boolean`,
  withdrawn: sql`not (email_consent ->> 'granted')::boolean`,
  unasked: sql`email_consent is null`,
};

const ORDER: Readonly<Record<ClientSort, RawBuilder<unknown>>> = {
  name: sql`sort_name collate "C", id`,
  '-name': sql`sort_name collate "C" desc, id desc`,
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at desc, id desc`,
  lastOrderAt: sql`last_order_at nulls first, id`,
  '-lastOrderAt': sql`last_order_at desc nulls last, id desc`,
  totalSpent: sql`spent_cents, id`,
  '-totalSpent': sql`spent_cents desc, id desc`,
};
