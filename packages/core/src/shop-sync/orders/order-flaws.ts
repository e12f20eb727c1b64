import type { Refused } from '../quarantine.js';
import type { ShopOrder } from '../shop-records.js';

/** More than anybody sells, and far below what numbers can hold. */
const CENTS_MAX = 1e12;
const QUANTITY_MAX = 1e6;
const LINES_MAX = 2000;

/** Why the order cannot be imported, by the first field that is at fault; null: it can. */
export function flawOf(order: ShopOrder): Refused | null {
  const flaw = moneyFlaw(order) ?? lineFlaw(order) ?? timeFlaw(order);
  return flaw === null ? null : { externalId: order.externalId, code: 'invalid_record', reason: flaw };
}

function moneyFlaw({ currency, totalCents, paidCents, discountCents, shipping, wrapping }: ShopOrder): string | null {
  if (!/^[A-Z]{3}$/.test(currency)) return 'currency is not a code of ISO 4217.';
  const amounts = { totalCents, paidCents, discountCents, shipping: shipping?.amountCents ?? 0, wrapping: wrapping?.amountCents ?? 0 };
  const [wrong] = Object.entries(amounts).find(([, cents]) => !isAmount(cents)) ?? [];
  return wrong === undefined ? null : `${wrong} is not an amount from 0.`;
}

function lineFlaw({ lines }: ShopOrder): string | null {
  if (lines.length > LINES_MAX) return `lines are more than ${LINES_MAX}.`;
  if (new Set(lines.map(({ externalId }) => externalId)).size < lines.length) return 'lines have one id twice.';
  if (lines.some(({ unitPriceCents }) => !isAmount(unitPriceCents))) return 'lines.unitPriceCents is not an amount from 0.';
  const isCount = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX;
  return lines.every(({ quantity }) => isCount(quantity)) ? null : 'lines.quantity is not a number of pieces from 1.';
}

function timeFlaw({ placedAt }: ShopOrder): string | null {
  const year = placedAt.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? null : 'placedAt is not an instant.';
}

function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 0 && cents <= CENTS_MAX;
}
