import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Page, PageInput } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { VersionedRecord, VersionedStore, VersionedViews } from '@comptoir/core/kit/versioned.js';
import { type RawBuilder, sql } from 'kysely';
import { matches } from './crud-store.js';
import type { Handle } from './database-handle.js';
import { asInUse, asUnknownRecord } from './db-errors.js';
import { json } from './json.js';

export interface VersionedTable<Row extends VersionedRecord> {
  /** A table keyed by (tenant_id, site_id, id). */
  readonly name: string;
  /** The column of every field. Names come from here, never from a caller. */
  readonly columns: { readonly [Field in keyof Row]: string };
  /** The fields whose columns are jsonb. */
  readonly json: readonly (keyof Row & string)[];
  /** Columns that are made of others, for searches and keys. */
  readonly derived: (row: Row) => Readonly<Record<string, unknown>>;
  /** Fields that only the store itself changes: an edit leaves them as they are. */
  readonly counters: readonly (keyof Row & string)[];
  /** What orders a list; the id is added so that the order is total. */
  readonly orderBy: readonly RawBuilder<unknown>[];
  /** The text columns that `search` looks in. */
  readonly searched: readonly string[];
}

/** Versioned records on any table of this shape. */
export function makeKyselyVersionedStore<Row extends VersionedRecord>(db: Handle, table: VersionedTable<Row>) {
  const { tableName, ofSite, selected, read } = versionedRows<Row>(db, table);

  const store: VersionedStore<Row> = {
    async create({ tenantId, siteId }, row) {
      const columns = Object.entries(columnsOf(table, row));
      await sql`insert into ${tableName} (tenant_id, site_id, ${sql.join(columns.map(([name]) => sql.ref(name)))})
        values (${tenantId}, ${siteId}, ${sql.join(columns.map(([, value]) => value))})`
        .execute(db)
        .catch(asUnknownRecord);
      return row;
    },

    async change(scope, id, decide) {
      const [before] = await read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and id = ${id} for update`);
      if (before === undefined) throw new DomainError('unknown_record');
      const after = decide(before);
      if (after === before) return before;
      const kept = new Set(['id', ...table.counters.map((field) => table.columns[field])]);
      const changes = Object.entries(columnsOf(table, after)).filter(([name]) => !kept.has(name));
      await sql`update ${tableName} set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
        where ${ofSite(scope)} and id = ${id}`
        .execute(db)
        .catch(asUnknownRecord);
      return after;
    },

    async delete(scope, id) {
      const deleted = await read(sql`delete from ${tableName} where ${ofSite(scope)} and id = ${id} returning ${selected}`).catch(asInUse);
      return deleted.length > 0;
    },
  };
  return store;
}

export function makeKyselyVersionedViews<Row extends VersionedRecord>(db: Handle, table: VersionedTable<Row>): VersionedViews<Row> {
  const { tableName, ofSite, selected, read, list } = versionedRows<Row>(db, table);
  return {
    list: (scope, page) => list(scope, page, [], [...table.orderBy, sql`id collate "C"`]),
    get: async (scope, id) => (await read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and id = ${id}`))[0] ?? null,
  };
}

/** The parts of a statement about the table, for what a store asks beyond the standard. */
export function versionedRows<Row extends VersionedRecord>(db: Handle, table: VersionedTable<Row>) {
  const { tableName, selected, searched } = namesOf(table);
  const ofSite = ({ tenantId, siteId }: Scope) => sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
  const read = async (query: RawBuilder<unknown>): Promise<readonly Row[]> => (await (query as RawBuilder<Row>).execute(db)).rows;

  /** One page of the rows that meet the conditions and have the search text; `orderBy` is total. */
  async function list(
    scope: Scope,
    { page, pageSize, search }: PageInput,
    conditions: readonly RawBuilder<unknown>[],
    orderBy: readonly RawBuilder<unknown>[],
  ): Promise<Page<Row>> {
    const matching = sql.join([ofSite(scope), matches(searched, search), ...conditions], sql` and `);
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableName} where ${matching}`.execute(db);
    const items = await read(sql`
      select ${selected} from ${tableName} where ${matching}
      order by ${sql.join(orderBy)} limit ${pageSize} offset ${(page - 1) * pageSize}`);
    return { items, total: rows[0]?.total ?? 0, page, pageSize };
  }

  return { tableName, selected, ofSite, read, list };
}

interface Names {
  readonly tableName: RawBuilder<unknown>;
  readonly selected: RawBuilder<unknown>;
  readonly searched: readonly RawBuilder<unknown>[];
}

/** Stores are made for every transaction, and writing down the names of columns was most of the work of making them. */
const knownNames = new WeakMap<object, Names>();

function namesOf<Row extends VersionedRecord>(table: VersionedTable<Row>): Names {
  const known = knownNames.get(table);
  if (known !== undefined) return known;
  const fields = Object.keys(table.columns) as (keyof Row & string)[];
  const names = {
    tableName: sql.table(table.name),
    selected: sql.join(fields.map((field) => sql`${sql.ref(table.columns[field])} as ${sql.ref(field)}`)),
    searched: table.searched.map((column) => sql.ref(column)),
  };
  knownNames.set(table, names);
  return names;
}

/** The record as the values of its columns. */
export function columnsOf<Row extends VersionedRecord>(table: VersionedTable<Row>, row: Row): Readonly<Record<string, unknown>> {
  const fields = Object.keys(table.columns) as (keyof Row & string)[];
  const values = fields.map((field) => [table.columns[field], table.json.includes(field) ? json(row[field]) : row[field]]);
  return { ...Object.fromEntries(values), ...table.derived(row) };
}
