import { readCsv, withFormula } from './csv.js';

/** Tables that people import: lines under headings, and what is wrong with which. */

/** What a cell says: a value for the contract to judge, or why it says none. */
export type CellValue = { readonly value: unknown } | { readonly fault: string };

/** What an empty cell means: the field is empty, or (where it cannot be) nothing is said of it. */
export const CLEARED: CellValue = { value: null };
export const LEFT: CellValue = { value: undefined };

export interface ReadColumn {
  readonly name: string;
  /** The field it sets; null: it only names the record. */
  readonly field: string | null;
  read(cell: string): CellValue;
}

/** What is wrong with a line of an import; `field` is the heading of its column, null: the line as a whole. */
export interface LineError {
  readonly line: number;
  readonly field: string | null;
  readonly message: string;
}

/** A line of an import: the fields it names, as the contract will judge them. */
export interface ReadLine {
  readonly line: number;
  /** Null where the line names no record by its id. */
  readonly id: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ReadLines {
  readonly rows: readonly ReadLine[];
  readonly errors: readonly LineError[];
}

/** The lines of a CSV text with a line of headings. Lines that cannot be read are errors, and no rows. */
export function readLines(text: string, known: readonly ReadColumn[]): ReadLines {
  const { records, brokenAt } = readCsv(text);
  const [headings, ...lines] = records;
  if (headings === undefined) return { rows: [], errors: [lineError(1, null, 'There is no line of headings')] };
  const columns = headings.cells.map((heading) => columnNamed(heading.trim(), known));
  const errors = [...headingErrors(headings.cells, columns)];
  if (brokenAt !== null) errors.push(lineError(brokenAt, null, 'A quote is not closed, or text follows it'));
  if (errors.length > 0) return { rows: [], errors };
  const read = lines.map(({ line, cells }) => rowOf(line, cells, columns));
  return { rows: read.flatMap(({ row }) => row ?? []), errors: read.flatMap((one) => one.errors) };
}

export function lineError(line: number, field: string | null, message: string): LineError {
  return { line, field, message };
}

/** In the order of the lines. */
export function byLine(one: LineError, other: LineError): number {
  return one.line - other.line;
}

function columnNamed(heading: string, known: readonly ReadColumn[]): ReadColumn | undefined {
  return known.find(({ name }) => name.toLowerCase() === heading.toLowerCase());
}

function headingErrors(headings: readonly string[], columns: readonly (ReadColumn | undefined)[]): readonly LineError[] {
  return headings.flatMap((heading, index) => {
    const column = columns[index];
    if (column === undefined) return [lineError(1, heading.slice(0, 80), 'There is no such column')];
    return columns.indexOf(column) < index ? [lineError(1, column.name, 'The column is there twice')] : [];
  });
}

function rowOf(line: number, cells: readonly string[], columns: readonly (ReadColumn | undefined)[]) {
  if (cells.length !== columns.length) {
    return { row: null, errors: [lineError(line, null, `There are ${cells.length} cells under ${columns.length} headings`)] };
  }
  let id: string | null = null;
  const fields: Record<string, unknown> = {};
  const errors: LineError[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = withFormula(cells[index] ?? '').trim();
    if (column === undefined) continue;
    const read = column.read(cell);
    if ('fault' in read) errors.push(lineError(line, column.name, read.fault));
    else if (column.field === null) id = cell === '' ? null : cell;
    else fields[column.field] = read.value;
  }
  return { row: errors.length === 0 ? { line, id, fields } : null, errors };
}

/** Text as it is; an empty cell clears. */
export function readText(cell: string): CellValue {
  return cell === '' ? CLEARED : { value: cell };
}

export function readJson(cell: string): CellValue {
  try {
    return { value: JSON.parse(cell) };
  } catch {
    return { fault: 'This is not JSON' };
  }
}
