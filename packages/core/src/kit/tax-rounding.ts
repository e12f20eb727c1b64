import { divideHalfUp, includedTaxCents, sumCents } from './money.js';

/**
 * Net, tax and gross of the lines of a document, in whole cents. What a line comes to cannot always be kept on both sides of the tax and
 * in the sum: each of the three ways gives up another one of them, by single cents. Amounts may be negative.
 *
 * The semantics and the examples are those of pretix (https://docs.pretix.eu/dev/development/algorithms/pricing.html).
 */

export const TAX_ROUNDINGS = ['line', 'sum_by_net', 'sum_by_net_keep_gross'] as const;

/**
 * - `line`: the tax of each line is rounded by itself; sums are sums of lines.
 * - `sum_by_net`: the tax of each rate is that of the sum of its nets, as EN 16931 asks (BR-CO-17). Nets stay; the gross of some lines
 *   changes by a cent.
 * - `sum_by_net_keep_gross`: as `sum_by_net`, of such nets that the gross stays what was agreed, wherever there are such nets: the net of
 *   some lines changes by a cent. Of 99.99 at 19 % there are none (84.03 gives 100.00, 84.02 gives 99.98), so that one cent moves. With
 *   net prices no gross was agreed, and it is `sum_by_net`.
 */
export type TaxRounding = (typeof TAX_ROUNDINGS)[number];

/** A line before its tax is known: an amount for the whole line, with tax (`gross`) or without (`net`). */
export interface TaxableLine {
  readonly amountCents: number;
  readonly taxBasisPoints: number;
  /** Lines of one group share a rate; of one rate there may be several groups (standard rated, or reverse charge at 0). */
  readonly taxGroup: string;
}

export interface TaxedAmounts {
  readonly netCents: number;
  readonly taxCents: number;
  readonly grossCents: number;
}

/**
 * Net, tax and gross of each line, in the order of the lines; always net + tax = gross. `isAgreed`: the gross was promised, or paid, before:
 * `sum_by_net_keep_gross` keeps it where no net gives it too, with the tax that the gross of a rate contains. That may be a cent beside the
 * tax on the net: of 99.99 at 19 % it is 15.96, and 84.03 bears 15.97.
 */
export function taxLines(
  lines: readonly TaxableLine[],
  prices: 'gross' | 'net',
  rounding: TaxRounding,
  isAgreed = false,
): readonly TaxedAmounts[] {
  const alone = lines.map((line) => taxLine(line, prices));
  if (rounding === 'line') return alone;
  const taxed = [...alone];
  for (const members of groupsOf(lines)) {
    const corrected = corrections(
      members.map(({ index }) => amountsAt(alone, index)),
      members[0].rate,
      keepingOf(prices, rounding, isAgreed),
    );
    members.forEach(({ index }, position) => {
      taxed[index] = amountsAt(corrected, position);
    });
  }
  return taxed;
}

/** The sum of amounts of lines. */
export function sumTaxed(lines: readonly TaxedAmounts[]): TaxedAmounts {
  return {
    netCents: sumCents(lines.map(({ netCents }) => netCents)),
    taxCents: sumCents(lines.map(({ taxCents }) => taxCents)),
    grossCents: sumCents(lines.map(({ grossCents }) => grossCents)),
  };
}

/** The tax on an amount without it, rounded half up: 42015 at 1900 bears 7983. */
export function addedTaxCents(netCents: number, taxBasisPoints: number): number {
  return divideHalfUp(netCents * taxBasisPoints, 10_000);
}

function taxLine({ amountCents, taxBasisPoints }: TaxableLine, prices: 'gross' | 'net'): TaxedAmounts {
  const taxCents = prices === 'gross' ? includedTaxCents(amountCents, taxBasisPoints) : addedTaxCents(amountCents, taxBasisPoints);
  const netCents = prices === 'gross' ? amountCents - taxCents : amountCents;
  return { netCents, taxCents, grossCents: netCents + taxCents };
}

interface Member {
  readonly index: number;
  readonly rate: number;
}

type Members = readonly [Member, ...Member[]];

