import type { SoldGoods } from '@comptoir/core/catalogue/product-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { hasKey } from '../kit/has-key.js';
import { jsonText } from '../kit/json.js';

/**
 * What orders have to know of the products with these ids in the online shop, in one statement; each is looked up by itself.
 */
export async function soldGoods(db: Handle, { tenantId, siteId }: Scope, externalIds: readonly string[]): Promise<readonly SoldGoods[]> {
  if (externalIds.length === 0) return [];
  const { rows } = await sql<SoldGoods>`
    select item.id, item.external_id as "externalId", item.tax_basis_points as "taxBasisPoints", item.manage_stock as "manageStock", item.bundle,
      variants.list as variants
    from (select distinct jsonb_array_elements_text(${jsonText(externalIds)}::jsonb) as key) as wanted
    cross join lateral (
      select * from items
      where deleted_at is null and ${hasKey(['external_id', 'site_id', 'tenant_id'], [sql`wanted.key`, sql`${siteId}::uuid`, sql`${tenantId}::uuid`])} offset 0
    ) as item
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'externalId', external_id) order by position), '[]') as list
      from item_variants as variant
      where variant.tenant_id = ${tenantId}::uuid and variant.site_id = ${siteId}::uuid and variant.item_id = item.id
    ) as variants`.execute(db);
  return rows;
}
