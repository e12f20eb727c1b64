import type { CrudStore } from '../kit/crud.js';
import { type CrudTable, crudKey, makeMemoryCrudStore, rowsOfSite } from '../kit/memory-crud-store.js';
import { byPosition, type Category, type Product } from './item.js';

export interface CategoryTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Product>;
}

/** Categories without a database. Deleted products do not keep theirs from going: they lose it. */
export function makeMemoryCategories({ categories, items }: CategoryTables): CrudStore<Category> {
  const store = makeMemoryCrudStore(categories, {
    sort: byPosition,
    searched: ({ name }) => name,
    inUse: (scope, id) => rowsOfSite(items, scope).some(({ categoryId, deletedAt }) => categoryId === id && deletedAt === null),
  });
  return {
    ...store,
    async delete(scope, id) {
      const deleted = await store.delete(scope, id);
      for (const product of rowsOfSite(items, scope).filter(({ categoryId }) => categoryId === id)) {
        items.set(crudKey(scope, product.id), { tenantId: scope.tenantId, siteId: scope.siteId, row: { ...product, categoryId: null } });
      }
      return deleted;
    },
  };
}
