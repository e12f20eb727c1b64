import { compareText } from '../kit/compare-text.js';
/** What an establishment sells: the *Item* of the storefront, the *Product* of the platform. */

/** The 14 allergens of EU regulation 1169/2011, annex II. */
export const ALLERGENS = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];

export interface Category {
  readonly id: string;
  readonly name: string;
  /** Ascending; equal positions are ordered by name. */
  readonly position: number;
}

/** A version of an item with its own price, such as a size. An item that has variants is only sold as one of them. */
export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  /** Unique within the establishment, over items and variants. */
  readonly sku: string | null;
  readonly barcode: string | null;
  /** Names the variant in an online shop (decisions §5); unique within the establishment, over items and variants. */
  readonly syncKey: string | null;
  /** The id of the combination in an online shop; unique within the product. */
  readonly externalId: string | null;
}

export interface Option {
  readonly id: string;
  readonly name: string;
  /** Added to the price of the item. */
  readonly priceCents: number;
}

/** Options of which `min` to `max` are chosen. */
export interface OptionGroup {
  readonly id: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly options: readonly Option[];
}

export interface Item {
  readonly id: string;
  readonly categoryId: string | null;
  readonly name: string;
  readonly description: string | null;
  /** Including tax. Not used for items with variants, which carry their own. */
  readonly priceCents: number;
  /** Tax rate contained in the price, in basis points. */
  readonly taxBasisPoints: number;
  /** Path or address of a picture. */
  readonly photo: string | null;
  /** Unique within the establishment, over items and variants. */
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly allergens: readonly Allergen[];
  /** False hides it from the public entirely. */
  readonly visible: boolean;
  /** Shown, but not for sale before this instant. */
  readonly soldOutUntil: Date | null;
  readonly position: number;
  readonly managedBy: 'till' | 'sync';
  /** True: its stock is kept in the ledger, and it is never sold online beyond what is available. */
  readonly manageStock: boolean;
  /** What a bundle consists of; empty for what is none. A bundle has no stock of its own: it takes that of its components. */
  readonly bundle: readonly BundleComponent[];
  readonly variants: readonly Variant[];
  readonly optionGroups: readonly OptionGroup[];
}

export interface BundleComponent {
  readonly itemId: string;
  readonly variantId: string | null;
  /** How many of it are in one bundle, from 1. */
  readonly quantity: number;
}

/** The item with what only the back office knows: the *Product* of the platform. */
export interface Product extends Item {
  readonly reference: string | null;
  readonly purchasePriceCents: number | null;
  readonly weightGrams: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly depthMm: number | null;
  /** As `Variant.syncKey`, for an item without variants. */
  readonly syncKey: string | null;
  /** The id of the product in an online shop; unique within the establishment among products that are not deleted. */
  readonly externalId: string | null;
  readonly defaultVendorId: string | null;
  /** Facts of others, by name; merged, never replaced as a whole. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Set when it was deleted: nothing shows it any more, and it can be restored. */
  readonly deletedAt: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** The part of a product that the public may see. */
export function itemOf(product: Product): Item {
  const {
    reference: _reference,
    purchasePriceCents: _purchasePriceCents,
    weightGrams: _weightGrams,
    widthMm: _widthMm,
    heightMm: _heightMm,
    depthMm: _depthMm,
    syncKey: _syncKey,
    externalId: _externalId,
    defaultVendorId: _defaultVendorId,
    data: _data,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    deletedAt: _deletedAt,
    version: _version,
    ...item
  } = product;
  return item;
}

/** What the public can order from: the visible part of the catalogue, in order of display. */
export interface Menu {
  readonly categories: readonly Category[];
  readonly items: readonly Item[];
  /** Items that are hidden by themselves and part of a bundle that is not. */
  readonly components: readonly Item[];
}

/** The menu of the items of an establishment, visible or not. */
export function menuOf(categories: readonly Category[], all: readonly Item[]): Menu {
  const items = all.filter(({ visible }) => visible).sort(byPosition);
  const bundled = new Set(items.flatMap(({ bundle }) => bundle.map(({ itemId }) => itemId)));
  const components = all.filter(({ id, visible }) => !visible && bundled.has(id)).sort(byPosition);
  return { categories: [...categories].sort(byPosition), items, components };
}

/** Everything an order from the menu can take stock of, by id. */
export function menuItemsById({ items, components }: Menu): ReadonlyMap<string, Item> {
  return new Map([...items, ...components].map((item) => [item.id, item]));
}

export function isAvailable(item: Item, now: Date): boolean {
  return item.soldOutUntil === null || item.soldOutUntil <= now;
}

/** What the item costs at least, without options. */
export function lowestPriceCents({ priceCents, variants }: Item): number {
  return variants.length === 0 ? priceCents : Math.min(...variants.map((variant) => variant.priceCents));
}

/** Ascending by position, then by name, then by id: an order that never changes by itself. */
export function byPosition(left: { position: number; name: string; id: string }, right: { position: number; name: string; id: string }) {
  return left.position - right.position || compareText(left.name, right.name) || compareText(left.id, right.id);
}
