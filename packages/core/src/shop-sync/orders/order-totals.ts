import { sumCents } from '../../kit/money.js';
import type { OrderDiscount, OrderLine } from '../../orders/order.js';
import { shareOut } from '../../orders/price-fulfilment.js';

/** What makes the lines of an order come to exactly what the shop asks for. */
export interface Balance {
  /** What vouchers take off, at most what there is. */
  readonly voucherCents: number;
  /** What else the shop asks for less (below 0) or more (above): its own rounding, or what its lines do not say. Never hidden. */
  readonly restCents: number;
}

/** Everything that is on offer here, incl. tax, before discounts. */
export function grossCents(lines: readonly OrderLine[]): number {
  return sumCents(lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity));
}

export function balanceOf(lines: readonly OrderLine[], discountCents: number, totalCents: number): Balance {
  const gross = grossCents(lines);
  const voucherCents = Math.min(discountCents, gross);
  return { voucherCents, restCents: totalCents - (gross - voucherCents) };
}

/** The lines, each with its share of what is taken off, by what it costs: to the cent, none below 0. */
export function discounted(lines: readonly OrderLine[], offCents: number): readonly OrderLine[] {
  if (offCents === 0) return lines;
  const gross = lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
  const shares = shareOut(offCents, gross);
  return lines.map((line, index) => {
    const discountCents = shares[index] ?? 0;
    return { ...line, discountCents, totalCents: (gross[index] ?? 0) - discountCents };
  });
}

/** The discounts of the order, as people see them. */
export function discountsOf({ voucherCents, restCents }: Balance, labels: { readonly voucher: string; readonly rounding: string }) {
  const granted = (id: string, label: string, amountCents: number): OrderDiscount[] =>
    amountCents > 0 ? [{ id, kind: 'amount', value: amountCents, label, coupon: null, lineId: null, amountCents }] : [];
  return [...granted('shop-voucher', labels.voucher, voucherCents), ...granted('shop-rounding', labels.rounding, -restCents)];
}
