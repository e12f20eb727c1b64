import type { CouponFacts } from './coupon-desk.js';
import type { FulfilmentOrder, OrderDiscount, OrderLine } from './order.js';

/** The order as its coupon sees it. */
export function couponFacts(
  { id, clientId, lines, discounts }: Pick<FulfilmentOrder, 'id' | 'clientId' | 'lines' | 'discounts'>,
  own: OrderDiscount,
): CouponFacts {
  const others = discounts.filter((other) => other.id !== own.id);
  return {
    orderId: id,
    clientId,
    lines: lines.flatMap((line) => (line.itemId === null ? [] : [{ lineId: line.id, itemId: line.itemId, totalCents: priceOf(line) }])),
    shippingCents: lines.filter(({ kind }) => kind === 'shipping').reduce((sum, line) => sum + priceOf(line), 0),
    otherCodes: others.flatMap(({ coupon }) => (coupon === null ? [] : [coupon.code])),
  };
}

function priceOf({ unitPriceCents, quantity }: OrderLine): number {
  return unitPriceCents * quantity;
}
