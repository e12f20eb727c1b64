import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { Scope } from '../kit/scope.js';
import type { Category, Product } from './item.js';
import { codesOf, type ProductCode } from './product-codes.js';
import type { ProductStore } from './product-store.js';

export interface ProductTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Product>;
}

/** Products without a database. */
export function makeMemoryProductStore({ categories, items }: ProductTables): ProductStore {
  const put = (scope: Scope, product: Product) =>
    items.set(crudKey(scope, product.id), { tenantId: scope.tenantId, siteId: scope.siteId, row: product });
  const mustHaveCategory = (scope: Scope, { categoryId }: Product) => {
    const exists = categoryId === null || categories.get(crudKey(scope, categoryId)) !== undefined;
    if (!exists) throw new DomainError('unknown_category');
  };
  const takenBy = (products: readonly Product[]) => new Set(products.flatMap(namesOf));

  return {
    async create(scope, products) {
      for (const product of products) {
        if (items.get(crudKey(scope, product.id)) !== undefined) throw new DomainError('duplicate');
        mustHaveCategory(scope, product);
      }
      const taken = takenBy(rowsOfSite(items, scope));
      for (const product of products) {
        takeNames(product, taken);
        put(scope, product);
      }
    },

    async change(scope, ids, decide) {
      const products = ids.flatMap((id) => items.get(crudKey(scope, id))?.row ?? []).map(decide);
      const changed = new Set(ids);
      const taken = takenBy(rowsOfSite(items, scope).filter(({ id }) => !changed.has(id)));
      for (const product of products) {
        mustHaveCategory(scope, product);
        takeNames(product, taken);
      }
      for (const product of products) put(scope, product);
      return products;
    },
  };
}

/** Adds the names of the product to those that are taken. Throws `duplicate`, `duplicate_sku`. */
function takeNames(product: Product, taken: Set<string>): void {
  const shopKey = shopKeyOf(product);
  for (const key of namesOf(product)) {
    if (taken.has(key)) throw new DomainError(key === shopKey ? 'duplicate' : 'duplicate_sku');
    taken.add(key);
  }
}

/** What only one product of an establishment may be called by. */
function namesOf(product: Product): readonly string[] {
  const shopKey = shopKeyOf(product);
  return [...(shopKey === null ? [] : [shopKey]), ...codesOf(product).map(codeKey)];
}

function shopKeyOf({ externalId, deletedAt }: Product): string | null {
  return externalId === null || deletedAt !== null ? null : `shop ${externalId}`;
}

function codeKey({ kind, code }: ProductCode): string {
  return `${kind} ${code}`;
}
