import { withoutFormula, writeCsv } from '../kit/csv.js';
import type { Category, Product } from './item.js';
import { PRODUCT_COLUMNS } from './product-columns.js';

/** The products as CSV with a line of headings; `planImport` reads it back as the same products. */
export function productsCsv(products: readonly Product[], categories: readonly Category[]): string {
  const headings = PRODUCT_COLUMNS.map(({ name }) => name);
  const rows = products.map((product) => PRODUCT_COLUMNS.map((column) => withoutFormula(column.write(product, categories))));
  return writeCsv([headings, ...rows]);
}
