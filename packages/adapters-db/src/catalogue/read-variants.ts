import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
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
  const named = itemIds === 'all' ? variants : variants.where(isAmong('item_id', itemIds));
  return named.orderBy('position').execute();
}

/** One parameter, so that the statement is the same however many items there are; an array, so that it is looked up in the index. */
export function isAmong(column: 'id' | 'item_id', ids: readonly string[]): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = any (array(select jsonb_array_elements_text(${jsonText(ids)}::jsonb)))`;
}
