import { DomainError } from '@comptoir/core/kit/errors.js';
import type { NamedRecord } from '@comptoir/core/kit/named-record.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { searchWordsOf } from '@comptoir/core/kit/search-words.js';
import type { VersionedStore, VersionedViews } from '@comptoir/core/kit/versioned.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database-handle.js';
import { asInUse } from './db-errors.js';
import { jsonText } from './json.js';
import { hasWantedWords } from './search-words.js';
import { uuidOf } from './uuids.js';

/** The columns of every table of named records; what is not in them is in `details`. */
export interface NamedTable {
  tenant_id: string;
  site_id: string;
  id: string;
  name: string;
  details: unknown;
  search_words: string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface NamedRecords<Row extends NamedRecord> {
  /** Comes from here, never from a caller. */
  readonly table: string;
  /** What the details of a row are, as they come out of the database. */
  readDetails(details: unknown): Omit<Row, keyof NamedRecord>;
}

interface NamedRow extends NamedRecord {
  readonly details: unknown;
}

const SELECTED = sql`id, name, details, created_at as "createdAt", updated_at as "updatedAt", version`;

export function makeKyselyNamedStore<Row extends NamedRecord>(db: Handle, records: NamedRecords<Row>): VersionedStore<Row> {
  const table = sql.table(records.table);
  return {
    async create({ tenantId, siteId }, row) {
      const { id, name, createdAt, updatedAt, version } = row;
      await sql`
        insert into ${table} (tenant_id, site_id, id, name, details, search_words, created_at, updated_at, version)
        values (${tenantId}, ${siteId}, ${id}, ${name}, ${detailsOf(row)}, ${searchWordsOf([name])}, ${createdAt}, ${updatedAt},
          ${version})`.execute(db);
      return row;
    },

    async change(scope, id, decide) {
      const before = await one(db, records, sql`select ${SELECTED} from ${table} where ${isOne(scope, id)} for update`);
      if (before === null) throw new DomainError('unknown_record');
      const after = decide(before);
      if (after === before) return before;
      await sql`
        update ${table} set name = ${after.name}, details = ${detailsOf(after)}, search_words = ${searchWordsOf([after.name])},
          updated_at = ${after.updatedAt}, version = ${after.version}
        where ${isOne(scope, id)}`.execute(db);
      return after;
    },

    async delete(scope, id) {
      const { numAffectedRows } = await sql`delete from ${table} where ${isOne(scope, id)}`.execute(db).catch(asInUse);
      return numAffectedRows === 1n;
    },
  };
}

export function makeKyselyNamedViews<Row extends NamedRecord>(db: Handle, records: NamedRecords<Row>): VersionedViews<Row> {
  const table = sql.table(records.table);
  return {
    get: (scope, id) => one(db, records, sql`select ${SELECTED} from ${table} where ${isOne(scope, id)}`),

    async list({ tenantId, siteId }, { page, pageSize, search }) {
      const listed = sql`tenant_id = ${tenantId} and site_id = ${siteId} and ${hasWantedWords(sql.ref('search_words'), search)}`;
      const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${table} where ${listed}`.execute(db);
      const { rows } = await sql<NamedRow>`
        select ${SELECTED} from ${table} where ${listed}
        order by name collate "C", id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
      return { items: rows.map((row) => rowOf(records, row)), total: counted[0]?.total ?? 0, page, pageSize };
    },
  };
}

async function one<Row extends NamedRecord>(db: Handle, records: NamedRecords<Row>, query: RawBuilder<unknown>): Promise<Row | null> {
  const [row] = (await query.$castTo<NamedRow>().execute(db)).rows;
  return row === undefined ? null : rowOf(records, row);
}

function rowOf<Row extends NamedRecord>(records: NamedRecords<Row>, { details, ...head }: NamedRow): Row {
  // The compiler cannot see that a head and its details are the whole record.
  return { ...head, ...records.readDetails(details) } as unknown as Row;
}

function detailsOf({ id, name, createdAt, updatedAt, version, ...details }: NamedRecord): RawBuilder<unknown> {
  return sql`${jsonText(details)}::jsonb`;
}

function isOne({ tenantId, siteId }: Scope, id: string): RawBuilder<unknown> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId} and id = ${uuidOf(id)}`;
}
