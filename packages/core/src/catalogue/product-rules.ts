import { DomainError } from '../kit/errors.js';
import { parse } from '../kit/validate.js';
import { requireVersion } from '../kit/versions.js';
import { type StockUnit, unitsOf } from '../stock/stock-action.js';
import type { Item, Product } from './item.js';
import { bundleSchema, optionGroupsSchema, variantsSchema } from './product-fields.js';
import type { ChangeOptions, ProductFields, ProductPatch } from './products-service.js';

/** What nobody sets when they make a product, as it is then. */
const UNLINKED = { externalId: null, defaultVendorId: null } as const;

type NewFields = Omit<ProductFields, keyof typeof UNLINKED> & Partial<Pick<ProductFields, keyof typeof UNLINKED>>;

/** A product that was never changed. */
export function newProduct(id: string, fields: NewFields, now: Date): Product {
  return { ...UNLINKED, ...fields, data: merged({}, fields.data), id, createdAt: now, updatedAt: now, deletedAt: null, version: 1 };
}

/** The product with the fields the patch names; `data` is merged by name, and null removes a name. */
export function patched(before: Product, { data, ...patch }: ProductPatch): Product {
  const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...before, ...named, data: data === undefined ? before.data : merged(before.data, data) };
}

function merged(before: Product['data'], changes: Product['data']): Product['data'] {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}

const COPY = { name: 120, position: 100_000 } as const;

/** A copy that nothing outside knows of yet: without codes and links, hidden, next in order. */
export function copyOf(product: Product, id: string, name: string | null, now: Date): Product {
  const noCodes = { sku: null, barcode: null, syncKey: null };
  const unlinked = { ...noCodes, externalId: null };
  const fields = {
    ...product,
    ...noCodes,
    name: name ?? `${product.name.slice(0, COPY.name - 4)} (2)`,
    managedBy: 'till' as const,
    externalId: null,
    visible: false,
    position: Math.min(product.position + 1, COPY.position),
    variants: product.variants.map((variant) => ({ ...variant, ...unlinked })),
  };
  return newProduct(id, fields, now);
}

/** Throws `unknown_item`, `stale` or `managed_by_sync` unless the caller may change the product as they know it. */
export function mustBeChangeable(product: Product, { ifVersion = null, asSync = false }: ChangeOptions): void {
  if (product.deletedAt !== null) throw new DomainError('unknown_item');
  requireVersion(product, ifVersion);
  if (product.managedBy === 'sync' && !asSync) throw new DomainError('managed_by_sync');
}

/** Throws `invalid_options` or `invalid_request` unless the parts of the product fit each other. */
export function mustFitTogether({ variants, optionGroups, bundle, manageStock }: Product): void {
  parse(variantsSchema, variants);
  parse(optionGroupsSchema, optionGroups, 'invalid_options');
  parse(bundleSchema, bundle);
  if (bundle.length > 0 && manageStock) {
    throw new DomainError('invalid_request', { message: 'A bundle has no stock of its own: it takes that of its components.' });
  }
}

/** The units of the first that the second has not. */
export function unitsOnlyIn(one: Product, other: Product): readonly StockUnit[] {
  const kept = new Set(unitsOf(other).map(({ variantId }) => variantId));
  return unitsOf(one).filter(({ variantId }) => !kept.has(variantId));
}

/** True when this is what is sold of the item: one of its variants, or itself where it has none. */
export function isSoldAs(item: Pick<Item, 'id' | 'variants'>, variantId: string | null): boolean {
  return unitsOf(item).some((unit) => unit.variantId === variantId);
}
