import { compareText } from './compare-text.js';
import { type CrudTable, rowsOfSite } from './memory-crud-store.js';
import { pageRows } from './memory-page.js';
import { makeMemoryVersionedStore } from './memory-versioned-store.js';
import type { NamedRecord } from './named-record.js';
import type { Scope } from './scope.js';
import { hasWords, searchWordsOf, wantedWords } from './search-words.js';
import type { VersionedStore, VersionedViews } from './versioned.js';

/** Named records without a database. `inUse`: others refer to the record. */
export function makeMemoryNamedRecords<Row extends NamedRecord>(
  table: CrudTable<Row>,
  inUse: (scope: Scope, id: string) => boolean = () => false,
): { store: VersionedStore<Row>; views: VersionedViews<Row> } {
  const { store, views } = makeMemoryVersionedStore(table, {
    sort: byName,
    searched: ({ name }) => name,
    inUse,
    clash: (row, other) => row.name === other.name,
  });
  return {
    store,
    views: {
      ...views,
      async list(scope, page) {
        const wanted = wantedWords(page.search);
        const rows = rowsOfSite(table.committed, scope).filter(({ name }) => hasWords(searchWordsOf([name]), wanted));
        return pageRows(rows.sort(byName), page);
      },
    },
  };
}

function byName(left: NamedRecord, right: NamedRecord): number {
  return compareText(left.name, right.name) || compareText(left.id, right.id);
}
