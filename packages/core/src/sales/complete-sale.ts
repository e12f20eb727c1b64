import { DomainError } from '../kit/errors.js';
import { shareHalfUp, sumCents } from '../kit/money.js';
import { taxLines } from '../kit/tax-rounding.js';
import { type Discounted, discountLines } from './discount-lines.js';
import type { Sale, SaleLine, SaleRounding } from './sale.js';
import type { DraftLine, RefundDraft, SaleDraft, SaleHead } from './sale-draft.js';
import { cashRoundingOf } from './sale-payments.js';
import { refundedTaxes, sumOfTaxes, taxesOf } from './sale-taxes.js';

/** What a sale comes to before it is paid. */
export type PricedSale = Pick<Sale, 'lines' | 'discounts' | 'taxes' | 'totalCents' | 'rounding'>;

/**
 * Prices of lines, discounts of lines, discounts of the sale, tax: always in this order. Throws `invalid_request` without lines, for a quantity below
 * one, a price below zero, and discounts of more than there is.
 */
export function priceSale({
  lines: draftLines,
  discounts = [],
  rounding = 'rate',
}: Pick<SaleDraft, 'lines' | 'discounts' | 'rounding'>): PricedSale {
  refuseBadLines(draftLines);
  refuse(
    draftLines.some(({ unitPriceCents }) => !Number.isSafeInteger(unitPriceCents) || unitPriceCents < 0),
    'lines',
    'Prices are whole cents, none below zero.',
  );
  const discounted = discountLines(draftLines, discounts);
  const lines = taxedLines(draftLines, discounted, rounding);
  const taxes = rounding === 'rate' ? taxesOf(lines) : sumOfTaxes(lines);
  return { lines, discounts: discounted.discounts, taxes, totalCents: totalOf(lines), rounding };
}

/** The sale as it is recorded. Throws `invalid_request` as `priceSale`, and when the payments are not what is due. */
export function completeSale(head: SaleHead, draft: SaleDraft): Sale {
  const { id, kind, register, at, currency, payments, orderId = null, shiftId = null, cashStepCents = null } = draft;
  const priced = priceSale(draft);
  const cashRoundingCents = cashRoundingOf(payments, priced.totalCents, cashStepCents);
  return { ...head, id, kind, register, at, refundOf: null, orderId, shiftId, ...priced, payments, cashRoundingCents, currency };
}

/**
 * The refund as it is recorded: lines as they were sold, with the opposite sign. Each takes its part of what the refunds before have left of
 * the line, and the last all the rest, so that refunds of everything are the sale to the cent. `refunds` are those of the sale that were recorded
 * before. Throws `over_refunded` when more would come back than is left, and `invalid_request` as for a sale.
 */
export function completeRefund(head: SaleHead, draft: RefundDraft, sale: Sale, refunds: readonly Sale[]): Sale {
  const { id, kind, register, at, refundOf, orderId = null, shiftId = null, cashStepCents = null } = draft;
  const left = linesLeft(sale, refunds);
  const { lines, totalCents } = priceRefund(left, draft.lines);
  const cashRoundingCents = negative(cashRoundingOf(draft.payments, -totalCents, cashStepCents));
  refuse(
    draft.payments.some(({ tenderedCents }) => tenderedCents !== undefined),
    'payments',
    'Nothing is handed over for a refund.',
  );
  const payments = draft.payments.map(({ method, amountCents }) => ({ method, amountCents: negative(amountCents) }));
  const taxes = taxesTakenBack(sale.rounding, left, lines);
  const { rounding, currency } = sale;
  const what = { lines, taxes, payments, totalCents, cashRoundingCents, currency };
  return { ...head, id, kind, register, at, refundOf, orderId, shiftId, rounding, discounts: [], ...what };
}

type Lines = Pick<Sale, 'lines'>;

/**
 * What comes back of what is left of a sale, with the opposite sign, and what that comes to, which is not above 0. Throws `over_refunded` when it is more
 * than is left, `invalid_request` without lines, for a quantity below one and for a line that is named twice.
 */
