import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { hasKey } from '../kit/has-key.js';
import { jsonText } from '../kit/json.js';
import type { OrderTable } from './order-tables.js';

/**
 * Orders of the establishment by what an online shop calls them, by id, each looked up by itself. `lock`: for update, and in that order.
 */
export function calledBy(
  { tenantId, siteId }: Pick<Scope, 'tenantId' | 'siteId'>,
  invoiceNumbers: readonly string[],
  lock = false,
): RawBuilder<Selectable<OrderTable>> {
  return sql`
    with named as materialized (
      select held.* from (select distinct jsonb_array_elements_text(${jsonText(invoiceNumbers)}::jsonb) as number) as wanted
      cross join lateral (
        select tenant_id, site_id, id from orders
        where ${hasKey(['invoice_number', 'site_id', 'tenant_id'], [sql`wanted.number`, sql`${siteId}::uuid`, sql`${tenantId}::uuid`])} offset 0
      ) as held order by id
    )
    select found.* from named
    cross join lateral (
      select * from orders where orders.tenant_id = named.tenant_id and orders.id = named.id offset 0 ${lock ? sql`for update` : sql``}
    ) as found`;
}
