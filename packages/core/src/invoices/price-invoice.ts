import { DomainError } from '../kit/errors.js';
import { divideHalfUp, sumCents } from '../kit/money.js';
import { apportion, sumTaxed, type TaxedAmounts, type TaxRounding, taxLines } from '../kit/tax-rounding.js';
import type { InvoiceLine, PriceKind } from './invoice.js';
import type { LineInput } from './invoice-contract.js';
import { taxKeyOf } from './tax-categories.js';

/** The most an invoice can come to, in cents: with rates in basis points, everything calculated of it stays a whole number. */
export const INVOICE_CENTS_MAX = 100_000_000_000;

export interface Pricing {
  readonly prices: PriceKind;
  readonly rounding: TaxRounding;
  /** Taken off the whole, over the lines by what they come to. Not negative. */
  readonly discountCents: number;
  /** True where the prices were agreed before, in an order: what it came to stays. */
  readonly isAgreed?: boolean;
}

export interface PricedInvoice extends TaxedAmounts {
  readonly lines: readonly InvoiceLine[];
}

/**
 * The lines with their amounts, and the totals. First the discounts of lines, then that of the invoice, then tax: always in this order.
 * Throws `invalid_request` for a discount above what it is given on, and for a total that is negative or too large.
 */
export function priceInvoice(lines: readonly LineInput[], { prices, rounding, discountCents, isAgreed }: Pricing): PricedInvoice {
  const amounts = lines.map((line, index) => amountOf(line, index));
  const total = sumCents(amounts);
  if (discountCents > Math.max(total, 0)) throw fault('discountCents', 'The discount is more than the invoice.');
  const shares = discountCents === 0 ? amounts.map(() => 0) : apportion(discountCents, amounts);
  const taxable = lines.map((line, index) => ({
    amountCents: (amounts[index] ?? 0) - (shares[index] ?? 0),
    taxBasisPoints: line.taxBasisPoints,
    taxGroup: taxKeyOf(line),
  }));
  const taxed = taxLines(taxable, prices, rounding, isAgreed);
  const priced = lines.map((line, index) => invoiceLineOf(line, index + 1, shares[index] ?? 0, taxed[index]));
  const totals = sumTaxed(priced);
  if (totals.grossCents < 0 || totals.grossCents > INVOICE_CENTS_MAX) throw fault('lines', 'The total is negative or too large.');
  return { ...totals, lines: priced };
}

/** Price times quantity, halves of a cent away from zero, without the discount of the line. */
function amountOf({ unitPriceCents, quantity, discountCents }: LineInput, index: number): number {
  const whole = divideHalfUp(unitPriceCents * Math.round(quantity * 1000), 1000);
  const fits = discountCents === 0 || (Math.sign(discountCents) === Math.sign(whole) && Math.abs(discountCents) <= Math.abs(whole));
  if (!fits) throw fault(`lines.${index}.discountCents`, 'The discount is more than the line.');
  return whole - discountCents;
}

function invoiceLineOf(line: LineInput, number: number, share: number, taxed: TaxedAmounts | undefined): InvoiceLine {
  if (taxed === undefined) throw new RangeError('A line has no tax.');
  return { ...line, number, discountCents: line.discountCents + share, ...taxed, creditedLine: null };
}

function fault(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { message, issues: [{ path, message }] });
}
