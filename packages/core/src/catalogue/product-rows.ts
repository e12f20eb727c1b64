import { type ReadLines, readLines } from '../kit/csv-lines.js';
import type { Category } from './item.js';
import { PRODUCT_COLUMNS } from './product-columns.js';

/** The products of a CSV text with a line of headings. Lines that cannot be read are errors, and no rows. */
export function readRows(text: string, categories: readonly Category[]): ReadLines {
  const columns = PRODUCT_COLUMNS.map(({ name, field, read }) => ({ name, field, read: (cell: string) => read(cell, categories) }));
  return readLines(text, columns);
}
