import { wantedWords } from '@comptoir/core/kit/search-words.js';
import { type RawBuilder, sql } from 'kysely';

/**
 * Search over a column of type `text[]` that holds `searchWordsOf` a record, by the beginnings of words. Served by
 * `create index … using gin (array_to_tsvector(search_words))`, which is built into every PostgreSQL. Always true without a search text.
 */
export function hasWantedWords(column: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  const wanted = wantedWords(search);
  if (wanted.length === 0) return sql<boolean>`true`;
  // Words are letters and digits only, so that nothing in them is syntax of the query.
  const query = wanted.map((word) => `'${word}':*`).join(' & ');
  return sql<boolean>`array_to_tsvector(${column}) @@ ${query}::tsquery`;
}
