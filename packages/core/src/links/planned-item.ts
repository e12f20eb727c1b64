import type { Product, Variant } from '../catalogue/item.js';
import { newProduct } from '../catalogue/product-rules.js';
import type { ProductFields } from '../catalogue/products-service.js';
import type { SyncItem } from './sync-contract.js';

/** Where an item of a shop is imported. */
export interface ImportPlace {
  /** Of the link that sends it. */
  readonly linkId: string;
  /** Stock is kept of new items. */
  readonly keepsStock: boolean;
  /** By their names. */
  readonly categoryIds: ReadonlyMap<string, string>;
  readonly makeId: () => string;
  readonly now: Date;
}

/** The name in `Product.data` under which the link stands that keeps the item. */
export const OWNER_FACT = 'syncLink';

/** The standard rate of France, in basis points. */
const TAX_OF_NEW = 2000;

/**
 * The item as the shop has it; `before` is null for a new one. What only the till knows stays: place, allergens, options, until when it is sold out,
 * whether stock is kept.
 */
export function plannedItem(input: SyncItem, before: Product | null, place: ImportPlace): Product {
  const variants = input.variants?.map((variant) => variantOf(variant, before, place)) ?? before?.variants ?? [];
  const kept = {
    name: input.name,
    priceCents: input.price ?? Math.min(...variants.map(({ priceCents }) => priceCents)),
    taxBasisPoints: input.vatRate ?? before?.taxBasisPoints ?? TAX_OF_NEW,
    description: sent(input.description, before?.description),
    sku: sent(input.sku, before?.sku),
    barcode: sent(input.barcode, before?.barcode),
    photo: sent(input.photo, before?.photo),
    categoryId: categoryOf(input.category, before, place),
    variants,
    syncKey: input.key,
    managedBy: 'sync',
    visible: true,
    data: { ...before?.data, [OWNER_FACT]: place.linkId },
  } as const;
  if (before !== null) return { ...before, ...kept };
  return newProduct(place.makeId(), { ...PLAIN, ...kept, manageStock: place.keepsStock }, place.now);
}

const PLAIN = {
  allergens: [],
  bundle: [],
  defaultVendorId: null,
  depthMm: null,
  externalId: null,
  heightMm: null,
  optionGroups: [],
  position: 0,
  purchasePriceCents: null,
  reference: null,
  soldOutUntil: null,
  weightGrams: null,
  widthMm: null,
} as const satisfies Partial<ProductFields>;

type SyncVariant = NonNullable<SyncItem['variants']>[number];

function variantOf({ key, name, price, sku, barcode }: SyncVariant, before: Product | null, { makeId }: ImportPlace): Variant {
  const known = before?.variants.find(({ syncKey }) => syncKey === key);
  return {
    id: known?.id ?? makeId(),
    name,
    priceCents: price,
    sku: sent(sku, known?.sku),
    barcode: sent(barcode, known?.barcode),
    syncKey: key,
    externalId: known?.externalId ?? null,
  };
}

/** Left out, what was there stays; the empty text is none. */
function sent(value: string | null | undefined, before: string | null | undefined): string | null {
  return value === undefined ? (before ?? null) : value || null;
}

function categoryOf(name: string | null | undefined, before: Product | null, { categoryIds }: ImportPlace): string | null {
  if (name === undefined) return before?.categoryId ?? null;
  return name === null || name === '' ? null : (categoryIds.get(name) ?? null);
}
