import { compareText } from '../kit/compare-text.js';
import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { byPosition, lowestPriceCents, type Product } from './item.js';
import type { ProductFilter, ProductSort, ProductViews } from './product-store.js';

/** Reads of products without a database. */
export function makeMemoryProductViews({ items }: { readonly items: CrudTable<Product> }): ProductViews {
  const present = (scope: Scope) => rowsOfSite(items.committed, scope).filter(({ deletedAt }) => deletedAt === null);
  const first = (scope: Scope, wanted: (holder: Codes) => boolean) => firstById(present(scope).filter((one) => holders(one).some(wanted)));

  return {
    get: async (scope, id) => present(scope).find((product) => product.id === id) ?? null,
    byIds: async (scope, ids) => present(scope).filter(({ id }) => ids.includes(id)),
    bySku: async (scope, code) => first(scope, ({ sku }) => sku === code),
    bySkus: async (scope, codes) => present(scope).filter((one) => holders(one).some(({ sku }) => sku !== null && codes.includes(sku))),
    byBarcode: async (scope, code) => first(scope, ({ barcode }) => barcode === code),
    byExternalIds: async (scope, ids) => present(scope).filter(({ externalId }) => externalId !== null && ids.includes(externalId)),
    goodsByExternalIds: async (scope, ids) =>
      present(scope)
        .filter(({ externalId }) => externalId !== null && ids.includes(externalId))
        .map(({ id, externalId, taxBasisPoints, manageStock, bundle, variants }) => ({
          ...{ id, externalId, taxBasisPoints, manageStock, bundle },
          variants: variants.map((variant) => ({ id: variant.id, name: variant.name, externalId: variant.externalId })),
        })),
    bySyncKey: async (scope, code) => first(scope, ({ syncKey }) => syncKey === code),
    bySyncKeys: async (scope, keys) =>
      present(scope).filter((one) => holders(one).some(({ syncKey }) => syncKey !== null && keys.includes(syncKey))),
    bundlesWith: async (scope, id) =>
      present(scope)
        .filter(({ bundle }) => bundle.some(({ itemId }) => itemId === id))
        .sort((left, right) => compareText(left.id, right.id)),
    async list(scope, filter) {
      const rows = rowsOfSite(items.committed, scope)
        .filter((product) => matches(product, filter))
        .sort(SORTED[filter.sort ?? 'position']);
      return pageRows(rows, filter);
    },
    all: async (scope) => present(scope).sort(byPosition),
  };
}

type Codes = Pick<Product, 'sku' | 'barcode' | 'syncKey'>;

/** What may carry codes: the product and its variants. */
function holders(product: Product): readonly Codes[] {
  return [product, ...product.variants];
}

function firstById(products: readonly Product[]): Product | null {
  return products.toSorted((left, right) => compareText(left.id, right.id))[0] ?? null;
}

function matches(product: Product, { search = '', deleted = false, ...filter }: ProductFilter): boolean {
  const same = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
  return (
    deleted === (product.deletedAt !== null) &&
    same(filter.categoryId, product.categoryId) &&
    same(filter.visible, product.visible) &&
    same(filter.managedBy, product.managedBy) &&
    same(filter.manageStock, product.manageStock) &&
    same(filter.vendorId, product.defaultVendorId) &&
    searched(product).some((text) => text.toLowerCase().includes(search.toLowerCase()))
  );
}

function searched(product: Product): readonly string[] {
  const codes = holders(product).flatMap(({ sku, barcode }) => [sku ?? '', barcode ?? '']);
  return [product.name, product.reference ?? '', ...codes];
}

type Compare = (left: Product, right: Product) => number;

const byName: Compare = (left, right) => compareText(left.name, right.name) || compareText(left.id, right.id);

const SORTED: Readonly<Record<ProductSort, Compare>> = {
  position: byPosition,
  name: byName,
  price: (left, right) => lowestPriceCents(left) - lowestPriceCents(right) || byName(left, right),
  updatedAt: (left, right) => right.updatedAt.getTime() - left.updatedAt.getTime() || byName(left, right),
};
