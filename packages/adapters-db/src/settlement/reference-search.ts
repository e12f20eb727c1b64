import { type RawBuilder, sql } from 'kysely';

/**
 * True where the text begins like this, whatever the case of its letters; always without a search text. Served by an index of `lower(…)`
 * with `text_pattern_ops`.
 */
export function beginsWith(column: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  if (search === undefined || search === '') return sql<boolean>`true`;
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${column}) like ${pattern}`;
}
