import type { Ids } from '../../kit/ids.js';
import type { Vendor } from '../../vendors/vendor.js';
import { type Foreseen, vendorKey } from '../products/known-shop.js';
import { lineOf } from '../products/product-words.js';
import type { ShopVendor } from '../shop-records.js';
import type { ChunkPlan, PartWork, SyncPart } from '../sync-part.js';
import { holdersOf, standingVendors } from './known-vendors.js';
import { type NamedVendor, type NewVendors, newVendors, refreshed, shopSideOf, type VendorMaps, vendorMaps } from './reconcile-vendors.js';

export interface VendorPartDeps {
  readonly ids: Ids;
  readonly foreseen: Foreseen;
}

/** Vendors are known by their `vendorKey` in links and quarantine: records that are read carry it as their external id. */
export function vendorPart({ ids, foreseen }: VendorPartDeps): SyncPart<ShopVendor> {
  return {
    entity: 'vendors',
    rules: 1,
    async read(gateway, keys, signal) {
      const wanted = new Set(keys);
      const records = (await gateway.vendors(signal)).map(keyed).filter(({ externalId }) => wanted.has(externalId));
      const found = new Set(records.map(({ externalId }) => externalId));
      return { records, gone: keys.filter((key) => !found.has(key)), faulty: [] };
    },
    async plan(work, records) {
      const shop = records.map(namedVendor);
      const [holders, standing] = [await holdersOf(work, shop, foreseen), await standingVendors(work, foreseen)];
      const maps = vendorMaps(shop);
      const missing = shop.filter(({ type, externalId }) => !holders.has(vendorKey(type, externalId)));
      const fresh = newVendors(missing, standing, () => ids.uuid(), work.now);
      return {
        ...planOf(work, refreshes(standing, maps, holders, work.now), fresh, new Map([...holders, ...fresh.holders]), records),
        foresee() {
          for (const [key, vendor] of fresh.holders) foreseen.vendors.set(key, vendor);
        },
      };
    },
    async planGone(work, keys) {
      const shop = keys.map((key) => ({ ...pairOf(key), name: null, active: false }));
      const [holders, standing] = [await holdersOf(work, shop, foreseen), await standingVendors(work, foreseen)];
      const changes = refreshes(standing, vendorMaps(shop), holders, work.now);
      const links = keys.map((externalId) => ({ externalId }));
      return { ...planOf(work, changes, { created: [], holders: new Map() }, holders, links), foresee: () => undefined };
    },
  };
}

/** The vendor as its own type and number name it. */
export function keyed(vendor: ShopVendor): ShopVendor {
  return { ...vendor, externalId: vendorKey(vendor.type, vendor.externalId) };
}

function namedVendor({ externalId, name, active }: ShopVendor): NamedVendor {
  const pair = pairOf(externalId);
  return { ...pair, name: lineOf(name, 120), active };
}

function pairOf(key: string): Pick<NamedVendor, 'type' | 'externalId'> {
  const type = key.startsWith('supplier:') ? 'supplier' : 'manufacturer';
  return { type, externalId: key.slice(type.length + 1) };
}

interface Refresh {
  readonly shop: NamedVendor;
  readonly carries: boolean;
}

type Refreshes = ReadonlyMap<string, Refresh>;

/** What the shop says anew, by the id of the vendor here. */
function refreshes(standing: readonly Vendor[], maps: VendorMaps, holders: ReadonlyMap<string, Vendor>, now: Date): Refreshes {
  const news = standing.flatMap((vendor) => {
    const shop = shopSideOf(vendor, maps);
    if (shop === null) return [];
    const carries = holders.get(vendorKey(shop.type, shop.externalId))?.id === vendor.id;
    return refreshed(vendor, shop, carries, now) === vendor ? [] : [[vendor.id, { shop, carries }] as const];
  });
  return new Map(news);
}

function planOf(
  { scope, now }: PartWork,
  changes: Refreshes,
  { created }: NewVendors,
  holders: ReadonlyMap<string, Vendor>,
  records: readonly { readonly externalId: string }[],
): Omit<ChunkPlan, 'foresee'> {
  const rows = changes.size + created.length;
  return {
    links: records.flatMap(({ externalId }) => {
      const vendor = holders.get(externalId);
      return vendor === undefined ? [] : [{ externalId, localId: vendor.id }];
    }),
    writes: rows === 0 ? {} : { vendors: rows },
    refused: [],
    async apply(_services, { vendors }) {
      const decide = (vendor: Vendor) => {
        const change = changes.get(vendor.id);
        return change === undefined ? vendor : refreshed(vendor, change.shop, change.carries, now);
      };
      if (changes.size > 0) await vendors.changeAll(scope, [...changes.keys()], decide);
      if (created.length > 0) await vendors.createAll(scope, created);
    },
  };
}
