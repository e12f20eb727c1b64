import type { Page, PageInput } from '@comptoir/core/kit/page.js';
import { type SelectQueryBuilder, sql } from 'kysely';

/** One page of a query that is already filtered and sorted, and how many rows it has in all. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, pageSize }: PageInput,
): Promise<Page<Row>> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    // The compiler cannot resolve what is selected of tables that it does not know yet.
    .$castTo<{ readonly total: number }>()
    .executeTakeFirstOrThrow();
  const items = await query
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { items, total, page, pageSize };
}
