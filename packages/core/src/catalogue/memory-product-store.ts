import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { Scope } from '../kit/scope.js';
import type { Vendor } from '../vendors/vendor.js';
import type { Category, Product } from './item.js';
import { codesOf, type ProductCode } from './product-codes.js';
import type { ProductStore } from './product-store.js';

export interface ProductTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Product>;
  readonly vendors: CrudTable<Vendor>;
}

/** Products without a database. */
export function makeMemoryProductStore({ categories, items, vendors }: ProductTables): ProductStore {
  const put = (scope: Scope, product: Product) =>
    items.set(crudKey(scope, product.id), { tenantId: scope.tenantId, siteId: scope.siteId, row: product });
  const mustReferWell = (scope: Scope, { categoryId, defaultVendorId }: Product) => {
    const hasCategory = categoryId === null || categories.get(crudKey(scope, categoryId)) !== undefined;
    if (!hasCategory) throw new DomainError('unknown_category');
    const hasVendor = defaultVendorId === null || vendors.get(crudKey(scope, defaultVendorId)) !== undefined;
    if (!hasVendor) throw new DomainError('unknown_record');
  };
  const takenBy = (products: readonly Product[]) => new Set(products.flatMap(codesOf).map(codeKey));

  return {
    async create(scope, products) {
      for (const product of products) {
        if (items.get(crudKey(scope, product.id)) !== undefined) throw new DomainError('duplicate');
        mustReferWell(scope, product);
      }
      const taken = takenBy(rowsOfSite(items, scope));
      for (const product of products) {
        takeCodes(product, taken);
        put(scope, product);
      }
    },

    async change(scope, ids, decide) {
      const products = ids.flatMap((id) => items.get(crudKey(scope, id))?.row ?? []).map(decide);
      const changed = new Set(ids);
      const taken = takenBy(rowsOfSite(items, scope).filter(({ id }) => !changed.has(id)));
      for (const product of products) {
        mustReferWell(scope, product);
        takeCodes(product, taken);
      }
      for (const product of products) put(scope, product);
      return products;
    },
  };
}

/** Adds the codes of the product to those that are taken. Throws `duplicate_sku`. */
function takeCodes(product: Product, taken: Set<string>): void {
  for (const key of codesOf(product).map(codeKey)) {
    if (taken.has(key)) throw new DomainError('duplicate_sku');
    taken.add(key);
  }
}

function codeKey({ kind, code }: ProductCode): string {
  return `${kind} ${code}`;
}
