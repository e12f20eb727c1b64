import { type RawBuilder, sql } from 'kysely';

/**
 * True for the row that has the key, by the index on exactly these columns, whatever the planner believes. Every table begins most of its indexes with
 * the establishment, and of one that is new to the statistics the planner expects a single row: any of those indexes looks as good to it, and all rows
 * of the establishment are read for each key. A comparison of rows can only be looked up in an index that begins with its first column; the columns
 * are those of the index in its order, the first one being what tells records of an establishment apart.
 *
 * For a set of keys: `from … as wanted cross join lateral (select … where ${hasKey(…)} offset 0) as found`, where `offset 0` keeps the planner from
 * reading the whole table once instead.
 */
export function hasKey(columns: readonly [string, ...string[]], values: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]) {
  const [column, value] = [sql.ref(columns[0]), values[0]];
  const [key, wanted] = [sql.join(columns.map((name) => sql.ref(name))), sql.join(values)];
  return sql<boolean>`${column} = ${value} and (${key}) >= (${wanted}) and (${key}) <= (${wanted})`;
}
