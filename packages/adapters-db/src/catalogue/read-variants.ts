import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import type { VariantRow } from './product-rows.js';

/** The variants of the items, or of all of the establishment, in their order within each item. */
export async function readVariants(
  db: Handle,
  { tenantId, siteId }: Scope,
  itemIds: readonly string[] | 'all',
): Promise<readonly VariantRow[]> {
  const variants = db.selectFrom('item_variants').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
  // One parameter, so that the statement is the same however many items there are.
  const named =
    itemIds === 'all' ? variants : variants.where(sql<boolean>`item_id in (select jsonb_array_elements_text(${jsonText(itemIds)}::jsonb))`);
  return named.orderBy('position').execute();
}
