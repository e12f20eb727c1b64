import type { Product } from '../../catalogue/item.js';
import type { Vendor } from '../../vendors/vendor.js';
import type { VendorType } from '../shop-records.js';

/**
 * What earlier chunks of a dry run would have written: they write nothing, and later ones must know of it all the same. Shared by the parts of
 * one run; stays empty when the run writes.
 */
export interface Foreseen {
  /** By the id in the shop. */
  readonly products: Map<string, Product>;
  /** Ids here, by the id in the shop. */
  readonly categories: Map<string, string>;
  /** By `vendorKey`. */
  readonly vendors: Map<string, Vendor>;
  /** What the ledger would have of a unit, by `unitKey`. */
  readonly stock: Map<string, number>;
}

export function nothingForeseen(): Foreseen {
  return { products: new Map(), categories: new Map(), vendors: new Map(), stock: new Map() };
}

/** Suppliers and manufacturers are numbered apart: `supplier:12`. */
export function vendorKey(type: VendorType, externalId: string): string {
  return `${type}:${externalId}`;
}

/** Everything the records of one chunk are decided by, read at once. */
export interface KnownShop {
  /** Products here by their id in the shop: of the records, and of what their bundles contain. */
  readonly products: ReadonlyMap<string, Product>;
  /** What holds a sku, by the sku. */
  readonly holders: ReadonlyMap<string, Product>;
  /** Ids of categories here, by their id in the shop. */
  readonly categories: ReadonlyMap<string, string>;
  /** Vendors here by `vendorKey`. */
  readonly vendors: ReadonlyMap<string, Vendor>;
  /** What new products without a known rate are taxed with; null: nobody knows. */
  readonly standardRate: number | null;
  /** Stock is kept of new products that can have some. */
  readonly keepsStock: boolean;
}
