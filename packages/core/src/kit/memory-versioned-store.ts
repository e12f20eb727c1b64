import type { CrudRecord } from './crud.js';
import { DomainError } from './errors.js';
import { type CrudTable, crudKey, type MemoryCrudOptions, makeMemoryCrudStore, rowsOfSite } from './memory-crud-store.js';
import { pageRows } from './memory-page.js';
import type { Page, PageInput } from './page.js';
import type { Scope } from './scope.js';
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
      list: async (scope, input) => listRows(table, scope, input, { ...options, isMeant: () => true }),
      get: async (scope, id) => table.committed.get(crudKey(scope, id))?.row ?? null,
    },
  };
}

/** One page of the committed rows that are meant and have the search text. */
export function listRows<Row extends CrudRecord>(
  table: CrudTable<Row>,
  scope: Scope,
  { search = '', ...page }: PageInput,
  { isMeant, searched, sort }: Pick<MemoryVersionedOptions<Row>, 'searched' | 'sort'> & { readonly isMeant: (row: Row) => boolean },
): Page<Row> {
  const rows = rowsOfSite(table.committed, scope).filter(
    (row) => isMeant(row) && searched(row).toLowerCase().includes(search.toLowerCase()),
  );
  return pageRows(rows.sort(sort), page);
}
