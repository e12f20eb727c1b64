import { type ColumnType, type RawBuilder, sql } from 'kysely';

/** A jsonb column: read as the value, written through `json`, because drivers disagree on how arrays become parameters. */
export type Json<Value> = ColumnType<Value, RawBuilder<Value>, RawBuilder<Value>>;

/** The value as a jsonb parameter. */
export function json<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${jsonText(value)}::jsonb`;
}

/**
 * The value as JSON that jsonb takes: it refuses NUL and halves of characters, which only `JSON.stringify` writes as escapes.
 * Both become the replacement character, as in text columns.
 */
export function jsonText(value: unknown): string | null {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) return null;
  // Nearly no text has any, and to look for them is much less work than to go through every escape.
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text;
  return text.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}
