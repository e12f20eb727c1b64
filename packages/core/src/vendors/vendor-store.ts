import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore } from '../kit/versioned.js';
import type { VendorType } from '../shop-sync/shop-records.js';
import type { Vendor } from './vendor.js';

/** Writes of vendors. `create` and `change` throw `duplicate` where the pair of type and external id is taken by one that is not merged away. */
export interface VendorStore extends VersionedStore<Vendor> {
  /** Stores the vendors in one statement, all or nothing. */
  createAll(scope: Scope, vendors: readonly Vendor[]): Promise<void>;
  /** Locks those of the vendors that exist, in the order of their ids, and stores what `decide` makes of each, in one statement. */
  changeAll(scope: Scope, ids: readonly string[], decide: (vendor: Vendor) => Vendor): Promise<readonly Vendor[]>;
}

export interface VendorFilter extends PageInput {
  readonly type?: VendorType | undefined;
  /** By `data.active`; one that does not say is active. */
  readonly active?: boolean | undefined;
}

/** Reads of vendors. */
export interface VendorViews {
  /** Merged ones too: `mergedInto` says where to look on. */
  get(scope: Scope, id: string): Promise<Vendor | null>;
  /** By name, without merged ones; `search` looks for beginnings of words in name, mail address and external id. */
  list(scope: Scope, filter: VendorFilter): Promise<Page<Vendor>>;
  /** All that are not merged away. */
  all(scope: Scope): Promise<readonly Vendor[]>;
  /** How many products name each of the vendors as theirs. */
  productCounts(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
