import { DomainError } from './errors.js';
import { type CrudTable, crudKey, rowsOfSite } from './memory-crud-store.js';
import { pageRows } from './memory-page.js';
import type { NamedRecord, NamedStore, NamedViews } from './named-record.js';
import type { Scope } from './scope.js';
import { hasWords, searchWordsOf, wantedWords } from './search-words.js';

/** Named records without a database. `inUse`: others refer to the record. */
export function makeMemoryNamedRecords<Row extends NamedRecord>(
  table: CrudTable<Row>,
  inUse: (scope: Scope, id: string) => boolean = () => false,
): { store: NamedStore<Row>; views: NamedViews<Row> } {
  const refuseTaken = (scope: Scope, row: Row) => {
    if (rowsOfSite(table, scope).some(({ id, name }) => name === row.name && id !== row.id)) throw new DomainError('duplicate');
  };
  const put = (scope: Scope, row: Row): Row => {
    refuseTaken(scope, row);
    table.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
    return row;
  };
  return {
    store: {
      create: async (scope, row) => put(scope, row),
      async change(scope, id, decide) {
        const before = table.get(crudKey(scope, id));
        if (before === undefined) throw new DomainError('unknown_record');
        return put(scope, decide(before.row));
      },
      async remove(scope, id) {
        if (table.get(crudKey(scope, id)) === undefined) throw new DomainError('unknown_record');
        if (inUse(scope, id)) throw new DomainError('in_use');
        table.delete(crudKey(scope, id));
      },
    },
    views: {
      get: async (scope, id) => table.committed.get(crudKey(scope, id))?.row ?? null,
      async list(scope, page) {
        const wanted = wantedWords(page.search);
        const rows = rowsOfSite(table.committed, scope).filter(({ name }) => hasWords(searchWordsOf([name]), wanted));
        return pageRows(rows.sort(byName), page);
      },
    },
  };
}

function byName(left: NamedRecord, right: NamedRecord): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