/** Where the lines of each group are. */
function groupsOf(lines: readonly TaxableLine[]): readonly Members[] {
  const groups = new Map<string, [Member, ...Member[]]>();
  lines.forEach(({ taxGroup, taxBasisPoints: rate }, index) => {
    const key = `${rate} ${taxGroup}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [{ index, rate }]);
    else known.push({ index, rate });
  });
  return [...groups.values()];
}

/** What of the sum of a group stays: its net, its gross where there is such a net, or its gross whatever there is. */
type Keeping = 'net' | 'gross' | 'gross always';

function keepingOf(prices: 'gross' | 'net', rounding: Exclude<TaxRounding, 'line'>, isAgreed: boolean): Keeping {
  if (rounding === 'sum_by_net' || prices === 'net') return 'net';
  return isAgreed ? 'gross always' : 'gross';
}

/** The lines of one group with the cents that make their sum what the rounding promises, the largest line first. */
function corrections(lines: readonly TaxedAmounts[], rate: number, keeping: Keeping): readonly TaxedAmounts[] {
  const sum = sumTaxed(lines);
  const netCents = keeping === 'net' ? sum.netCents : sum.grossCents - includedTaxCents(sum.grossCents, rate);
  const grossCents = keeping === 'gross always' ? sum.grossCents : netCents + addedTaxCents(netCents, rate);
  const largestFirst = lines
    .map(({ grossCents: size }, index) => ({ size: Math.abs(size), index }))
    .sort((left, right) => right.size - left.size || left.index - right.index)
    .map(({ index }) => index);
  const byGross = spread(grossCents - sum.grossCents, largestFirst);
  // A line whose gross has moved already is spared, as long as there are others.
  const spared = Math.abs(grossCents - sum.grossCents) % lines.length;
  const byNet = spread(netCents - sum.netCents, [...largestFirst.slice(spared), ...largestFirst.slice(0, spared)]);
  return lines.map((line, index) => {
    const [net, gross] = [line.netCents + (byNet.get(index) ?? 0), line.grossCents + (byGross.get(index) ?? 0)];
    return { netCents: net, taxCents: gross - net, grossCents: gross };
  });
}

/** So many cents over the lines, a cent each in their order, and again from the first while any are left. */
function spread(cents: number, order: readonly number[]): ReadonlyMap<number, number> {
  const [each, rest, sign] = [Math.trunc(cents / order.length), Math.abs(cents % order.length), Math.sign(cents)];
  return new Map(order.map((index, position) => [index, each + (position < rest ? sign : 0)]));
}

function amountsAt(lines: readonly TaxedAmounts[], index: number): TaxedAmounts {
  const amounts = lines[index];
  if (amounts === undefined) throw new RangeError(`There is no line ${index}.`);
  return amounts;
}

/**
 * `cents` in parts as large as the weights are to each other, by largest remainders; the parts are `cents` to the cent. Weights of
 * another sign than their sum take nothing, and where all are 0 the first takes it all. For a discount over the lines it is given on.
 */
export function apportion(cents: number, weights: readonly number[]): readonly number[] {
  const total = sumCents(weights);
  const counted = weights.map((weight) => (Math.sign(weight) === Math.sign(total) ? Math.abs(weight) : 0));
  const whole = sumCents(counted);
  if (whole === 0) return weights.map((_weight, index) => (index === 0 ? cents : 0));
  const shares = counted.map((weight) => exactShare(cents, weight, whole));
  const left = cents - sumCents(shares.map(({ quotient }) => quotient));
  const order = shares.map(({ remainder }, index) => ({ remainder, index })).sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const extra = new Set(order.slice(0, Math.abs(left)).map(({ index }) => index));
  return shares.map(({ quotient }, index) => quotient + (extra.has(index) ? Math.sign(left) : 0));
}

/** In big integers, because the product of two amounts may be too large for a number. */
function exactShare(cents: number, weight: number, whole: number): { quotient: number; remainder: number } {
  const product = BigInt(Math.abs(cents)) * BigInt(weight);
  // −0 + 0 is 0, and amounts of −0 would show a sign.
  return { quotient: Number(product / BigInt(whole)) * Math.sign(cents) + 0, remainder: Number(product % BigInt(whole)) };
}
