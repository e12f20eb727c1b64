import { DomainError } from '../../kit/errors.js';

/** Prices of an online shop: net decimals as text, reckoned with exactly, whatever their number of digits. */

/** A decimal as so many of a unit: `24.5` is 245 of a tenth. */
interface Decimal {
  readonly units: bigint;
  /** How many digits follow the point. */
  readonly digits: number;
}

/** The price incl. tax in whole cents, halves away from zero, of net amounts that are added up first: `24.166667` at 2000 is 2900. */
export function grossCents(netAmounts: readonly string[], taxBasisPoints: number): number {
  const { units, digits } = netAmounts.map(decimalOf).reduce(sumOf, { units: 0n, digits: 0 });
  const [dividend, divisor] = [units * BigInt(10_000 + taxBasisPoints) * 100n, 10_000n * 10n ** BigInt(digits)];
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n;
  return Number((dividend + half) / divisor);
}

/** Throws `invalid_request` for what is no decimal. */
function decimalOf(text: string): Decimal {
  const [, sign, whole, fraction = ''] = /^\s*([+-]?)(\d{1,15})(?:\.(\d{0,15}))?\s*$/.exec(text) ?? [];
  if (whole === undefined) throw new DomainError('invalid_request', { message: 'price: not a decimal number' });
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, digits: fraction.length };
}

function sumOf(left: Decimal, right: Decimal): Decimal {
  const digits = Math.max(left.digits, right.digits);
  const scaled = ({ units, digits: own }: Decimal) => units * 10n ** BigInt(digits - own);
  return { units: scaled(left) + scaled(right), digits };
}
