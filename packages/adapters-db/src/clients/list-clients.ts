import type { Client } from '@comptoir/core/clients/client.js';
import type { ClientFilter, ClientSort } from '@comptoir/core/clients/client-store.js';
import { clientSearch } from '@comptoir/core/clients/client-words.js';
import type { Page } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { wantedWords } from '@comptoir/core/kit/search-words.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { isListed, ofSite } from './client-conditions.js';
import { type ClientRow, clientOf } from './client-rows.js';

/** As `ClientViews.list`. */
export async function listClients(db: Handle, scope: Scope, filter: ClientFilter): Promise<Page<Client>> {
  const picksOut = filter.tag !== undefined || wantedWords(filter.search).length > 0;
  if (picksOut) return listPicked(db, scope, filter);
  const found = db.selectFrom('clients').selectAll().where(ofSite(scope)).where(isListed).where(isAskedFor(filter));
  const { items, ...page } = await readPage(found.orderBy(ORDER[filter.sort ?? 'name']), filter);
  return { items: items.map(clientOf), ...page };
}

/**
 * A list of few among many: they are found first, by words or by tag, and only then sorted. Left to itself the database would rather
 * walk everybody in order until the page is full, which for a rare word is to the end.
 */
async function listPicked(db: Handle, scope: Scope, filter: ClientFilter): Promise<Page<Client>> {
  const { page, pageSize, sort = 'name' } = filter;
  const { rows } = await sql<Omit<ClientRow, 'id'> & { readonly id: string | null; readonly total: number }>`
    with picked as materialized (
      select id, sort_name, created_at, last_order_at, spent_cents from clients
      where ${ofSite(scope)} and ${isListed} and ${isAskedFor(filter)}
    ), shown as (
      select id as shown_id from picked order by ${ORDER[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select clients.*, counted.total from (select count(*) as total from picked) as counted
    left join shown on true
    left join clients on clients.id = shown_id and clients.tenant_id = ${scope.tenantId} and clients.site_id = ${scope.siteId}
    order by ${ORDER[sort]}`.execute(db);
  const items = rows.flatMap(({ id, ...row }) => (id === null ? [] : clientOf({ ...row, id })));
  return { items, total: rows[0]?.total ?? 0, page, pageSize };
}

function isAskedFor({ search, kind, tag, consent, hasOrders, createdFrom, createdTo }: ClientFilter): RawBuilder<boolean> {
  const conditions = [
    hasWantedWords(sql.ref('search_words'), clientSearch(search)),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(tag === undefined ? [] : [sql`tags @> array[${tag}]`]),
    ...(consent === undefined ? [] : [sql`consent = ${consent}`]),
    ...(hasOrders === undefined ? [] : [sql`has_orders = ${hasOrders}`]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${createdFrom}`]),
    ...(createdTo === undefined ? [] : [sql`created_at < ${createdTo}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

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
