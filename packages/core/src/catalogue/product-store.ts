import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Product, Variant } from './item.js';

/** Writes of products, whole. Whoever changes one also raises the version of the site, in the same transaction. */
export interface ProductStore {
  /**
   * Stores the products in a handful of statements, however many there are, all or nothing.
   * Throws `duplicate` (an id, or one of the online shop), `duplicate_sku` (a sku or sync key is taken), `unknown_category`,
   * `unknown_record` (the default vendor).
   */
  create(scope: Scope, products: readonly Product[]): Promise<void>;
  /**
   * Locks the products, deleted ones too, hands each to `decide` and stores what it returns, in a handful of statements; variants
   * keep their order. Returns them as they are then, in the order of the ids, of which each is there once; those that do not exist
   * are left out. Throws what `decide` throws, `duplicate` (an id of the online shop), `duplicate_sku`, `unknown_category`, `unknown_record`
   * (the default vendor); then nothing
   * is stored. Codes may change hands among the products, and those of a product that is deleted are free for others.
   */
  change(scope: Scope, ids: readonly string[], decide: (before: Product) => Product): Promise<readonly Product[]>;
}

export const PRODUCT_SORTS = ['position', 'name', 'price', 'updatedAt'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

export interface ProductFilter extends PageInput {
  readonly categoryId?: string | undefined;
  readonly visible?: boolean | undefined;
  readonly managedBy?: 'till' | 'sync' | undefined;
  readonly manageStock?: boolean | undefined;
  /** The vendor they are bought from. */
  readonly vendorId?: string | undefined;
  /** True: only deleted ones; else only those that are not. */
  readonly deleted?: boolean | undefined;
  /**
   * `position` unless told; `price` is the lowest of its variants; descending for `updatedAt`, ascending else; ties by name, then
   * by id.
   */
  readonly sort?: ProductSort | undefined;
}

/** What an order has to know of a product. */
export type SoldGoods = Pick<Product, 'id' | 'externalId' | 'taxBasisPoints' | 'manageStock' | 'bundle'> & {
  readonly variants: readonly Pick<Variant, 'id' | 'name' | 'externalId'>[];
};

/** Reads of products. Deleted ones are absent except where said. */
export interface ProductViews {
  get(scope: Scope, id: string): Promise<Product | null>;
  /** Those that exist, in no order, in a query or two however many there are. */
  byIds(scope: Scope, ids: readonly string[]): Promise<readonly Product[]>;
  /** The product one of whose codes it is: its own or that of a variant. */
  bySku(scope: Scope, sku: string): Promise<Product | null>;
  /** The products of which, or of a variant of which, one of the codes is; in no order, in a query or two however many there are. */
  bySkus(scope: Scope, skus: readonly string[]): Promise<readonly Product[]>;
  /** The first by id when several have it. */
  byBarcode(scope: Scope, barcode: string): Promise<Product | null>;
  bySyncKey(scope: Scope, syncKey: string): Promise<Product | null>;
  /** As `bySkus`, by what an online shop calls them. */
  bySyncKeys(scope: Scope, syncKeys: readonly string[]): Promise<readonly Product[]>;
  /** Those with these ids in the online shop, in no order, in a query or two however many there are. */
  byExternalIds(scope: Scope, productExternalIds: readonly string[]): Promise<readonly Product[]>;
  /** As `byExternalIds`, of each only what an order of it has to know: an import asks for hundreds of them with every hundred orders. */
  goodsByExternalIds(scope: Scope, productExternalIds: readonly string[]): Promise<readonly SoldGoods[]>;
  /** The bundles that contain the product or a variant of it, by id. */
  bundlesWith(scope: Scope, id: string): Promise<readonly Product[]>;
  /** `search` looks in name, reference, sku and barcode, those of variants too. */
  list(scope: Scope, filter: ProductFilter): Promise<Page<Product>>;
  /** All of them, visible or not, in order of display (`byPosition`). */
  all(scope: Scope): Promise<readonly Product[]>;
}
