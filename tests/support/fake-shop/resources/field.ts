import type { LocalText, Micros } from '../data/model.js';
import { parseWallTime, type WallTime, wallDayText, wallTimeText } from '../data/wall-time.js';
import { DIALECTS, type Dialect } from '../dialect.js';
import type { Look } from './look.js';

/** A field of a record: how it is written in JSON, and what filters compare. */
export interface Field<Row> {
  readonly name: string;
  /** `"name":` */
  readonly key: string;
  readonly json: (row: Row, look: Look) => string;
  /** Null: reckoned when it is shown, so nothing can be filtered by it. */
  readonly column: Column<Row> | null;
  readonly local: boolean;
  /** Places in `DIALECTS`, both included. */
  readonly from: number;
  readonly to: number;
}

/** What MySQL compares, and how it reads the other side. */
export interface Column<Row> {
  readonly values: (row: Row) => number | string | LocalText;
  readonly operand: (text: string) => number | string;
}

interface Span {
  readonly from?: Dialect;
  readonly to?: Dialect;
}

/** `"5x"` is 5 and `"x"` is 0: so does MySQL compare texts with numbers. */
const asNumber = (text: string): number => Number.parseFloat(text) || 0;
const asMicros = (text: string): number => Math.round(asNumber(text) * 1_000_000);
/** Its usual collations know no case. */
const asText = (text: string): string => text.toLowerCase();

/** `1234567` of millionths is `1.234567`. */
export function decimalText(micros: Micros): string {
  const rest = String(Math.abs(micros) % 1_000_000).padStart(6, '0');
  return `${micros < 0 ? '-' : ''}${Math.floor(Math.abs(micros) / 1_000_000)}.${rest}`;
}

/** Makers of the fields of one kind of rows. */
export function fieldsOf<Row extends { id: number }>() {
  const field = (name: string, json: Field<Row>['json'], column: Column<Row> | null, span: Span, local = false): Field<Row> => ({
    name,
    key: `${JSON.stringify(name)}:`,
    json,
    column,
    local,
    from: DIALECTS.indexOf(span.from ?? '1.6'),
    to: DIALECTS.indexOf(span.to ?? '9'),
  });

  return {
    /** A JSON number everywhere. */
    id: () => field('id', (row) => String(row.id), { values: (row) => row.id, operand: asNumber }, {}),
    /** A whole number: a text before PHP 8.1. */
    int: (name: string, of: (row: Row) => number, span: Span = {}) =>
      field(name, (row, look) => intJson(of(row), look), { values: of, operand: asNumber }, span),
    /** A text in every dialect. */
    flag: (name: string, of: (row: Row) => boolean, span: Span = {}) =>
      field(name, (row) => (of(row) ? '"1"' : '"0"'), { values: (row) => (of(row) ? 1 : 0), operand: asNumber }, span),
    money: (name: string, of: (row: Row) => Micros, span: Span = {}) =>
      field(name, (row) => `"${decimalText(of(row))}"`, { values: of, operand: asMicros }, span),
    /** Of so many digits behind the point. */
    decimal: (name: string, digits: number, of: (row: Row) => number, span: Span = {}) =>
      field(name, (row) => `"${of(row).toFixed(digits)}"`, { values: of, operand: asNumber }, span),
    text: (name: string, of: (row: Row) => string, span: Span = {}) =>
      field(name, (row) => JSON.stringify(of(row)), { values: (row) => asText(of(row)), operand: asText }, span),
    moment: (name: string, of: (row: Row) => WallTime, span: Span = {}) =>
      field(name, (row) => `"${wallTimeText(of(row))}"`, { values: of, operand: parseWallTime }, span),
    day: (name: string, of: (row: Row) => WallTime, span: Span = {}) =>
      field(name, (row) => `"${wallDayText(of(row))}"`, { values: of, operand: parseWallTime }, span),
    /** A text in every language of the shop. */
    local: (name: string, of: (row: Row) => LocalText, span: Span = {}) =>
      field(name, (row, look) => localJson(of(row), look), { values: (row) => of(row).map(asText), operand: asText }, span, true),
    /** Written as it is, in every dialect, and reckoned when it is shown. */
    shown: (name: string, of: (row: Row, look: Look) => string | number | false | null, span: Span = {}) =>
      field(name, (row, look) => JSON.stringify(of(row, look)), null, span),
    /** A whole number that is reckoned when it is shown. */
    shownInt: (name: string, of: (row: Row, look: Look) => number, span: Span = {}) =>
      field(name, (row, look) => intJson(of(row, look), look), null, span),
    /** Stored as one date and shown as another. */
    shownMoment: (name: string, stored: (row: Row) => WallTime, shown: (row: Row) => WallTime) =>
      field(name, (row) => `"${wallTimeText(shown(row))}"`, { values: stored, operand: parseWallTime }, {}),
  };
}

function intJson(value: number, look: Look): string {
  return look.traits.nativeInts ? String(value) : `"${value}"`;
}

function localJson(text: LocalText, look: Look): string {
  if (look.plain) return JSON.stringify(text[look.languages[0] ?? 0] ?? '');
  const isText = look.traits.languageIds === 'text';
  const values = look.languages.map(
    (place) => `{"id":${isText ? `"${place + 1}"` : place + 1},"value":${JSON.stringify(text[place] ?? '')}}`,
  );
  return `[${values.join(',')}]`;
}
