import { DomainError } from '../kit/errors.js';
import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import type { Scope } from '../kit/scope.js';
import type { CatalogueStore, CatalogueViews } from './catalogue-store.js';
import { byPosition, type Category, type Item } from './item.js';

export interface CatalogueTables {
  readonly categories: CrudTable<Category>;
  readonly items: CrudTable<Item>;
}

/** The catalogue without a database. */
export function makeMemoryCatalogue({ categories, items }: CatalogueTables): { store: CatalogueStore; views: CatalogueViews } {
  const keyOf = (scope: Scope, id: string) => `${scope.tenantId} ${scope.siteId} ${id}`;
  const change = (scope: Scope, id: string, fields: Partial<Item>): boolean => {
    const before = items.get(keyOf(scope, id));
    if (before === undefined) return false;
    items.set(keyOf(scope, id), { ...before, row: { ...before.row, ...fields } });
    return true;
  };
  return {
    store: {
      async createItem(scope, item) {
        if (items.get(keyOf(scope, item.id)) !== undefined) throw new DomainError('duplicate');
        const categoryExists = item.categoryId === null || categories.get(keyOf(scope, item.categoryId)) !== undefined;
        if (!categoryExists) throw new DomainError('unknown_record');
        items.set(keyOf(scope, item.id), { tenantId: scope.tenantId, siteId: scope.siteId, row: item });
      },
      setSoldOutUntil: async (scope, itemId, soldOutUntil) => change(scope, itemId, { soldOutUntil }),
      setVisible: async (scope, itemId, visible) => change(scope, itemId, { visible }),
    },
    views: {
      menu: async (scope) => ({
        categories: rowsOfSite(categories.committed, scope).sort(byPosition),
        items: rowsOfSite(items.committed, scope)
          .filter((item) => item.visible)
          .sort(byPosition),
      }),
    },
  };
}
