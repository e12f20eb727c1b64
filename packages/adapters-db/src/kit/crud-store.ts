import type { CrudRecord, CrudStore } from '@comptoir/core/kit/crud.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database-handle.js';
import { asInUse } from './db-errors.js';

export interface CrudTable<Row extends CrudRecord> {
  /** A table keyed by (tenant_id, site_id, id). */
  readonly name: string;
  /** The column of every field. Names come from here, never from a caller. */
  readonly columns: { readonly [Field in keyof Row]: string };
  /** What orders a list; the id is added so that the order is total. Text wants `collate "C"`, to sort alike on every server. */
  readonly orderBy: readonly RawBuilder<unknown>[];
  /** The text columns that `search` looks in. */
  readonly searched: readonly string[];
}

/** Reference data on any table of this shape: five statements, written once. */
export function makeKyselyCrudStore<Row extends CrudRecord>(db: Handle, table: CrudTable<Row>): CrudStore<Row> {
  const fields = Object.keys(table.columns) as (keyof Row & string)[];
  const tableName = sql.table(table.name);
  const selected = sql.join(fields.map((field) => sql`${sql.ref(table.columns[field])} as ${sql.ref(field)}`));
  const sorted = sql.join([...table.orderBy, sql`id collate "C"`]);
  const ofSite = ({ tenantId, siteId }: Scope) => sql`tenant_id = ${tenantId} and site_id = ${siteId}`;

  const one = async (query: RawBuilder<unknown>): Promise<Row | null> => {
    const { rows } = await (query as RawBuilder<Row>).execute(db);
    return rows[0] ?? null;
  };

  return {
    async list(scope, { page, pageSize, search }) {
      const matching = sql`${ofSite(scope)} and ${matches(
        table.searched.map((column) => sql.ref(column)),
        search,
      )}`;
      const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${tableName} where ${matching}`.execute(db);
      const { rows: items } = await sql<Row>`
        select ${selected} from ${tableName} where ${matching}
        order by ${sorted} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
      return { items, total: counted[0]?.total ?? 0, page, pageSize };
    },

    get: (scope, id) => one(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and id = ${id}`),

    async create(scope, row) {
      const names = sql.join(fields.map((field) => sql.ref(table.columns[field])));
      const values = sql.join(fields.map((field) => row[field]));
      await sql`
        insert into ${tableName} (tenant_id, site_id, ${names}) values (${scope.tenantId}, ${scope.siteId}, ${values})`.execute(db);
      return row;
    },

    async update(scope, id, patch) {
      const named: Partial<Record<string, unknown>> = patch;
      const changes = fields
        .filter((field) => field !== 'id' && named[field] !== undefined)
        .map((field) => sql`${sql.ref(table.columns[field])} = ${named[field]}`);
      if (changes.length === 0) return this.get(scope, id);
      return one(sql`update ${tableName} set ${sql.join(changes)} where ${ofSite(scope)} and id = ${id} returning ${selected}`);
    },

    async delete(scope, id) {
      const deleted = await one(sql`delete from ${tableName} where ${ofSite(scope)} and id = ${id} returning ${selected}`).catch(asInUse);
      return deleted !== null;
    },
  };
}

/** Case-insensitive "contains" in any of the columns; always true without a search text. */
export function matches(columns: readonly RawBuilder<unknown>[], search: string | undefined): RawBuilder<unknown> {
  if (search === undefined || search === '') return sql`true`;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}
