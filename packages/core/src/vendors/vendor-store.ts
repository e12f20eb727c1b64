import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore } from '../kit/versioned.js';
import type { VendorType } from '../shop-sync/shop-records.js';
import type { Vendor } from './vendor.js';

/**
 * Writes of vendors. `create` and `change` throw `duplicate` where the pair of type and external id is taken by one that is not merged away.
 * `delete` takes those along that were merged into the vendor, and throws `in_use` while products name any of them, deleted products too.
 */
export interface VendorStore extends VersionedStore<Vendor> {
  /** Stores the vendors in one statement, all or nothing. */
  createAll(scope: Scope, vendors: readonly Vendor[]): Promise<void>;
  /**
   * Locks those of the vendors that exist, in the order of their ids, and stores what `decide` makes of each, in one statement. Returns them in
   * that order.
   */
  changeAll(scope: Scope, ids: readonly string[], decide: (vendor: Vendor) => Vendor): Promise<readonly Vendor[]>;
  /**
   * Products that name `fromId`, deleted ones too, name `intoId` from then on, and what was merged into the one leads to the other. Each product
   * counts it as a change; how many there were. The version of the site is the caller's business. Throws `unknown_record` where `intoId` is
   * nobody's.
   */
  handOver(scope: Scope, fromId: string, intoId: string, at: Date): Promise<number>;
}

export interface VendorFilter extends PageInput {
  readonly type?: VendorType | undefined;
  /** By `data.active`; one that does not say is active. */
  readonly active?: boolean | undefined;
}

/** What a vendor is called in an online shop. Null: of a type that nobody kept. */
export interface ShopVendorId {
  readonly type: VendorType | null;
  readonly externalId: string;
}

export interface ShopVendorMatch extends ShopVendorId {
  readonly vendor: Vendor;
}

/** Reads of vendors. */
export interface VendorViews {
  /** Merged ones too: `mergedInto` says where to look on. */
  get(scope: Scope, id: string): Promise<Vendor | null>;
  /**
   * The vendors that carry these shop ids now: one that was merged away answers with the one it was merged into, so that its shop id leads on
   * and nobody creates it again. One that still stands goes before a merged one of the same id. Ids of nobody are left out; in no order.
   */
  byShopIds(scope: Scope, ids: readonly ShopVendorId[]): Promise<readonly ShopVendorMatch[]>;
  /** The vendor whose portal link has this hash, and whose it is; merged ones never. Takes no scope: the link is the proof. */
  byPortalHash(hash: string): Promise<{ readonly tenantId: string; readonly siteId: string; readonly vendor: Vendor } | null>;
  /** By name, without merged ones; `search` looks for beginnings of words in name, mail address and external id. */
  list(scope: Scope, filter: VendorFilter): Promise<Page<Vendor>>;
  /** All that are not merged away, by name. */
  all(scope: Scope): Promise<readonly Vendor[]>;
  /** How many products that are not deleted name each of the vendors as theirs; those whom none names are left out. */
  productCounts(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
