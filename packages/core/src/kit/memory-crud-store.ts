import type { CrudRecord, CrudStore } from './crud.js';
import { DomainError } from './errors.js';
import type { MemoryRows, MemoryTable } from './memory-database.js';
import { pageRows } from './memory-page.js';
import type { Scope } from './scope.js';

export interface MemoryCrudOptions<Row extends CrudRecord> {
  readonly sort: (left: Row, right: Row) => number;
  /** The text that `search` looks in. */
  readonly searched: (row: Row) => string;
  /** True when other records refer to the row, so that it cannot go. */
  readonly inUse: (scope: Scope, id: string) => boolean;
}

interface ScopedRow<Row> {
  readonly tenantId: string;
  readonly siteId: string;
  readonly row: Row;
}

export type CrudTable<Row> = MemoryTable<ScopedRow<Row>>;
export type CrudRows<Row> = MemoryRows<ScopedRow<Row>>;

/** Reference data without a database. */
export function makeMemoryCrudStore<Row extends CrudRecord>(table: CrudTable<Row>, options: MemoryCrudOptions<Row>): CrudStore<Row> {
  return {
    async list(scope, input) {
      const search = input.search?.toLowerCase() ?? '';
      const rows = rowsOfSite(table, scope)
        .filter((row) => options.searched(row).toLowerCase().includes(search))
        .sort(options.sort);
      return pageRows(rows, input);
    },
    get: async (scope, id) => table.get(crudKey(scope, id))?.row ?? null,
    async create(scope, row) {
      if (table.get(crudKey(scope, row.id)) !== undefined) throw new DomainError('duplicate');
      table.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
      return row;
    },
    async update(scope, id, patch) {
      const before = table.get(crudKey(scope, id));
      if (before === undefined) return null;
      const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const row = { ...before.row, ...named };
      table.set(crudKey(scope, id), { ...before, row });
      return row;
    },
    async delete(scope, id) {
      if (options.inUse(scope, id)) throw new DomainError('in_use');
      return table.delete(crudKey(scope, id));
    },
  };
}

/** Drops the rows of one establishment. */
export function dropRowsOfSite<Row extends CrudRecord>(table: CrudTable<Row>, scope: Scope): void {
  for (const { id } of rowsOfSite(table, scope)) table.delete(crudKey(scope, id));
}

/** Where a row of an establishment is kept in its table. */
export function crudKey(scope: Scope, id: string): string {
  return `${scope.tenantId} ${scope.siteId} ${id}`;
}

/** The rows of one establishment, in no order. */
export function rowsOfSite<Row>(rows: CrudRows<Row>, scope: Scope): Row[] {
  return [...rows.values()].filter(({ tenantId, siteId }) => tenantId === scope.tenantId && siteId === scope.siteId).map(({ row }) => row);
}
