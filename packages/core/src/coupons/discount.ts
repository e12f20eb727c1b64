import { divideHalfUp, sumCents } from '../kit/money.js';
import { type Coupon, type CouponLine, isFor } from './coupon.js';

/**
 * What the coupon takes off an order, in cents: never more than the lines it is for come to, nor than its own maximum. A coupon for
 * free delivery takes off the delivery and leaves the lines alone.
 */
export function discountOf(coupon: Coupon, lines: readonly CouponLine[], shippingCents = 0): number {
  const fitting = sumCents(lines.filter((line) => isFor(coupon, line)).map(({ totalCents }) => totalCents));
  return Math.min(wishedCents(coupon, fitting, shippingCents), coupon.maxDiscountCents ?? Number.MAX_SAFE_INTEGER);
}

function wishedCents({ kind, value }: Coupon, fittingCents: number, shippingCents: number): number {
  switch (kind) {
    case 'percent':
      return Math.min(fittingCents, divideHalfUp(fittingCents * value, 10_000));
    case 'amount':
      return Math.min(fittingCents, value);
    case 'freeShipping':
      return fittingCents === 0 ? 0 : shippingCents;
  }
}

/**
 * The same for each line, in their order: what tax is calculated from. The parts sum to `discountOf` to the cent; none is larger than
 * its line. All zero for free delivery, which is taken off the delivery.
 */
export function discountByLine(coupon: Coupon, lines: readonly CouponLine[]): readonly number[] {
  if (coupon.kind === 'freeShipping') return lines.map(() => 0);
  const weights = lines.map((line) => (isFor(coupon, line) ? line.totalCents : 0));
  return shared(discountOf(coupon, lines), weights);
}

/** Shares the amount by weight, to the cent: each part is what is due up to here, rounded, less what was given before. */
function shared(amountCents: number, weights: readonly number[]): readonly number[] {
  const total = sumCents(weights);
  let [weight, given] = [0, 0];
  return weights.map((own) => {
    weight += own;
    const due = total === 0 ? 0 : proportion(amountCents, weight, total);
    const part = due - given;
    given = due;
    return part;
  });
}

/** `amount × part / whole`, rounded half up; exact however large the product is. */
function proportion(amount: number, part: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}
