import type { Scope } from '@comptoir/core/kit/scope.js';
import { wantedWords } from '@comptoir/core/kit/search-words.js';
import type { OrderFilter } from '@comptoir/core/orders/order-views.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { plannedAnew } from '../kit/planned-anew.js';
import { isMeant, ORDER_BY } from './order-conditions.js';
import { countOf, isSearchAlone } from './order-count.js';
import type { OrderTable } from './order-tables.js';

export interface ListedOrders {
  readonly rows: readonly Selectable<OrderTable>[];
  readonly total: number;
}

/** One page of the orders that are meant, and how many they are, of one moment. */
export async function listOrders(db: Handle, scope: Scope, filter: OrderFilter): Promise<ListedOrders> {
  const { page, pageSize, sort = '-placedAt', ...conditions } = filter;
  const meant = sql`orders where ${isMeant(scope, conditions)}`;
  const isSearch = wantedWords(conditions.search).length > 0;
  // Where words narrow what else is asked, nothing has both the order and the number: what is found is looked at once for the two.
  const isLookedAtOnce = isSearch && !isSearchAlone(conditions);
  const found = isLookedAtOnce ? sql`with found as materialized (select id, placed_at, total_cents from ${meant})` : sql``;
  const source = isLookedAtOnce ? sql`found as orders` : meant;
  const total = isLookedAtOnce ? sql<number>`(select count(*) from found)` : countOf(scope, conditions);
  // The first page is no statement with an offset: what is planned for any offset expects a tenth of all orders to be skipped.
  const offset = page === 1 ? sql`` : sql`offset ${(page - 1) * pageSize}`;
  // Ids first: rows are wide, and only those of the page are read.
  const { rows } = await sql<Selectable<OrderTable> & { readonly total: number }>`
    ${isSearch ? plannedAnew : sql``} ${found}
    select orders.*, ${total} as total
    from (select id from ${source} order by ${ORDER_BY[sort]} limit ${sql.lit(pageSize)} ${offset}) as paged
      join orders on orders.tenant_id = ${scope.tenantId}::uuid and orders.id = paged.id
    order by ${ORDER_BY[sort]}`.execute(db);
  const [first] = rows;
  if (first !== undefined || page === 1) return { rows, total: first?.total ?? 0 };
  // Behind the last page no row says it.
  const { rows: counts } = await sql<{ total: number }>`${found} select ${total} as total`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}
