import { type CellValue, CLEARED, LEFT, readJson, readText } from '../kit/csv-lines.js';
import type { Category, Product } from './item.js';

/** The columns of a product in CSV: how each is written, and what is read from it. */

export interface ProductColumn {
  readonly name: string;
  /** The field it sets; null: it only names the product. */
  readonly field: keyof Product | null;
  write(product: Product, categories: readonly Category[]): string;
  read(cell: string, categories: readonly Category[]): CellValue;
}

export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  { ...textColumn('id'), field: null },
  textColumn('sku'),
  textColumn('name'),
  textColumn('description'),
  { name: 'category', field: 'categoryId', write: ({ categoryId }, categories) => nameOf(categoryId, categories), read: readCategory },
  hundredthsColumn('price', 'priceCents', LEFT),
  hundredthsColumn('taxPercent', 'taxBasisPoints', LEFT),
  hundredthsColumn('purchasePrice', 'purchasePriceCents', CLEARED),
  textColumn('barcode'),
  textColumn('reference'),
  textColumn('syncKey'),
  numberColumn('weightGrams', CLEARED),
  numberColumn('widthMm', CLEARED),
  numberColumn('heightMm', CLEARED),
  numberColumn('depthMm', CLEARED),
  numberColumn('position', LEFT),
  booleanColumn('visible'),
  { name: 'soldOutUntil', field: 'soldOutUntil', write: ({ soldOutUntil }) => soldOutUntil?.toISOString() ?? '', read: readText },
  booleanColumn('manageStock'),
  textColumn('photo'),
  { name: 'allergens', field: 'allergens', write: ({ allergens }) => allergens.join(' '), read: readWords },
  jsonColumn('variants', '[]'),
  jsonColumn('optionGroups', '[]'),
  jsonColumn('bundle', '[]'),
  jsonColumn('data', '{}'),
];

type FieldOf<Value> = { [Field in keyof Product]: Product[Field] extends Value ? Field : never }[keyof Product];

function textColumn(field: FieldOf<string | null>): ProductColumn {
  return { name: field, field, write: (product) => product[field] ?? '', read: readText };
}

/** Cents and basis points, as people write them: `12.50`, `5.5`. */
function hundredthsColumn(name: string, field: FieldOf<number | null>, empty: CellValue): ProductColumn {
  const read = (cell: string) => (cell === '' ? empty : readHundredths(cell));
  return { name, field, write: (product) => hundredths(product[field]), read };
}

function numberColumn(field: FieldOf<number | null>, empty: CellValue): ProductColumn {
  const read = (cell: string) => (cell === '' ? empty : readNumber(cell));
  return { name: field, field, write: (product) => String(product[field] ?? ''), read };
}

function booleanColumn(field: FieldOf<boolean>): ProductColumn {
  return { name: field, field, write: (product) => String(product[field]), read: readBoolean };
}

function jsonColumn(field: 'variants' | 'optionGroups' | 'bundle' | 'data', empty: string): ProductColumn {
  const write = (product: Product) => JSON.stringify(product[field]);
  return {
    name: field,
    field,
    write: (product) => (write(product) === empty ? '' : write(product)),
    read: (cell) => readJson(cell || empty),
  };
}

function readWords(cell: string): CellValue {
  return { value: cell.split(/[\s,;]+/).filter((word) => word !== '') };
}

function hundredths(value: number | null): string {
  return value === null ? '' : (value / 100).toFixed(2);
}

function readHundredths(cell: string): CellValue {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(cell) ?? [];
  return whole === undefined ? { fault: 'Write a number such as 12.50' } : { value: Number(whole + fraction.padEnd(2, '0')) };
}

function readNumber(cell: string): CellValue {
  return /^\d{1,9}$/.test(cell) ? { value: Number(cell) } : { fault: 'Write a whole number' };
}

const TRUE = ['true', '1', 'yes'];
const FALSE = ['false', '0', 'no'];

function readBoolean(cell: string): CellValue {
  const word = cell.toLowerCase();
  if (word === '') return LEFT;
  return TRUE.includes(word) || FALSE.includes(word) ? { value: TRUE.includes(word) } : { fault: 'Write true or false' };
}

/** The name of the category where no other reads like it, else its id. */
function nameOf(categoryId: string | null, categories: readonly Category[]): string {
  const name = categories.find(({ id }) => id === categoryId)?.name ?? '';
  return categoryNamed(name, categories)?.id === categoryId ? name : (categoryId ?? '');
}

function readCategory(cell: string, categories: readonly Category[]): CellValue {
  if (cell === '') return CLEARED;
  const category = categoryNamed(cell, categories);
  return category === undefined ? { fault: `There is no category "${cell}", or there are several` } : { value: category.id };
}

function categoryNamed(cell: string, categories: readonly Category[]): Category | undefined {
  const byId = categories.find(({ id }) => id === cell);
  const [byName, ...others] = categories.filter(({ name }) => name === cell);
  return byId ?? (others.length === 0 ? byName : undefined);
}
