import { DomainError } from '../kit/errors.js';
import type { Invoice, InvoiceKind, InvoicePayment } from './invoice.js';
import { type NumberSeries, nextNumber } from './number-series.js';

/** A quote, an invoice or a credit note that was issued before, in any state, with what was paid of it since; its number is still to be given. */
export interface PastInvoice {
  readonly invoice: Invoice & { readonly issueDate: string };
  readonly payments: readonly InvoicePayment[];
}

export interface NumberedInvoices {
  /** In the order of their dates; a credit note names the number of its invoice. */
  readonly invoices: readonly Invoice[];
  readonly series: readonly NumberSeries[];
}

/** A credit note takes the number of its invoice, which is therefore numbered before it. */
const KINDS: readonly InvoiceKind[] = ['quote', 'invoice', 'credit_note'];

/** The series that these invoices are numbered in, each once, always in the same order: whoever locks them waits for nobody in a circle. */
export function seriesOfPast(past: readonly PastInvoice[]): readonly Pick<NumberSeries, 'kind' | 'series'>[] {
  const names = (kind: InvoiceKind) => new Set(past.filter(({ invoice }) => invoice.kind === kind).map(({ invoice }) => invoice.series));
  return KINDS.flatMap((kind) => [...names(kind)].sort().map((series) => ({ kind, series })));
}

/**
 * Gives the invoices the next numbers of their series, by their dates. Throws `invalid_request` for one from before the last number of its
 * series, and `unknown_record` for a credit note without its invoice.
 */
export function numberedPast(past: readonly PastInvoice[], series: readonly NumberSeries[]): NumberedInvoices {
  const numbers = new Map<string, string>();
  const counted: NumberSeries[] = [];
  for (const each of series) {
    const ofSeries = past.filter(({ invoice }) => invoice.kind === each.kind && invoice.series === each.series);
    let state = each;
    for (const { invoice } of ofSeries.toSorted(byDate)) {
      const given = nextNumber(state, invoice.issueDate);
      if (given.issueDate !== invoice.issueDate) throw tooEarly(invoice, given.issueDate);
      numbers.set(invoice.id, given.number);
      state = given.series;
    }
    counted.push(state);
  }
  return { series: counted, invoices: past.toSorted(byDate).map(({ invoice }) => withNumber(invoice, numbers)) };
}

function byDate({ invoice: one }: PastInvoice, { invoice: other }: PastInvoice): number {
  return one.issueDate === other.issueDate ? 0 : one.issueDate < other.issueDate ? -1 : 1;
}

function withNumber(invoice: Invoice, numbers: ReadonlyMap<string, string>): Invoice {
  const { creditOf } = invoice;
  return {
    ...invoice,
    number: numberOf(invoice.id, numbers),
    creditOf: creditOf === null ? null : { ...creditOf, number: numberOf(creditOf.id, numbers) },
  };
}

function numberOf(id: string, numbers: ReadonlyMap<string, string>): string {
  const number = numbers.get(id);
  if (number === undefined) throw new DomainError('unknown_record', { message: 'A credit note needs its invoice beside it.' });
  return number;
}

function tooEarly({ issueDate }: Invoice, last: string): DomainError {
  const message = `The last number of the series is of ${last}: nothing is numbered for ${issueDate} any more.`;
  return new DomainError('invalid_request', { message, issues: [{ path: 'issueDate', message }] });
}
