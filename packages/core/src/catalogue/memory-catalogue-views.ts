import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import type { CatalogueViews } from './catalogue-store.js';
import { byPosition, type Category, itemOf, type Product } from './item.js';

export interface CatalogueTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Product>;
}

/** The public menu without a database. */
export function makeMemoryCatalogueViews({ categories, items }: CatalogueTables): CatalogueViews {
  return {
    menu: async (scope) => ({
      categories: rowsOfSite(categories.committed, scope).sort(byPosition),
      items: rowsOfSite(items.committed, scope)
        .filter(({ visible, deletedAt }) => visible && deletedAt === null)
        .map(itemOf)
        .sort(byPosition),
    }),
  };
}
