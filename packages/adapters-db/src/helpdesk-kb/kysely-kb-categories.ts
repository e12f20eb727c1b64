import type { KbCategory } from '@comptoir/core/helpdesk-kb/kb-article.js';
import type { KbCategoryStore, KbCategoryViews } from '@comptoir/core/helpdesk-kb/kb-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';
import { makeSlugs } from './kysely-slugs.js';

const TABLE: VersionedTable<KbCategory> = {
  name: 'kb_categories',
  columns: {
    id: 'id',
    position: 'position',
    translations: 'translations',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['translations'],
  derived: ({ translations }) => ({
    names: Object.values(translations)
      .map(({ name }) => name)
      .join('\n'),
  }),
  counters: [],
  orderBy: [sql`position`, sql`created_at`],
  searched: ['names'],
};

export function makeKyselyKbCategories(db: Handle): KbCategoryStore {
  const store = makeKyselyVersionedStore(db, TABLE);
  const slugs = makeSlugs(db, 'kb_category_slugs');
  return {
    isSlugTaken: slugs.isTaken,
    async create(scope, category) {
      await store.create(scope, category);
      await slugs.take(scope, category.id, category.translations);
      return category;
    },
    async change(scope, id, decide) {
      let isChanged = false;
      const after = await store.change(scope, id, (before) => {
        const decided = decide(before);
        isChanged = decided !== before;
        return decided;
      });
      if (isChanged) await slugs.take(scope, id, after.translations);
      return after;
    },
    delete: store.delete,
  };
}

export function makeKyselyKbCategoryViews(db: Handle): KbCategoryViews {
  const { tableName, ofSite, selected, read } = versionedRows<KbCategory>(db, TABLE);
  return {
    ...makeKyselyVersionedViews(db, TABLE),
    ownersOf: makeSlugs(db, 'kb_category_slugs').ownersOf,
    all: (scope) => read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} order by position, created_at, id collate "C"`),
  };
}
