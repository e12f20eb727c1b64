import type { Scope } from '../kit/scope.js';
import type { BundleComponent, OptionGroup, Product, Variant } from './item.js';

/** The fields of a product that people set; ids, times and what the till keeps itself are not among them. */
export type ProductFields = Omit<Product, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version'>;

/** Fields to change: undefined leaves, null clears; `data` is merged field by field, null removes one. */
export type ProductPatch = { readonly [Field in keyof ProductFields]?: ProductFields[Field] | undefined };

export interface ChangeOptions {
  /** The version the caller has read; another one now: `stale`. Null: whatever it is. */
  readonly ifVersion?: number | null;
  /** True for the synchronization alone: it may change what it manages. Others are told `managed_by_sync`. */
  readonly asSync?: boolean;
}

/**
 * The one catalogue of an establishment, for storefront, keyed API and platform. Every change raises the version of the
 * establishment in the same transaction and tells who listens.
 *
 * All throw `unknown_item`; those that change one also `stale` and `managed_by_sync`.
 */
export interface ProductsService {
  /** Throws `duplicate_sku`, `unknown_category`, `invalid_options`, `invalid_request`. Where `manageStock` is on its ledger is opened. */
  create(scope: Scope, fields: ProductFields): Promise<Product>;
  /** Throws `duplicate_sku`, `unknown_category`, `invalid_options`, `invalid_request`. */
  update(scope: Scope, id: string, patch: ProductPatch, options?: ChangeOptions): Promise<Product>;
  /** Marks it as deleted; its ledger and what was ordered of it stay. Throws `last_item`, `in_use` (a bundle contains it). */
  delete(scope: Scope, id: string, options?: ChangeOptions): Promise<Product>;
  /** Throws `duplicate_sku` when another has its codes by now. */
  restore(scope: Scope, id: string): Promise<Product>;
  /** A copy without codes, hidden, next in order; its stock starts at 0. */
  duplicate(scope: Scope, id: string, name: string | null): Promise<Product>;
  /** Adds, changes, removes or orders variants. Stock of a removed variant must be 0 and unpromised, else `in_use`. */
  setVariants(scope: Scope, id: string, decide: (variants: readonly Variant[]) => readonly Variant[]): Promise<Product>;
  setOptionGroups(scope: Scope, id: string, groups: readonly OptionGroup[]): Promise<Product>;
  /** Throws `invalid_request` for components that do not exist, are bundles themselves, or the product itself. */
  setBundle(scope: Scope, id: string, bundle: readonly BundleComponent[]): Promise<Product>;
  /** Turning it on opens the ledger with the balance (`OPENING_BALANCE`); turning it off keeps the ledger as it is. */
  setManageStock(scope: Scope, id: string, on: boolean, balance: number | null): Promise<Product>;
}
