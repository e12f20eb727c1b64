import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import type { CatalogueViews } from './catalogue-store.js';
import { byPosition, type Category, itemOf, menuOf, type Product } from './item.js';

export interface CatalogueTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Product>;
}

/** The public menu without a database. */
export function makeMemoryCatalogueViews({ categories, items }: CatalogueTables): CatalogueViews {
  return {
    menu: async (scope) => {
      const kept = rowsOfSite(items.committed, scope).filter(({ deletedAt }) => deletedAt === null);
      return menuOf(rowsOfSite(categories.committed, scope), kept.map(itemOf));
    },
    categories: async (scope) => rowsOfSite(categories.committed, scope).sort(byPosition),
  };
}
