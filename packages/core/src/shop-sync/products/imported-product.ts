import type { Product } from '../../catalogue/item.js';
import { newProduct, patched, unitsOnlyIn } from '../../catalogue/product-rules.js';
import type { ProductPatch } from '../../catalogue/products-service.js';
import { DomainError } from '../../kit/errors.js';
import type { ShopProduct } from '../shop-records.js';
import { importedBundle } from './imported-bundle.js';
import { importedVariants } from './imported-variants.js';
import { type KnownShop, vendorKey } from './known-shop.js';
import { lineOf, linesOf } from './product-words.js';
import { sellingPrice } from './selling-price.js';
import { shownAs } from './shown-in-shop.js';

export interface ImportParts {
  readonly known: KnownShop;
  readonly makeId: () => string;
  /** HTML as lines of text. */
  readonly plainText: (html: string) => string;
  readonly mustStay: (product: Product, variantId: string | null) => boolean;
  readonly now: Date;
}

/**
 * The product as the shop has it. What only the till knows stays: place, allergens, options, until when it is sold out, whether stock is kept,
 * and what others wrote in `data`. Throws `invalid_request`, `unknown_item`, `in_use` with a message that names the field.
 */
export function importedProduct(record: ShopProduct, before: Product | null, parts: ImportParts): Product {
  const taxBasisPoints = taxOf(record, before, parts.known);
  const id = before?.id ?? parts.makeId();
  const mustStay = (variantId: string | null) => before !== null && parts.mustStay(before, variantId);
  const variants = importedVariants(record, before, { taxBasisPoints, makeId: parts.makeId, mustStay });
  const bundle = record.kind === 'bundle' ? importedBundle(record, parts.known.products) : [];
  const imported = {
    ...textsOf(record, parts),
    ...kept(record, before),
    priceCents: sellingPrice([record.netPrice], taxBasisPoints),
    taxBasisPoints,
    sku: variants.length === 0 ? lineOf(record.reference, 80) : null,
    variants,
    bundle,
    categoryId: categoryOf(record, before, parts.known),
    defaultVendorId: vendorOf(record, before, parts.known),
    managedBy: 'sync',
    externalId: record.externalId,
    ...shownAs(before, record.active),
  } as const satisfies ProductPatch;
  const data = { ...imported.data, ...factsOf(record) };
  const after =
    before === null
      ? newProduct(id, { ...LOCAL, ...imported, data, manageStock: keepsStock(record, parts.known) && bundle.length === 0 }, parts.now)
      : patched(before, { ...imported, data, manageStock: before.manageStock && bundle.length === 0 });
  if (before !== null) mustLeaveNothing(before, after, parts);
  return after;
}

/** What people set later, where they want. */
const LOCAL = { allergens: [], optionGroups: [], soldOutUntil: null, position: 0, syncKey: null } as const;

/** Unknown is not 0: what is here stays, and a new product has the standard rate of the country. */
function taxOf(record: ShopProduct, before: Product | null, { standardRate }: KnownShop): number {
  const rate = record.taxBasisPoints ?? before?.taxBasisPoints ?? standardRate;
  if (rate === null) throw refused('tax rate: unknown in the shop, and no standard rate of the country is known here');
  if (rate < 0 || rate > 10_000) throw refused('tax rate: not between 0 and 100 %');
  return rate;
}

function textsOf(record: ShopProduct, { plainText }: ImportParts) {
  const name = lineOf(record.name, 120);
  if (name === null) throw refused('name: empty');
  return {
    name,
    description: record.description === null ? null : linesOf(plainText(record.description), 2000),
    reference: lineOf(record.reference, 80),
    barcode: lineOf(record.barcode, 80),
  };
}

/** What the shop does not know stays as it is here. */
function kept(record: ShopProduct, before: Product | null) {
  return {
    purchasePriceCents: record.purchasePriceCents ?? before?.purchasePriceCents ?? null,
    weightGrams: record.weightGrams ?? before?.weightGrams ?? null,
    widthMm: record.widthMm ?? before?.widthMm ?? null,
    heightMm: record.heightMm ?? before?.heightMm ?? null,
    depthMm: record.depthMm ?? before?.depthMm ?? null,
    photo: lineOf(record.photo, 500) ?? before?.photo ?? null,
  };
}

function categoryOf({ categoryId }: ShopProduct, before: Product | null, { categories }: KnownShop): string | null {
  return (categoryId === null ? undefined : categories.get(categoryId)) ?? before?.categoryId ?? null;
}

/** Its supplier, or else who makes it. */
function vendorOf({ supplierId, manufacturerId }: ShopProduct, before: Product | null, { vendors }: KnownShop): string | null {
  const supplier = supplierId === null ? undefined : vendors.get(vendorKey('supplier', supplierId));
  const manufacturer = manufacturerId === null ? undefined : vendors.get(vendorKey('manufacturer', manufacturerId));
  return supplier?.id ?? manufacturer?.id ?? before?.defaultVendorId ?? null;
}

/** Null removes what the shop does not say any more. */
function factsOf(record: ShopProduct) {
  const { manufacturerId, manufacturerName, supplierId, supplierReference } = record;
  return {
    classification: record.kind,
    categories: record.categoryIds.length === 0 ? null : record.categoryIds,
    manufacturer: manufacturerId === null ? null : { id: manufacturerId, name: lineOf(manufacturerName, 120) },
    supplier: supplierId === null ? null : { id: supplierId, reference: lineOf(supplierReference, 80) },
  };
}

function keepsStock({ kind }: ShopProduct, { keepsStock: keeps }: KnownShop): boolean {
  return keeps && kind !== 'virtual';
}

function mustLeaveNothing(before: Product, after: Product, { mustStay }: ImportParts): void {
  const isLeft = unitsOnlyIn(before, after).some(({ variantId }) => mustStay(before, variantId));
  if (isLeft)
    throw new DomainError('in_use', {
      message: 'combinations: they take the place of a product of which there is stock here, or that a bundle contains',
    });
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', { message });
}
