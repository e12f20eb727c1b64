import type { Category } from '@comptoir/core/catalogue/item.js';
import type { CrudStore } from '@comptoir/core/kit/crud.js';
import { sql } from 'kysely';
import { makeKyselyCrudStore } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';

export function makeKyselyCategories(db: Handle): CrudStore<Category> {
  return makeKyselyCrudStore<Category>(db, {
    name: 'categories',
    columns: { id: 'id', name: 'name', position: 'position' },
    orderBy: [sql`position`, sql`name collate "C"`],
    searched: ['name'],
  });
}
