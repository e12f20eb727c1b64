import { z } from 'zod';
import type { InvoiceKind } from './invoice.js';

/**
 * Numbers of invoices: a pattern with the year and the count in it. `F{YYYY}-{000001}` gives `F2026-000042`; the zeros say how wide the
 * count is at least, `{YY}` and `{MM}` are the year in two digits and the month.
 */

const TOKEN = /\{(YYYY|YY|MM|0*1)\}/g;

/** The series that invoices belong to which name none. */
export const MAIN_SERIES = 'main';

export const seriesName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Lower-case letters, digits and hyphens');

export const numberPattern = z
  .string()
  .min(3)
  .max(40)
  .regex(/^(?:[A-Za-z0-9/._-]|\{(?:YYYY|YY|MM|0*1)\})+$/, 'Letters, digits, / . _ -, and {YYYY}, {YY}, {MM} and {000001}')
  .refine((pattern) => pattern.match(/\{0*1\}/g)?.length === 1, 'Exactly one count, such as {000001}')
  .meta({ examples: ['F{YYYY}-{000001}'] });

export interface NumberSeries {
  readonly series: string;
  readonly kind: InvoiceKind;
  readonly pattern: string;
  /** True: the count begins at 1 again with each year, which is in the pattern then. */
  readonly yearly: boolean;
  /** The last number given: its year, its count and its date; all null before the first. */
  readonly year: number | null;
  readonly last: number | null;
  readonly lastDate: string | null;
}

const PREFIXES: Readonly<Record<InvoiceKind, string>> = { quote: 'D', invoice: 'F', credit_note: 'A' };

/** How a series counts while nobody has said otherwise. */
export function newSeries(series: string, kind: InvoiceKind): NumberSeries {
  const name = series === MAIN_SERIES ? '' : `${series.toUpperCase()}-`;
  return { series, kind, pattern: `${PREFIXES[kind]}${name}{YYYY}-{000001}`, yearly: true, year: null, last: null, lastDate: null };
}

export interface GivenNumber {
  readonly number: string;
  readonly issueDate: string;
  readonly series: NumberSeries;
}

/**
 * The next number of the series, for something issued on `date`. Where the last one has a later date (a clock was put right), it takes
 * that one: dates go with numbers, never back.
 */
export function nextNumber(series: NumberSeries, date: string): GivenNumber {
  const issueDate = series.lastDate !== null && series.lastDate > date ? series.lastDate : date;
  const year = Number(issueDate.slice(0, 4));
  const goesOn = series.last !== null && (!series.yearly || series.year === year);
  const last = goesOn ? (series.last ?? 0) + 1 : 1;
  return { number: written(series.pattern, issueDate, last), issueDate, series: { ...series, year, last, lastDate: issueDate } };
}

function written(pattern: string, date: string, count: number): string {
  const values: Readonly<Record<string, string>> = { YYYY: date.slice(0, 4), YY: date.slice(2, 4), MM: date.slice(5, 7) };
  return pattern.replace(TOKEN, (_whole, token: string) => values[token] ?? String(count).padStart(token.length, '0'));
}
