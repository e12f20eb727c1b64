/** Comma-separated values (RFC 4180), as whole tables. */

export interface CsvRecord {
  /** The line of the text it starts on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly records: readonly CsvRecord[];
  /** The line of a record with a quote that is not closed, or closed before its end; nothing after it was read. */
  readonly brokenAt: number | null;
}

/** The table as CSV, each record ended by CRLF. A record of one empty cell is an empty line, which readers skip. */
export function writeCsv(table: readonly (readonly string[])[]): string {
  return table.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The records of a text as `writeCsv`, a spreadsheet or a person writes it: with any line ends, a byte order mark, empty lines, and
 * semicolons where the first line has those and no commas (as spreadsheets write in countries with decimal commas).
 */
export function readCsv(text: string): CsvTable {
  const source = text.replace(/^\uFEFF/, '');
  const pattern = cellPattern(/^[^,\r\n]*;/.test(source) ? ';' : ',');
  const records: CsvRecord[] = [];
  let [line, startedAt, cells] = [1, 1, [] as string[]];
  while (pattern.lastIndex < source.length || cells.length > 0) {
    const match = pattern.exec(source);
    if (match === null) return { records, brokenAt: startedAt };
    const { whole, cell, end } = cellOf(match);
    cells.push(cell);
    line += lineEndsIn(whole);
    if (end === ',' || end === ';') continue;
    const isEmptyLine = whole === end && cells.length === 1;
    if (!isEmptyLine) records.push({ line: startedAt, cells });
    if (end === '') break;
    [startedAt, cells] = [line, []];
  }
  return { records, brokenAt: null };
}

/** One cell with what ends it: quoted, with doubled quotes inside; or plain, up to the next separator or line. */
function cellPattern(separator: ',' | ';'): RegExp {
  return new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|((?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?))(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
}

function cellOf([whole, inQuotes, plain = '', end = '']: RegExpExecArray) {
  return { whole, cell: inQuotes?.replaceAll('""', '"') ?? plain, end };
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** What spreadsheets calculate when a cell starts with it (OWASP, "CSV Injection"), behind apostrophes that stand for themselves. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** The text as a cell that no spreadsheet calculates: an apostrophe in front of what looks like a formula. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `withoutFormula` made the cell of. */
export function withFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
