import type { Page, PageInput } from './page.js';

/** One page of rows that are already filtered and sorted. */
export function pageRows<Row>(rows: readonly Row[], { page, pageSize }: PageInput): Page<Row> {
  const start = (page - 1) * pageSize;
  return { items: rows.slice(start, start + pageSize), total: rows.length, page, pageSize };
}
