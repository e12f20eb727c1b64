import type { Product } from './item.js';

/** A name that only one item or variant of an establishment has. */
export interface ProductCode {
  readonly kind: 'sku' | 'sync';
  readonly code: string;
  readonly itemId: string;
  /** Null: of the item itself. */
  readonly variantId: string | null;
}

/** The codes the product holds; none once it is deleted, so that others may take them. */
export function codesOf({ id: itemId, sku, syncKey, variants, deletedAt }: Product): readonly ProductCode[] {
  if (deletedAt !== null) return [];
  return [{ id: null, sku, syncKey }, ...variants].flatMap((holder) => [
    ...(holder.sku === null ? [] : [{ kind: 'sku' as const, code: holder.sku, itemId, variantId: holder.id }]),
    ...(holder.syncKey === null ? [] : [{ kind: 'sync' as const, code: holder.syncKey, itemId, variantId: holder.id }]),
  ]);
}
