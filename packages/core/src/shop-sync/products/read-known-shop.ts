import type { Product } from '../../catalogue/item.js';
import { codesOf } from '../../catalogue/product-codes.js';
import { hasPublicMenu } from '../../sites/site.js';
import { wallTimeAt } from '../../sites/wall-time.js';
import { defaultRatesOf } from '../../tax-rates/default-rates.js';
import type { Vendor } from '../../vendors/vendor.js';
import type { ShopProduct } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import { holdersOf, standingVendors } from '../vendors/known-vendors.js';
import { type NamedVendor, newVendors } from '../vendors/reconcile-vendors.js';
import { type Foreseen, type KnownShop, vendorKey } from './known-shop.js';
import { lineOf } from './product-words.js';

/** What is known, and the vendors that have to be made first. */
export interface KnownAndNew {
  readonly known: KnownShop;
  readonly newVendors: readonly Vendor[];
}

/** Reads what the records of a chunk are decided by, in a handful of queries. */
export async function readKnownShop(
  work: PartWork,
  records: readonly ShopProduct[],
  foreseen: Foreseen,
  makeId: () => string,
): Promise<KnownAndNew> {
  const { site } = work;
  const { holders: vendors, created } = await vendorsOf(work, records, foreseen, makeId);
  const known = {
    products: await productsKnown(work, namedBy(records), foreseen),
    holders: await skuHolders(work, records, foreseen),
    categories: await categoriesOf(work, records, foreseen),
    vendors,
    standardRate: records.some(({ taxBasisPoints }) => taxBasisPoints === null) ? await standardRate(work) : null,
    keepsStock: site.features.stock && !hasPublicMenu(site.trade),
  };
  return { known, newVendors: created };
}

/** The records, and what their bundles contain. */
function namedBy(records: readonly ShopProduct[]): readonly string[] {
  return records.flatMap(({ externalId, bundle }) => [externalId, ...bundle.map(({ productId }) => productId)]);
}

/** Products here by their id in the shop, as they are or as a dry run would have left them. */
export async function productsKnown({ scope, views }: PartWork, externalIds: readonly string[], { products }: Foreseen) {
  const ids = [...new Set(externalIds)];
  const stored = await views.products.byExternalIds(scope, ids);
  const foreseen = ids.flatMap((id) => products.get(id) ?? []);
  return new Map([...stored, ...foreseen].flatMap((product) => (product.externalId === null ? [] : [[product.externalId, product]])));
}

async function skuHolders({ scope, views }: PartWork, records: readonly ShopProduct[], { products }: Foreseen) {
  const references = records.flatMap(({ reference, combinations }) => [reference, ...combinations.map((each) => each.reference)]);
  const skus = new Set(references.flatMap((reference) => lineOf(reference, 80) ?? []));
  const stored = await views.products.bySkus(scope, [...skus]);
  // What was foreseen goes before what is stored: it would have changed it.
  const holders = new Map<string, Product>();
  for (const product of [...stored.filter(({ externalId }) => externalId === null || !products.has(externalId)), ...products.values()]) {
    for (const { kind, code } of codesOf(product)) if (kind === 'sku' && skus.has(code)) holders.set(code, product);
  }
  return holders;
}

/** A category that somebody has deleted here is none. */
async function categoriesOf({ scope, views }: PartWork, records: readonly ShopProduct[], { categories }: Foreseen) {
  const ids = [...new Set(records.flatMap(({ categoryId }) => categoryId ?? []))];
  const links = await views.shopLinks.byExternalIds(scope, 'categories', ids);
  const existing = new Set((await views.catalogue.categories(scope)).map(({ id }) => id));
  const linked = links.flatMap(({ externalId, localId }) => (existing.has(localId) ? [[externalId, localId] as const] : []));
  return new Map([...linked, ...categories]);
}

/** (4) of the reconciliation: vendors that products name and nobody has made yet. No number is 0 here: that means none. */
async function vendorsOf(work: PartWork, records: readonly ShopProduct[], foreseen: Foreseen, makeId: () => string) {
  const named = [...new Map(records.flatMap(vendorsNamedBy).map((vendor) => [vendorKey(vendor.type, vendor.externalId), vendor])).values()];
  const holders = await holdersOf(work, named, foreseen);
  const missing = named.filter(({ type, externalId }) => !holders.has(vendorKey(type, externalId)));
  if (missing.length === 0) return { holders, created: [] };
  const made = newVendors(missing, await standingVendors(work, foreseen), makeId, work.now);
  return { holders: new Map([...holders, ...made.holders]), created: made.created };
}

function vendorsNamedBy({ supplierId, manufacturerId, manufacturerName }: ShopProduct): readonly NamedVendor[] {
  const supplier = { type: 'supplier' as const, externalId: supplierId, name: null, active: true };
  const manufacturer = { type: 'manufacturer' as const, externalId: manufacturerId, name: lineOf(manufacturerName, 120), active: true };
  return [supplier, manufacturer].flatMap(({ externalId, ...vendor }) => (isNumber(externalId) ? [{ ...vendor, externalId }] : []));
}

/** `0` and the empty text are no vendor. */
function isNumber(externalId: string | null): externalId is string {
  return externalId !== null && externalId !== '' && externalId !== '0';
}

/** The standard rate of the establishment's country today: the one it has entered, or else the one that is known for the country. */
async function standardRate({ scope, site, now, views }: PartWork): Promise<number | null> {
  const { country } = site.address;
  const entered = await views.taxRates.inForce(scope, country, 'standard', wallTimeAt(now, site.timezone).date);
  const known = defaultRatesOf(country).find(({ category }) => category === 'standard');
  return entered?.basisPoints ?? known?.basisPoints ?? null;
}
