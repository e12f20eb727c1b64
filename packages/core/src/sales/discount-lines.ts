import { DomainError } from '../kit/errors.js';
import { lineTotalCents, shareHalfUp, sumCents } from '../kit/money.js';
import { apportion } from '../kit/tax-rounding.js';
import type { SaleDiscount } from './sale.js';
import type { DraftDiscount, DraftLine } from './sale-draft.js';

/** What lines come to once their discounts are taken off, and what each discount took. */
export interface Discounted {
  /** In the order of the lines. */
  readonly amounts: readonly number[];
  /** Those of lines first. */
  readonly discounts: readonly SaleDiscount[];
}

/**
 * Takes discounts off lines: first those of lines, then those of the sale, each in the order given and off what those before have left. One of the sale
 * is divided among the lines by what they still come to, to the cent. Throws `invalid_request` for one that takes more than there is, or names no line.
 */
export function discountLines(lines: readonly DraftLine[], discounts: readonly DraftDiscount[]): Discounted {
  const amounts = lines.map(({ unitPriceCents, quantity }) => lineTotalCents(unitPriceCents, quantity));
  const ofLines = discounts.filter(({ line }) => line !== null);
  const ofSale = discounts.filter(({ line }) => line === null);
  const taken = [...ofLines, ...ofSale].map((discount) => takeOff(amounts, discount));
  return { amounts, discounts: taken };
}

/** Changes `amounts`, which are of one call of `discountLines`. */
function takeOff(amounts: number[], discount: DraftDiscount): SaleDiscount {
  const targets = discount.line === null ? amounts.map((_amount, index) => index) : [discount.line - 1];
  const left = targets.map((index) => amountAt(amounts, index));
  const whole = sumCents(left);
  if (!Number.isSafeInteger(discount.value) || discount.value < 0) throw fault('Discounts are whole numbers, none below zero.');
  const amountCents = discount.kind === 'percent' ? shareHalfUp(whole, discount.value, 10_000) : discount.value;
  if (amountCents > whole || (discount.kind === 'percent' && discount.value > 10_000))
    throw fault('A discount takes off more than there is.');
  const shares = amountCents === 0 ? left.map(() => 0) : apportion(amountCents, left);
  targets.forEach((index, position) => {
    amounts[index] = (left[position] ?? 0) - (shares[position] ?? 0);
  });
  return { ...discount, amountCents };
}

function amountAt(amounts: readonly number[], index: number): number {
  const amount = amounts[index];
  if (amount === undefined) throw fault('A discount is for a line that is not there.');
  return amount;
}

function fault(message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: 'discounts', message }] });
}
