import { type Decimal, parseDecimal, rounded } from './decimal.js';
import { instantOf, isDate, isNoDate, isRepeated } from './shop-time.js';

/**
 * Fields of a record of the web service. Versions and PHP write the same value as a number or as text, and nothing as `null`, `""`, `"0"`, `0`,
 * `false` or not at all; what is read here is the same for all of them.
 */
export type Row = Readonly<Record<string, unknown>>;

/** A field makes no sense. Names the field, never what is in it. */
export class BadField extends Error {
  constructor(field: string, fault: string) {
    super(`The field ${field} ${fault}.`);
    this.name = 'BadField';
  }
}

export const SECRET_FIELDS: readonly string[] = ['passwd', 'secure_key', 'reset_password_token'];

/** The id in the field; null: none. Throws `BadField`. */
export function idIn(row: Row, field: string): string | null {
  const text = scalar(row[field]);
  if (text === '' || text === '0') return null;
  if (!/^[1-9]\d{0,19}$/.test(text)) throw new BadField(field, 'is no id');
  return text;
}

/** Throws `BadField` also when there is none. */
export function ownId(row: Row, field = 'id'): string {
  return idIn(row, field) ?? missing(field);
}

/** Text of people, in one line unless `multiline`; null: none. What no database stores is left out. */
export function textIn(row: Row, field: string, options: { readonly multiline?: boolean } = {}): string | null {
  return cleanText(scalar(row[field]), options.multiline ?? false);
}

/** The same of a code or a number of a telephone, where the shop writes `0` for none. */
export function codeIn(row: Row, field: string): string | null {
  const text = textIn(row, field);
  return text === '0' ? null : text;
}

/** Text that exists in several languages: in the one asked for, else in the first that has it. */
export function translatedIn(row: Row, field: string, languageId: string | null): string | null {
  const value = row[field];
  if (!Array.isArray(value)) return textIn(row, field, { multiline: true });
  const translations: readonly unknown[] = value;
  const rows = translations.filter(isRow);
  const wanted = rows.find((each) => scalar(each['id']) === languageId);
  return (
    [...(wanted === undefined ? [] : [wanted]), ...rows].map((each) => textIn(each, 'value', { multiline: true })).find(isGiven) ?? null
  );
}

/** Throws `BadField` when there is none, or no decimal. */
export function decimalIn(row: Row, field: string): Decimal {
  const text = scalar(row[field]);
  if (text === '') return missing(field);
  const decimal = parseDecimal(text);
  if (decimal === null) throw new BadField(field, 'is no decimal');
  return decimal;
}

/** The same; null: there is none. */
export function decimalOrNull(row: Row, field: string): Decimal | null {
  return scalar(row[field]) === '' ? null : decimalIn(row, field);
}

/** An amount in cents. Throws `BadField`. */
export function centsIn(row: Row, field: string): number {
  const cents = rounded(decimalIn(row, field), 2);
  if (Math.abs(cents) > CENTS_MAX) throw new BadField(field, 'is beyond every amount');
  return cents;
}

/** Ten billion, which no order of a shop is worth. */
const CENTS_MAX = 1_000_000_000_000;
const WHOLE_MAX = 2_147_483_647;

/** A whole number, such as a quantity. Throws `BadField`. */
export function wholeIn(row: Row, field: string): number {
  const text = scalar(row[field]);
  if (text === '') return missing(field);
  const whole = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(whole) <= WHOLE_MAX)) throw new BadField(field, 'is no whole number');
  return whole + 0;
}

export function flagIn(row: Row, field: string): boolean {
  return scalar(row[field]) === '1';
}

/** The instant of a wall time; null: the shop keeps none. Throws `BadField`. */
export function instantIn(row: Row, field: string, timezone: string): Date | null {
  const wall = scalar(row[field]);
  if (isNoDate(wall)) return null;
  const instant = instantOf(wall, timezone);
  if (instant === null) throw new BadField(field, 'is no date');
  return instant;
}

/**
 * When the record changed last; null: the shop does not keep it, or it was in the hour that a clock has repeated. A change whose time looks older than
 * that of another would be taken for one that came late. Throws `BadField`.
 */
export function changedAt(row: Row, timezone: string): Date | null {
  const instant = instantIn(row, 'date_upd', timezone);
  return instant === null || isRepeated(instant, timezone) ? null : instant;
}

/** `YYYY-MM-DD`; null: none. Throws `BadField`. */
export function dateIn(row: Row, field: string): string | null {
  const date = scalar(row[field]);
  if (isNoDate(date)) return null;
  if (!isDate(date)) throw new BadField(field, 'is no date');
  return date;
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** What the field holds as text; empty: nothing. */
export function scalar(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return value === true ? '1' : '';
}

function cleanText(text: string, multiline: boolean): string | null {
  const lines = multiline ? text.replace(/\r\n?/g, '\n') : text;
  const clean = lines.replace(multiline ? /[^\P{Cc}\n]|\p{Cs}/gu : /[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return clean === '' ? null : clean;
}

function missing(field: string): never {
  throw new BadField(field, 'is missing');
}
