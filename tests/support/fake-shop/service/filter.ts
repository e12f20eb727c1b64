import type { Column } from '../resources/field.js';

/** A filter of a request, as `SQLUtils` of the shop turns it into SQL. */
export interface Filter<Row> {
  readonly keeps: (row: Row) => boolean;
  /** The values that alone can match, when there are some. */
  readonly equals: readonly (number | string)[] | null;
}

type Cell = number | string;

const RANGE = /^([\d.:\-\s]+),([\d.:\-\s]+)$/;

/** Null: the filter means nothing to the shop, which then leaves it out without a word. So it does with `<=[5]`. */
export function parseFilter<Row>(text: string, column: Column<Row>): Filter<Row> | null {
  const found = /^(.*)\[(.*)\](.*)$/.exec(text);
  if (found === null) return equality([column.operand(text)], column);
  const [before = '', inner = '', after = ''] = found.slice(1);
  if (before === '%' || after === '%') return like(before + inner + after, column);
  if (before === '' && after === '') return bracketed(inner, column);
  if (before === '>') return test(column, (cell) => cell > column.operand(inner));
  if (before === '<') return test(column, (cell) => cell < column.operand(inner));
  if (before === '!') {
    const refused = inner.split('|').map(column.operand);
    return test(column, (cell) => !refused.includes(cell));
  }
  return null;
}

function bracketed<Row>(inner: string, column: Column<Row>): Filter<Row> {
  if (inner.indexOf('|') > 0) return equality(inner.split('|').map(column.operand), column);
  const range = RANGE.exec(inner);
  if (range === null) return equality([column.operand(inner)], column);
  const [first = 0, last = 0] = [column.operand(range[1] ?? ''), column.operand(range[2] ?? '')].sort(inOrder);
  return test(column, (cell) => first <= cell && cell <= last);
}

function equality<Row>(values: readonly Cell[], column: Column<Row>): Filter<Row> {
  const wanted = new Set(values);
  return { ...test(column, (cell) => wanted.has(cell)), equals: values };
}

function like<Row>(pattern: string, column: Column<Row>): Filter<Row> {
  const parts = pattern.toLowerCase().split('%').map(escaped);
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  return test(column, (cell) => expression.test(String(cell)));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Of a text in several languages, one is enough. */
function test<Row>(column: Column<Row>, matches: (cell: Cell) => boolean): Filter<Row> {
  const keeps = (row: Row): boolean => {
    const values = column.values(row);
    return typeof values === 'object' ? values.some(matches) : matches(values);
  };
  return { keeps, equals: null };
}

export function inOrder(a: Cell, b: Cell): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
