import { type ColumnType, type RawBuilder, sql } from 'kysely';

/** A jsonb column: read as the value, written through `json`, because drivers disagree on how arrays become parameters. */
export type Json<Value> = ColumnType<Value, RawBuilder<Value>, RawBuilder<Value>>;

/** The value as a jsonb parameter. */
export function json<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`;
}