export function priceRefund(
  left: readonly SaleLine[],
  asked: RefundDraft['lines'],
): { readonly lines: readonly SaleLine[]; readonly totalCents: number } {
  refuseBadLines(asked);
  const lines = asked.map(({ number, quantity }) => takenBack(left, number, quantity));
  refuse(new Set(lines.map(({ number }) => number)).size < lines.length, 'lines', 'A line of the sale is named twice.');
  return { lines, totalCents: totalOf(lines) };
}

/** The lines of the sale with what has not come back yet. */
export function linesLeft(sale: Lines, refunds: readonly Lines[]): readonly SaleLine[] {
  const returned = refunds.flatMap(({ lines }) => lines);
  return sale.lines.map((line) => {
    const back = returned.filter(({ number }) => number === line.number);
    return {
      ...line,
      quantity: line.quantity + sumCents(back.map(({ quantity }) => quantity)),
      discountCents: line.discountCents + sumCents(back.map(({ discountCents }) => discountCents)),
      totalCents: line.totalCents + sumCents(back.map(({ totalCents }) => totalCents)),
      taxCents: line.taxCents === null ? null : line.taxCents + sumCents(back.map(({ taxCents }) => taxCents ?? 0)),
    };
  });
}

function taxedLines(lines: readonly DraftLine[], { amounts }: Discounted, rounding: SaleRounding): readonly SaleLine[] {
  const taxable = lines.map(({ taxBasisPoints }, index) => ({ amountCents: amounts[index] ?? 0, taxBasisPoints, taxGroup: '' }));
  const taxed = rounding === 'rate' ? null : taxLines(taxable, 'gross', rounding);
  return lines.map((line, index) => {
    const amount = amounts[index] ?? 0;
    const { grossCents: totalCents, taxCents } = taxed?.[index] ?? { grossCents: amount, taxCents: null };
    return { ...line, number: index + 1, discountCents: line.unitPriceCents * line.quantity - amount, totalCents, taxCents };
  });
}

function taxesTakenBack(rounding: SaleRounding, left: readonly SaleLine[], lines: readonly SaleLine[]): Sale['taxes'] {
  if (rounding !== 'rate') return sumOfTaxes(lines);
  const rates = taxesOf(lines).map(({ taxBasisPoints }) => taxBasisPoints);
  return refundedTaxes(left, linesLeft({ lines: left }, [{ lines }]), rates);
}

function takenBack(left: readonly SaleLine[], number: number, quantity: number): SaleLine {
  const line = left.find((candidate) => candidate.number === number);
  if (line === undefined || line.quantity < quantity) {
    throw new DomainError('over_refunded', { facts: { line: number, left: line?.quantity ?? 0 } });
  }
  const part = quantity === line.quantity ? line : partOf(line, quantity);
  const { discountCents, totalCents, taxCents } = part;
  const amounts = { discountCents: negative(discountCents), totalCents: negative(totalCents) };
  return { ...line, quantity: -quantity, ...amounts, taxCents: taxCents === null ? null : negative(taxCents) };
}

/** So much of a line by its quantity, rounded half up; of the net what goes with it, and the tax is the rest. */
function partOf(line: SaleLine, quantity: number): Pick<SaleLine, 'discountCents' | 'totalCents' | 'taxCents'> {
  const totalCents = shareHalfUp(line.totalCents, quantity, line.quantity);
  const discountCents = shareHalfUp(line.discountCents, quantity, line.quantity);
  if (line.taxCents === null) return { discountCents, totalCents, taxCents: null };
  const net = line.totalCents === 0 ? 0 : shareHalfUp(line.totalCents - line.taxCents, totalCents, line.totalCents);
  return { discountCents, totalCents, taxCents: totalCents - net };
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

function refuse(isWrong: boolean, path: string, message: string): void {
  if (isWrong) throw new DomainError('invalid_request', { issues: [{ path, message }] });
}
