/**
 * Money is whole cents, everywhere. Euros (with a fraction) exist only in the JSON of the storefront and keyed API, on the way
 * in and out, and are never calculated with. Rates are whole basis points: 2000 is 20 %.
 */

/** `a / b` rounded to the nearest whole number, halves away from zero (as tills and invoices round). Exact for safe integers. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const quotient = Math.trunc(dividend / divisor) + 0; // −0 + 0 is 0, and amounts of −0 would show a sign
  const remainder = Math.abs(dividend % divisor);
  if (remainder * 2 < Math.abs(divisor)) return quotient;
  return quotient + (Math.sign(dividend) === Math.sign(divisor) ? 1 : -1);
}

/** `amount × part / whole`, rounded half up for amounts that are not negative; exact also where the product is too large for a number. */
export function shareHalfUp(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return divideHalfUp(product, whole);
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** The total of a line: unit price times quantity. Whole cents stay whole, so nothing is rounded here. */
export function lineTotalCents(unitPriceCents: number, quantity: number): number {
  return unitPriceCents * quantity;
}

/** The tax contained in a price that includes it, rounded half up: 1200 at 2000 contains 200. */
export function includedTaxCents(priceCents: number, rateBasisPoints: number): number {
  return divideHalfUp(priceCents * rateBasisPoints, 10_000 + rateBasisPoints);
}

/** The sum of amounts in cents. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}

/** Cents as the JSON number of the storefront and keyed API: 1250 becomes 12.5. */
export function eurosOf(cents: number): number {
  return cents / 100;
}

/** Basis points as percent: 550 becomes 5.5. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}

/**
 * The whole cents of a JSON number in euros, or null when it has more than two decimals: 12.5 becomes 1250.
 * @public
 */
export function centsOf(euros: number): number | null {
  const cents = Math.round(euros * 100);
  return Number.isSafeInteger(cents) && cents / 100 === euros ? cents : null;
}

interface MoneyFormats {
  readonly usual: Intl.NumberFormat;
  /** Where people leave the hundredths out (yen, forints), for an amount that has some. */
  readonly exact: Intl.NumberFormat;
}

const formats = new Map<string, MoneyFormats>();

/**
 * The amount as a person reads it: `formatMoney(1250, 'EUR', 'fr')` is `12,50 €`. Never another one: a column of amounts adds up to its total
 * in currencies without hundredths too (`12,50 JPY`, and `12 JPY`).
 */
export function formatMoney(cents: number, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = formatsOf(currency, language);
    formats.set(key, format);
  }
  return (cents % 100 === 0 ? format.usual : format.exact).format(cents / 100);
}

function formatsOf(currency: string, language: string): MoneyFormats {
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency });
  const { minimumFractionDigits = 0, maximumFractionDigits = 0 } = usual.resolvedOptions();
  if (minimumFractionDigits >= 2) return { usual, exact: usual };
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, maximumFractionDigits) };
  return { usual, exact: new Intl.NumberFormat(language, { style: 'currency', currency, ...digits }) };
}
