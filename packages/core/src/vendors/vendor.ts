import { searchWordsOf } from '../kit/search-words.js';
import type { VersionedRecord } from '../kit/versioned.js';
import type { VendorType } from '../shop-sync/shop-records.js';

/** Who an establishment buys from. */
export interface Vendor extends VersionedRecord {
  readonly name: string;
  /** Null: of no shop, or from before types were kept. */
  readonly type: VendorType | null;
  /** The id in the online shop, unique together with the type: suppliers and manufacturers are numbered apart. */
  readonly externalId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly note: string | null;
  /** Facts of others by name, such as `active`; merged, never replaced as a whole: the vendor portal keeps its state here too. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The vendor this one was merged into, kept so that old links lead somewhere. */
  readonly mergedInto: string | null;
}

/** By `data.active`; one that does not say is active. */
export function isActiveVendor({ data }: Vendor): boolean {
  return data['active'] !== false;
}

/** The words a vendor is found by. */
export function vendorWords({ name, email, externalId }: Vendor): readonly string[] {
  return searchWordsOf([name, email, externalId]);
}
