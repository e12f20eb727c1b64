import type { Product, Variant } from '../../catalogue/item.js';
import { VARIANTS_MAX } from '../../catalogue/product-fields.js';
import { DomainError } from '../../kit/errors.js';
import type { ShopCombination, ShopProduct } from '../shop-records.js';
import { lineOf } from './product-words.js';
import { sellingPrice } from './selling-price.js';

/** What variants are made with. */
export interface VariantParts {
  readonly taxBasisPoints: number;
  readonly makeId: () => string;
  /** True of a unit that cannot go: there is stock of it, some of it is promised, or a bundle contains it. */
  readonly mustStay: (variantId: string | null) => boolean;
}

/**
 * The combinations as variants, in their order; one that is known by its id in the shop keeps its own. One that the shop does not have any more
 * stays at the end for as long as it cannot go. Throws `invalid_request` for what the catalogue cannot hold.
 */
export function importedVariants(record: ShopProduct, before: Product | null, parts: VariantParts): readonly Variant[] {
  const known = new Map((before?.variants ?? []).map((variant) => [variant.externalId, variant]));
  const combined = record.combinations.map((combination) => variantOf(record, combination, known.get(combination.externalId), parts));
  const kept = new Set(combined.map(({ id }) => id));
  const staying = (before?.variants ?? []).filter(({ id }) => !kept.has(id) && parts.mustStay(id));
  if (combined.length === 0 && staying.length > 0) throw inUse('combinations: none is left, but there is stock here of some');
  const variants = withOwnSkus([...combined, ...staying]);
  if (variants.length > VARIANTS_MAX) throw refused(`combinations: more than ${VARIANTS_MAX}`);
  return variants;
}

function variantOf(record: ShopProduct, combination: ShopCombination, known: Variant | undefined, parts: VariantParts): Variant {
  return {
    id: known?.id ?? parts.makeId(),
    name: lineOf(combination.name, 80) ?? combination.externalId,
    priceCents: sellingPrice([record.netPrice, combination.netPriceImpact], parts.taxBasisPoints),
    sku: lineOf(combination.reference, 80),
    barcode: lineOf(combination.barcode, 80),
    syncKey: known?.syncKey ?? null,
    externalId: combination.externalId,
  };
}

/** Shops give the combinations of a product one reference; a sku names one thing, so the first keeps it. */
function withOwnSkus(variants: readonly Variant[]): readonly Variant[] {
  const taken = new Set<string>();
  return variants.map((variant) => {
    const isTaken = variant.sku !== null && taken.has(variant.sku);
    if (variant.sku !== null) taken.add(variant.sku);
    return isTaken ? { ...variant, sku: null } : variant;
  });
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', { message });
}

function inUse(message: string): DomainError {
  return new DomainError('in_use', { message });
}
