import { DomainError } from '../kit/errors.js';
import { lineTotalCents, sumCents } from '../kit/money.js';
import type { Sale, SaleLine, SalePayment } from './sale.js';
import type { RefundDraft, SaleDraft, SaleHead } from './sale-draft.js';
import { refundedTaxes, taxesOf } from './sale-taxes.js';

/**
 * The sale as it is recorded. Throws `invalid_request` without lines, for a quantity below one, a price or payment below zero, and
 * when the payments are not the total.
 */
export function completeSale(head: SaleHead, draft: SaleDraft): Sale {
  const { id, kind, register, at, currency } = draft;
  const lines = draft.lines.map(
    (line, index): SaleLine => ({ ...line, number: index + 1, totalCents: lineTotalCents(line.unitPriceCents, line.quantity) }),
  );
  refuseBadLines(draft.lines);
  refuse(
    lines.some(({ unitPriceCents }) => !Number.isSafeInteger(unitPriceCents) || unitPriceCents < 0),
    'lines',
    'Prices are whole cents, none below zero.',
  );
  const totalCents = totalOf(lines);
  refuseBadPayments(draft.payments, totalCents);
  return { ...head, id, kind, register, at, refundOf: null, lines, taxes: taxesOf(lines), payments: draft.payments, totalCents, currency };
}

/**
 * The refund as it is recorded: lines as they were sold, with the opposite sign. `refunds` are those of the sale that were recorded
 * before. Throws `over_refunded` when more would come back than is left, and `invalid_request` as for a sale.
 */
export function completeRefund(head: SaleHead, draft: RefundDraft, sale: Sale, refunds: readonly Sale[]): Sale {
  refuseBadLines(draft.lines);
  const left = linesLeft(sale, refunds);
  const lines = draft.lines.map(({ number, quantity }) => takenBack(left, number, quantity));
  const after = linesLeft({ lines: left }, [{ lines }]);
  refuse(new Set(lines.map(({ number }) => number)).size < lines.length, 'lines', 'A line of the sale is named twice.');
  const totalCents = totalOf(lines);
  refuseBadPayments(draft.payments, -totalCents);
  const { id, kind, register, at, refundOf } = draft;
  const rates = taxesOf(lines).map(({ taxBasisPoints }) => taxBasisPoints);
  const payments = draft.payments.map(({ method, amountCents }) => ({ method, amountCents: negative(amountCents) }));
  const taxes = refundedTaxes(left, after, rates);
  return { ...head, id, kind, register, at, refundOf, lines, taxes, payments, totalCents, currency: sale.currency };
}

type Lines = Pick<Sale, 'lines'>;

/** The lines of the sale with what has not come back yet. */
export function linesLeft(sale: Lines, refunds: readonly Lines[]): readonly SaleLine[] {
  const returned = refunds.flatMap(({ lines }) => lines);
  return sale.lines.map((line) => {
    const quantity = line.quantity + sumCents(returned.filter(({ number }) => number === line.number).map((back) => back.quantity));
    return { ...line, quantity, totalCents: lineTotalCents(line.unitPriceCents, quantity) };
  });
}

function takenBack(left: readonly SaleLine[], number: number, quantity: number): SaleLine {
  const line = left.find((candidate) => candidate.number === number);
  if (line === undefined || line.quantity < quantity) {
    throw new DomainError('over_refunded', { facts: { line: number, left: line?.quantity ?? 0 } });
  }
  return { ...line, quantity: -quantity, totalCents: negative(lineTotalCents(line.unitPriceCents, quantity)) };
}

/** Without a zero that has a sign. */
function negative(cents: number): number {
  return 0 - cents;
}

function totalOf(lines: readonly SaleLine[]): number {
  return sumCents(lines.map((line) => line.totalCents));
}

function refuseBadLines(lines: readonly { readonly quantity: number }[]): void {
  refuse(lines.length === 0, 'lines', 'There is nothing in it.');
  refuse(
    lines.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1),
    'lines',
    'Quantities are whole numbers from 1.',
  );
}

function refuseBadPayments(payments: readonly SalePayment[], totalCents: number): void {
  const amounts = payments.map(({ amountCents }) => amountCents);
  refuse(
    amounts.some((amount) => !Number.isSafeInteger(amount) || amount < 0),
    'payments',
    'Payments are whole cents, none below zero.',
  );
  refuse(sumCents(amounts) !== totalCents, 'payments', 'The payments are not the total.');
}

function refuse(isWrong: boolean, path: string, message: string): void {
  if (isWrong) throw new DomainError('invalid_request', { issues: [{ path, message }] });
}
