import type { ExportViews, ImportStore } from '@comptoir/core/export/export-views.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { EXPORTED, type ExportedTable } from './exported-tables.js';

const TABLES = new Map(EXPORTED.map((table) => [table.name, table]));
const SCHEMA = Object.keys(MIGRATIONS).at(-1) ?? '';

export function makeKyselyExportViews(db: Handle): ExportViews {
  return {
    schema: () => SCHEMA,
    kinds: () => EXPORTED.map(({ name }) => name),
    async page(scope, kind, after, limit) {
      const { rows } = await pageOf(tableOf(kind), scope, after, limit + 1)
        .execute(db)
        .catch(asInvalidCursor);
      const page = rows.slice(0, limit);
      return { records: page.map(({ record }) => record), after: rows.length > limit ? (page.at(-1)?.after ?? null) : null };
    },
  };
}

export function makeKyselyImports(db: Handle): ImportStore {
  return {
    schema: () => SCHEMA,

    async begin({ tenantId, siteId }, slug) {
      const { rows } = await sql`
        select 1 from sites where slug = ${slug} or id = ${siteId} and tenant_id = ${tenantId}`.execute(db);
      if (rows.length > 0) throw new DomainError('duplicate', { message: `The establishment ${JSON.stringify(slug)} is there already.` });
      // The figures of clients come with the clients: their orders may not be counted again.
      await sql`alter table orders disable trigger client_figures_of_new_orders`.execute(db);
    },

    async put(kind, records) {
      const table = TABLES.get(kind);
      if (table === undefined) return { index: 0, reason: `nothing is called ${JSON.stringify(kind)}` };
      const columns = await columnsOf(db, table);
      if ((await faultOf(db, table, columns, records)) === null) return null;
      for (const [index, record] of records.entries()) {
        const reason = await faultOf(db, table, columns, [record]);
        if (reason !== null) return { index, reason };
      }
      return null;
    },

    async end() {
      await sql`alter table orders enable trigger client_figures_of_new_orders`.execute(db);
      for (const { table, column } of await countedColumns(db)) await countOnBehind(db, table, column);
    },
  };
}

interface ExportRow {
  readonly record: string;
  readonly after: string;
}

/** One page by its key; the records stay the text that the database makes of them. */
function pageOf(table: ExportedTable, scope: Scope, after: string | null, limit: number): RawBuilder<ExportRow> {
  const expressions = table.key.map(([expression]) => sql.raw(expression));
  const without = sql.join([sql`'{}'::text[]`, ...(table.without ?? []).map((column) => sql`array[${column}]::text[]`)], sql` || `);
  return sql<ExportRow>`
    select ((${sql.raw(table.as ?? 'to_jsonb(t)')}) - (${without}))::text as record,
      jsonb_build_array(${sql.join(expressions.map((expression) => sql`(${expression})::text`))})::text as after
    from ${sql.table(table.name)} t
    where ${ofScope(table, scope)} and ${table.only === undefined ? sql`true` : sql.raw(table.only)}
      and ${after === null ? sql`true` : sql`(${sql.join(expressions)}) > (${sql.join(keyAfter(table, after))})`}
    order by ${sql.join(expressions)} limit ${limit}`;
}

function ofScope({ of }: ExportedTable, { tenantId, siteId }: Scope): RawBuilder<unknown> {
  if (of === 'tenant') return sql`id = ${tenantId}`;
  if (of === 'itself') return sql`tenant_id = ${tenantId} and id = ${siteId}`;
  if (of === undefined) return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
  return sql`tenant_id = ${tenantId} and exists (
    select 1 from orders where orders.tenant_id = t.tenant_id and orders.id = t.order_id and orders.site_id = ${siteId})`;
}

function keyAfter({ key }: ExportedTable, after: string): readonly RawBuilder<unknown>[] {
  const values: unknown = parsed(after);
  if (!Array.isArray(values) || values.length !== key.length) throw notOfThis();
  return key.map(([, type], index) => sql`${String(values[index])}::${sql.raw(type)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** SQLSTATE class 22: a value that its type does not know. */
function asInvalidCursor(error: unknown): never {
  throw /^22/.test(stateOf(error)) ? notOfThis() : error;
}

function stateOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function notOfThis(): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this export.' }] });
}

function tableOf(kind: string): ExportedTable {
  const table = TABLES.get(kind);
  if (table === undefined) throw notOfThis();
  return table;
}

/** The columns that are written: not those that the database works out itself. */
async function columnsOf(db: Handle, { name }: ExportedTable): Promise<readonly string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(db);
  return rows.map(({ column }) => column);
}

/** Columns of exported tables that the database counts. */
async function countedColumns(db: Handle): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db);
  return rows.filter(({ table }) => TABLES.has(table));
}

/** What is counted from now on comes after what was taken in. */
async function countOnBehind(db: Handle, table: string, column: string): Promise<void> {
  await sql`
    select setval(counter, greatest(nextval(counter), (select max(${sql.ref(column)}) from ${sql.table(table)})))
    from cast(pg_get_serial_sequence(${table}, ${column}) as regclass) as counter`.execute(db);
}

/** Stores the records, or nothing: then why. A tenant that is there stays as it is. */
async function faultOf(
  db: Handle,
  { name }: ExportedTable,
  columns: readonly string[],
  records: readonly string[],
): Promise<string | null> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const whenThere = name === 'tenants' ? sql`on conflict (id) do nothing` : sql``;
  await sql`savepoint import_batch`.execute(db);
  try {
    await sql`
      insert into ${sql.table(name)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${sql.table(name)}, ${`[${records.join(',')}]`}::jsonb) ${whenThere}`.execute(db);
    await sql`release savepoint import_batch`.execute(db);
    return null;
  } catch (error) {
    await sql`rollback to savepoint import_batch`.execute(db);
    return error instanceof Error ? error.message : String(error);
  }
}
