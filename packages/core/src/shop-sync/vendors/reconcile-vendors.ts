import { newlyVersioned } from '../../kit/versioned.js';
import type { Vendor } from '../../vendors/vendor.js';
import { vendorKey } from '../products/known-shop.js';
import type { VendorType } from '../shop-records.js';
import { normalizedVendorName } from './vendor-name.js';

/** The reconciliation of vendors (interfaces D), as pure steps; the fourth, linking products, is `importedProduct`. */

/** A supplier or manufacturer as the shop, or a product of the shop, names it. */
export interface NamedVendor {
  readonly type: VendorType;
  readonly externalId: string;
  /** Null: only its number is known, as of a supplier that a product names. */
  readonly name: string | null;
  readonly active: boolean;
}

/** (1) Suppliers and manufacturers apart: one number names one of each. */
export type VendorMaps = Readonly<Record<VendorType, ReadonlyMap<string, NamedVendor>>>;

export function vendorMaps(vendors: readonly NamedVendor[]): VendorMaps {
  const mapOf = (type: VendorType) =>
    new Map(vendors.filter((vendor) => vendor.type === type).map((vendor) => [vendor.externalId, vendor]));
  return { supplier: mapOf('supplier'), manufacturer: mapOf('manufacturer') };
}

/** What the shop says of a vendor that is here: by its type, or of a row from before types were kept, by both maps. */
export function shopSideOf({ type, externalId, name }: Vendor, maps: VendorMaps): NamedVendor | null {
  if (externalId === null) return null;
  if (type !== null) return maps[type].get(externalId) ?? null;
  const [supplier, manufacturer] = [maps.supplier.get(externalId), maps.manufacturer.get(externalId)];
  const isMaker = manufacturer !== undefined && sameName(manufacturer.name, name) && !sameName(supplier?.name ?? null, name);
  return (isMaker ? manufacturer : (supplier ?? manufacturer)) ?? null;
}

/**
 * (2) The vendor with what the shop says now, all else of `data` as it was; the very same when nothing is new. A row without a type that carries
 * the number (`carries`) gets its type with it.
 */
export function refreshed(vendor: Vendor, shop: NamedVendor, carries: boolean, now: Date): Vendor {
  const named = vendor.data['name_unknown'] === true && shop.name !== null;
  const type = vendor.type ?? (carries ? shop.type : null);
  if (!named && type === vendor.type && vendor.data['active'] === shop.active) return vendor;
  const { name_unknown: _unknown, ...known } = vendor.data;
  const data = { ...(named ? known : vendor.data), active: shop.active };
  return { ...vendor, type, name: named ? shop.name : vendor.name, data, updatedAt: now, version: vendor.version + 1 };
}

/** Vendors to store, and which vendor each of the missing ones is from then on. */
export interface NewVendors {
  readonly created: readonly Vendor[];
  /** By `vendorKey`. */
  readonly holders: ReadonlyMap<string, Vendor>;
}

/**
 * (3) Makes those that are missing. A company that is supplier and manufacturer is one vendor: its second number becomes a signpost, merged into
 * the vendor from the beginning, so that either number leads there. Two of one type are two, whatever they are called.
 */
export function newVendors(missing: readonly NamedVendor[], standing: readonly Vendor[], makeId: () => string, now: Date): NewVendors {
  const created: Vendor[] = [];
  const holders = new Map<string, Vendor>();
  for (const shop of missing) {
    const twin = twinOf(shop, [...standing, ...created.filter(({ mergedInto }) => mergedInto === null)]);
    const vendor = newVendor(shop, twin, makeId(), now);
    created.push(vendor);
    holders.set(vendorKey(shop.type, shop.externalId), twin ?? vendor);
  }
  return { created, holders };
}

/** The same company, known by its other number. */
function twinOf({ type, name }: NamedVendor, standing: readonly Vendor[]): Vendor | null {
  const isOther = (vendor: Vendor) => vendor.externalId !== null && vendor.type !== null && vendor.type !== type;
  return standing.find((vendor) => isOther(vendor) && sameName(name, vendor.name)) ?? null;
}

function newVendor({ type, externalId, name, active }: NamedVendor, twin: Vendor | null, id: string, now: Date): Vendor {
  const known = name === null ? { name_unknown: true } : {};
  return {
    ...newlyVersioned(id, now),
    name: name ?? `${type === 'supplier' ? 'Supplier' : 'Manufacturer'} ${externalId}`,
    type,
    externalId,
    email: null,
    phone: null,
    note: null,
    data: { ...known, active },
    mergedInto: twin?.id ?? null,
  };
}

function sameName(one: string | null, other: string | null): boolean {
  const normal = normalizedVendorName(one ?? '');
  return normal !== '' && normal === normalizedVendorName(other ?? '');
}
