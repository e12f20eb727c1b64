import { type RawBuilder, sql } from 'kysely';

/** True where the column begins with the text, which is looked for in lower case; always without one. Served by an index in collation C. */
export function startsWith(column: RawBuilder<unknown>, text: string | undefined): RawBuilder<boolean> {
  if (text === undefined || text === '') return sql<boolean>`true`;
  return sql<boolean>`${column} collate "C" like ${`${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}
