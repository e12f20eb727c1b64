import type { CrudRecord } from './crud.js';
import { DomainError } from './errors.js';
import { type CrudTable, crudKey, type MemoryCrudOptions, makeMemoryCrudStore, rowsOfSite } from './memory-crud-store.js';
import { pageRows } from './memory-page.js';
import type { VersionedRecord, VersionedStore, VersionedViews } from './versioned.js';

export interface MemoryVersionedOptions<Row extends CrudRecord> extends MemoryCrudOptions<Row> {
  /** True when both cannot be there at once. */
  readonly clash: (row: Row, other: Row) => boolean;
}

/** Versioned records without a database. */
export function makeMemoryVersionedStore<Row extends VersionedRecord>(
  table: CrudTable<Row>,
  options: MemoryVersionedOptions<Row>,
): { store: VersionedStore<Row>; views: VersionedViews<Row> } {
  const crud = makeMemoryCrudStore(table, options);
  const refuseClash: VersionedStore<Row>['create'] = async (scope, row) => {
    const clashes = rowsOfSite(table, scope).some((other) => other.id !== row.id && options.clash(row, other));
    if (clashes) throw new DomainError('duplicate');
    return row;
  };
  return {
    store: {
      create: async (scope, row) => crud.create(scope, await refuseClash(scope, row)),
      async change(scope, id, decide) {
        const before = table.get(crudKey(scope, id));
        if (before === undefined) throw new DomainError('unknown_record');
        const after = decide(before.row);
        if (after === before.row) return after;
        const row = await refuseClash(scope, after);
        table.set(crudKey(scope, id), { ...before, row });
        return row;
      },
      delete: crud.delete,
    },
    views: {
      async list(scope, input) {
        const search = input.search?.toLowerCase() ?? '';
        const rows = rowsOfSite(table.committed, scope)
          .filter((row) => options.searched(row).toLowerCase().includes(search))
          .sort(options.sort);
        return pageRows(rows, input);
      },
      get: async (scope, id) => table.committed.get(crudKey(scope, id))?.row ?? null,
    },
  };
}
