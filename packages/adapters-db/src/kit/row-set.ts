import { type RawBuilder, sql } from 'kysely';
import { jsonText } from './json.js';

/** A row as JSON says it: documents, lists and instants as they are. */
export type PlainRow = Readonly<Record<string, unknown>>;

/** Of rows that are all alike. */
export function columnsOf([row = {}]: readonly PlainRow[]): RawBuilder<unknown> {
  return sql.join(Object.keys(row).map((column) => sql.ref(column)));
}

/** The rows as those of a table, in one parameter however many they are. */
export function rowSet(table: string, rows: readonly PlainRow[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${jsonText(rows)}::jsonb)`;
}

/** Writes all rows, which have the same columns, in one statement; none: does nothing. */
export function insertion(table: string, rows: readonly PlainRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`select`;
  const columns = columnsOf(rows);
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowSet(table, rows)}`;
}
