/** A decimal as the shop wrote it: `digits` divided by ten to the power of `scale`. Exact: no float is ever made of a price. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Null: the text is no decimal, or one that no amount of a shop has. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^([+-]?\d{1,15})(?:\.(\d{1,20}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return { digits: BigInt(whole.replace('+', '') + fraction), scale: fraction.length };
}

export function product(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** The decimal in units of `10^-places`, rounded half away from zero: cents of an amount, and basis points of a percentage, with 2. */
export function rounded({ digits, scale }: Decimal, places: number): number {
  const shift = places - scale;
  if (shift >= 0) return Number(digits * 10n ** BigInt(shift));
  const divisor = 10n ** BigInt(-shift);
  const magnitude = digits < 0n ? -digits : digits;
  const nearest = Number((magnitude * 2n + divisor) / (divisor * 2n));
  return digits < 0n && nearest !== 0 ? -nearest : nearest;
}

export function isZero({ digits }: Decimal): boolean {
  return digits === 0n;
}

export function isSame(a: Decimal, b: Decimal): boolean {
  return a.digits * 10n ** BigInt(b.scale) === b.digits * 10n ** BigInt(a.scale);
}

/** As plain decimal text, such as `-0.50`, with the places it was written with. */
export function decimalText({ digits, scale }: Decimal): string {
  const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = magnitude.slice(0, magnitude.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${magnitude.slice(-scale)}`;
}
