import { DomainError } from '../kit/errors.js';
import { divideHalfUp, sumCents } from '../kit/money.js';
import { sumTaxed, type TaxedAmounts } from '../kit/tax-rounding.js';
import type { CreditRequest, InvoiceLine, PriceKind } from './invoice.js';

/**
 * What credit notes take back. Each takes a part of what the ones before have left, line by line, and the last takes all the rest: in
 * however many parts an invoice is taken back, they are the invoice to the cent, in net, tax and gross, of every line and so of every rate.
 */

/** Of a line of the invoice, what no credit note has taken back. */
export interface LineLeft extends TaxedAmounts {
  readonly line: InvoiceLine;
  /** In thousandths. */
  readonly milli: number;
}

export interface CreditContent extends TaxedAmounts {
  readonly lines: readonly InvoiceLine[];
}

/** What is left of each line, given all lines of the credit notes that were issued on the invoice. */
export function leftOf(lines: readonly InvoiceLine[], credited: readonly InvoiceLine[]): readonly LineLeft[] {
  return lines.map((line) => {
    const taken = credited.filter(({ creditedLine }) => creditedLine === line.number);
    const sum = sumTaxed(taken);
    return {
      line,
      milli: milliOf(line.quantity) - sumCents(taken.map(({ quantity }) => milliOf(quantity))),
      netCents: line.netCents - sum.netCents,
      taxCents: line.taxCents - sum.taxCents,
      grossCents: line.grossCents - sum.grossCents,
    };
  });
}

/**
 * The lines of a credit note over what was asked for; over everything left where it is null. Throws `over_refunded`, with the line and
 * what is left of it, when that is more than is left, when nothing is, and when lines that take something off the invoice would be all
 * that is left of it.
 */
export function creditLines(left: readonly LineLeft[], request: CreditRequest | null, prices: PriceKind): CreditContent {
  const parts = request === null ? left.filter(hasRest).map((each) => ({ from: each, part: wholeOf(each) })) : partsAsked(left, request);
  if (parts.length === 0) throw new DomainError('over_refunded', { message: 'Nothing is left of this invoice to be credited.' });
  const lines = parts.map(({ from, part }, index) => creditLineOf(from.line, part, index + 1, prices));
  const totals = sumTaxed(lines);
  if (totals.grossCents < 0) throw new DomainError('invalid_request', { message: 'A credit note cannot be negative.' });
  requireSoundRest(left, lines);
  return { ...totals, lines };
}

/** Of an invoice with a line of −20 no more than its total comes back, and that line with the last of it: else its tax never would. */
function requireSoundRest(left: readonly LineLeft[], taken: readonly InvoiceLine[]): void {
  const rest = left.map(({ line, netCents, taxCents, grossCents }) => {
    const part = sumTaxed(taken.filter(({ creditedLine }) => creditedLine === line.number));
    return { netCents: netCents - part.netCents, taxCents: taxCents - part.taxCents, grossCents: grossCents - part.grossCents };
  });
  const restCents = sumTaxed(rest).grossCents;
  if (restCents > 0 || rest.every(({ netCents, taxCents }) => netCents === 0 && taxCents === 0)) return;
  const message = 'This is more than is left of the invoice: credit the lines that take something off it too.';
  throw new DomainError('over_refunded', { message, facts: { leftCents: sumTaxed(left).grossCents } });
}

interface Part extends TaxedAmounts {
  readonly milli: number;
}

function partsAsked(left: readonly LineLeft[], request: CreditRequest): readonly { from: LineLeft; part: Part }[] {
  return request.map((asked) => {
    const from = left.find(({ line }) => line.number === asked.line);
    if (from === undefined) throw new DomainError('unknown_record', { message: `The invoice has no line ${asked.line}.` });
    return { from, part: 'quantity' in asked ? byQuantity(from, milliOf(asked.quantity)) : byAmount(from, asked.amountCents) };
  });
}

function byQuantity(left: LineLeft, milli: number): Part {
  if (milli > left.milli) throw tooMuch(left, { left: left.milli / 1000 });
  if (milli === left.milli) return wholeOf(left);
  return { milli, ...share(left, shareOf(left.grossCents, milli, left.milli)) };
}

/** An allowance on the line: nothing comes back but money, until there is none left of it. */
function byAmount(left: LineLeft, amountCents: number): Part {
  const isMore = Math.sign(amountCents) !== Math.sign(left.grossCents) || Math.abs(amountCents) > Math.abs(left.grossCents);
  if (isMore) throw tooMuch(left, { leftCents: left.grossCents });
  return amountCents === left.grossCents ? wholeOf(left) : { milli: 0, ...share(left, amountCents) };
}

/** So much of the gross, with the net and tax that go with it. */
function share({ netCents, grossCents: whole }: TaxedAmounts, grossCents: number): TaxedAmounts {
  const net = whole === 0 ? 0 : shareOf(netCents, grossCents, whole);
  return { netCents: net, taxCents: grossCents - net, grossCents };
}

/** In big integers where the product is too large for a number. */
function shareOf(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return divideHalfUp(product, whole);
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

function wholeOf({ milli, netCents, taxCents, grossCents }: LineLeft): Part {
  return { milli, netCents, taxCents, grossCents };
}

function hasRest({ milli, netCents, taxCents }: LineLeft): boolean {
  return milli !== 0 || netCents !== 0 || taxCents !== 0;
}

/** At the price that remains with all discounts; an allowance has no quantity. */
function creditLineOf(line: InvoiceLine, { milli, ...amounts }: Part, number: number, prices: PriceKind): InvoiceLine {
  const amount = prices === 'gross' ? amounts.grossCents : amounts.netCents;
  const unitPriceCents = milli === 0 ? amount : shareOf(amount, 1000, milli);
  return { ...line, ...amounts, number, quantity: milli / 1000, unitPriceCents, discountCents: 0, creditedLine: line.number };
}

function tooMuch({ line }: LineLeft, facts: Readonly<Record<string, number>>): DomainError {
  const message = `More than is left of line ${line.number} would be credited.`;
  return new DomainError('over_refunded', { message, facts: { line: line.number, ...facts } });
}

function milliOf(quantity: number): number {
  return Math.round(quantity * 1000);
}
