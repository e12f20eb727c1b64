import type { Category } from '@comptoir/core/catalogue/item.js';
import type { CrudStore } from '@comptoir/core/kit/crud.js';
import { sql } from 'kysely';
import { makeKyselyCrudStore } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';

/** Deleted products do not keep their category from going: they lose it. */
export function makeKyselyCategories(db: Handle): CrudStore<Category> {
  const store = makeKyselyCrudStore<Category>(db, {
    name: 'categories',
    columns: { id: 'id', name: 'name', position: 'position' },
    orderBy: [sql`position`, sql`name collate "C"`],
    searched: ['name'],
  });
  return {
    ...store,
    async delete(scope, id) {
      await db
        .updateTable('items')
        .set({ category_id: null })
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .where('category_id', '=', id)
        .where('deleted_at', 'is not', null)
        .execute();
      return store.delete(scope, id);
    },
  };
}
