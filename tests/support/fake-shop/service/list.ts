import type { ShopDatabase } from '../data/database.js';
import type { Resource } from '../resources/resource.js';
import type { ListQuery } from './query.js';

/** The rows that the statement of the request finds, in its order. */
export function findRows<Row extends { id: number }>(db: ShopDatabase, resource: Resource<Row>, query: ListQuery<Row>): readonly Row[] {
  const found: Row[] = [];
  for (const row of candidates(db, resource, query)) {
    if (query.filters.every(({ filter }) => filter.keeps(row))) found.push(row);
  }
  const order = query.compare ?? resource.order;
  if (order !== undefined) found.sort(order);
  return found.slice(query.offset, query.offset + query.count);
}

/** Read through an index where a filter names values of one. */
function candidates<Row extends { id: number }>(db: ShopDatabase, resource: Resource<Row>, query: ListQuery<Row>): Iterable<Row> {
  for (const { field, filter } of query.filters) {
    if (filter.equals === null) continue;
    const values = [...new Set(filter.equals.map(Number))].sort((a, b) => a - b);
    if (field === 'id') return values.flatMap((id) => resource.byId(db, id) ?? []);
    const index = resource.indexes?.[field];
    if (index !== undefined) return values.flatMap((value) => index(db, value)).sort((a, b) => a.id - b.id);
  }
  return resource.all(db);
}
