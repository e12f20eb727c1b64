import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { StockLevel } from '../stock/stock-action.js';
import type { StockService } from '../stock/stock-service.js';
import type { StockStore, StockViews } from '../stock/stock-store.js';
import type { Stores, Views } from '../stores.js';
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

/** Products to change, each once, and to make in one step. */
export interface ProductBatch {
  readonly update: readonly { readonly id: string; readonly patch: ProductPatch }[];
  readonly create: readonly ProductFields[];
}

export interface SavedBatch {
  /** In the order of the batch. */
  readonly updated: readonly Product[];
  readonly created: readonly Product[];
}

/**
 * The one catalogue of an establishment, for storefront, keyed API and platform. Every change raises the version of the
 * establishment in the same transaction and tells who listens.
 *
 * All throw `unknown_item`; those that change one also `stale` and `managed_by_sync`. Stock is the till's own: it is also kept of
 * what the synchronization manages.
 */
export interface ProductsService {
  /** Throws `duplicate_sku`, `unknown_category`, `invalid_options`, `invalid_request`. Where `manageStock` is on its ledger is opened. */
  create(scope: Scope, fields: ProductFields): Promise<Product>;
  /** Throws `duplicate_sku`, `unknown_category`, `invalid_options`, `invalid_request`, `in_use` as the methods below. */
  update(scope: Scope, id: string, patch: ProductPatch, options?: ChangeOptions): Promise<Product>;
  /** Updates, then creates, all or nothing; the establishment changes once. Throws what `update` and `create` throw. */
  saveAll(scope: Scope, batch: ProductBatch): Promise<SavedBatch>;
  /** Marks it as deleted; its ledger and what was ordered of it stay. Throws `last_item`, `in_use` (a bundle contains it). */
  delete(scope: Scope, id: string, options?: ChangeOptions): Promise<Product>;
  /** Throws `duplicate_sku` when another has its codes by now. What is not deleted stays as it is. */
  restore(scope: Scope, id: string): Promise<Product>;
  /** A copy without codes, hidden, next in order; its stock starts at 0. */
  duplicate(scope: Scope, id: string, name: string | null): Promise<Product>;
  /**
   * Adds, changes, removes or orders variants. Stock of a removed variant must be 0 and unpromised, and no bundle may contain it,
   * else `in_use`; the first variant of a product takes the place of the product itself, in stock and in bundles.
   */
  setVariants(scope: Scope, id: string, decide: (variants: readonly Variant[]) => readonly Variant[]): Promise<Product>;
  setOptionGroups(scope: Scope, id: string, decide: (groups: readonly OptionGroup[]) => readonly OptionGroup[]): Promise<Product>;
  /**
   * Throws `unknown_item` for components that do not exist, `invalid_request` for those that are bundles themselves or the product
   * itself and for a product whose own stock is kept, `in_use` when a bundle contains the product.
   */
  setBundle(scope: Scope, id: string, bundle: readonly BundleComponent[]): Promise<Product>;
  /** Turning it on opens the ledger with the balance (`OPENING_BALANCE`); turning it off keeps the ledger as it is. */
  setManageStock(scope: Scope, id: string, on: boolean, balance: number | null): Promise<Product>;
  /** The stock of the product or its variants; empty where none is kept. */
  levels(scope: Scope, id: string): Promise<readonly StockLevel[]>;
}

/** What the catalogue asks of the ledger, within one transaction. */
export type ProductStock = Pick<StockService, 'open'> & Pick<StockStore, 'lock'>;

/** What a change of the catalogue works with: one transaction, and news that leave after its commit. */
export interface CatalogueWork {
  readonly stores: Pick<Stores, 'products' | 'sites'>;
  readonly views: Pick<Views, 'products' | 'sites'>;
  readonly stock: ProductStock;
  readonly signals: Pick<Signals, 'send'>;
}

export interface ProductsDeps {
  /** As `Transact`: all or nothing, and `work` may run more than once. */
  readonly transact: <Result>(scope: Scope, work: (parts: CatalogueWork) => Promise<Result>) => Promise<Result>;
  readonly views: Pick<Views, 'products'>;
  readonly levels: StockViews['levels'];
  readonly clock: Clock;
  readonly ids: Ids;
}
