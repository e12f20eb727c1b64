import type { Vendor } from '../../vendors/vendor.js';
import { type Foreseen, vendorKey } from '../products/known-shop.js';
import type { PartWork } from '../sync-part.js';
import { type NamedVendor, shopSideOf, type VendorMaps, vendorMaps } from './reconcile-vendors.js';

/** Everybody who is not merged away, those that a dry run would have made included. */
export async function standingVendors({ scope, views }: PartWork, foreseen: Foreseen): Promise<readonly Vendor[]> {
  return [...(await views.vendors.all(scope)), ...foreseen.vendors.values()];
}

/**
 * Who carries each of the shop's numbers now, by `vendorKey`; without those whom nobody carries. A vendor of that type goes before a row from
 * before types were kept, which may be either.
 */
export async function holdersOf(
  { scope, views }: PartWork,
  wanted: readonly NamedVendor[],
  foreseen: Foreseen,
): Promise<ReadonlyMap<string, Vendor>> {
  const pairs = wanted.flatMap(({ type, externalId }) => [
    { type, externalId },
    { type: null, externalId },
  ]);
  const matches = pairs.length === 0 ? [] : await views.vendors.byShopIds(scope, pairs);
  const typed = new Map(matches.flatMap(({ type, externalId, vendor }) => (type === null ? [] : [[vendorKey(type, externalId), vendor]])));
  const untyped = new Map(matches.flatMap(({ type, externalId, vendor }) => (type === null ? [[externalId, vendor]] : [])));
  const maps = vendorMaps(wanted);
  const holders = wanted.flatMap((shop) => {
    const key = vendorKey(shop.type, shop.externalId);
    const vendor = typed.get(key) ?? ofEither(untyped.get(shop.externalId), shop, maps) ?? foreseen.vendors.get(key);
    return vendor === undefined ? [] : [[key, vendor] as const];
  });
  return new Map(holders);
}

/** The row without a type, where it is this one of the two that have its number. */
function ofEither(vendor: Vendor | undefined, { type, externalId }: NamedVendor, maps: VendorMaps): Vendor | undefined {
  const isOther = vendor?.type === null && vendor.externalId === externalId && shopSideOf(vendor, maps)?.type !== type;
  return isOther ? undefined : vendor;
}
