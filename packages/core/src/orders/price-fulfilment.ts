import { sumCents } from '../kit/money.js';
import type { OrderDiscount, OrderLine } from './order.js';

/** A discount, and where it may reach. */
export interface Grant {
  readonly discount: OrderDiscount;
  /** Of a coupon that is for some lines only; null: every line that such a discount is for. */
  readonly lineIds: readonly string[] | null;
  /** The most it takes off; null: no limit. */
  readonly maxCents: number | null;
}

export interface PricedContents {
  readonly lines: readonly OrderLine[];
  /** In the order they were given, each with what it takes off. */
  readonly discounts: readonly OrderDiscount[];
  readonly totalCents: number;
}

/**
 * What an order that is sent comes to. Discounts are taken in a fixed order, each off what those before it have left: first those of a
 * line, then percentages, then amounts, then coupons, and last the carriage. What one takes off is shared out among its lines by what is
 * left of them, to the cent, so that the lines always sum to the total and none falls below 0. Only free shipping takes off the carriage.
 */
export function priceFulfilment(lines: readonly OrderLine[], grants: readonly Grant[]): PricedContents {
  const left = new Map(lines.map((line) => [line.id, line.unitPriceCents * line.quantity]));
  const taken = new Map<Grant, number>();
  for (const grant of [...grants].sort((one, other) => rankOf(one) - rankOf(other))) taken.set(grant, take(grant, lines, left));
  const priced = lines.map((line) => {
    const totalCents = left.get(line.id) ?? 0;
    return { ...line, discountCents: line.unitPriceCents * line.quantity - totalCents, totalCents };
  });
  return {
    lines: priced,
    discounts: grants.map((grant) => ({ ...grant.discount, amountCents: taken.get(grant) ?? 0 })),
    totalCents: sumCents(priced.map(({ totalCents }) => totalCents)),
  };
}

/** The grant of a discount that somebody gave. */
export function grantOf(discount: OrderDiscount): Grant {
  return { discount, lineIds: null, maxCents: null };
}

function rankOf({ discount: { lineId, coupon, kind } }: Grant): number {
  if (kind === 'free_shipping') return 4;
  if (lineId !== null) return 0;
  if (coupon !== null) return 3;
  return kind === 'percent' ? 1 : 2;
}

/** Takes the discount off what is left, and says how much it was. */
function take({ discount, lineIds, maxCents }: Grant, lines: readonly OrderLine[], left: Map<string, number>): number {
  const reached = lines.filter((line) => reaches(discount, line) && (lineIds === null || lineIds.includes(line.id)));
  const weights = reached.map(({ id }) => left.get(id) ?? 0);
  const amount = Math.min(wishOf(discount, sumCents(weights)), maxCents ?? Number.MAX_SAFE_INTEGER);
  const shares = shareOut(amount, weights);
  for (const [index, { id }] of reached.entries()) left.set(id, (left.get(id) ?? 0) - (shares[index] ?? 0));
  return amount;
}

function reaches({ kind, lineId }: OrderDiscount, line: OrderLine): boolean {
  if (lineId !== null) return line.id === lineId;
  return (line.kind === 'shipping') === (kind === 'free_shipping');
}

function wishOf({ kind, value }: OrderDiscount, baseCents: number): number {
  switch (kind) {
    case 'percent':
      return Math.min(baseCents, shareOf(baseCents, value, 10_000));
    case 'amount':
      return Math.min(baseCents, value);
    case 'free_shipping':
      return baseCents;
  }
}

/** `part / whole` of the cents, halves up. Exact for safe integers. */
function shareOf(cents: number, part: number, whole: number): number {
  return Number((BigInt(cents) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/**
 * Whole parts of the amount by weight, which sum to it: everybody gets what is due rounded down, and those who lost most by that one
 * more each (largest remainder; ties go to the first). With an amount of at most Σ weights no part is larger than its weight.
 */
export function shareOut(amount: number, weights: readonly number[]): readonly number[] {
  const total = BigInt(sumCents(weights));
  if (total === 0n || amount === 0) return weights.map(() => 0);
  const dues = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const floors = dues.map((due) => Number(due / total));
  const missing = amount - sumCents(floors);
  const byRemainder = dues
    .map((due, index) => ({ index, remainder: due % total }))
    .sort((one, other) => (one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1));
  const lucky = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => floor + (lucky.has(index) ? 1 : 0));
}
