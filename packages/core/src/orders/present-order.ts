import { shortNumber } from '../kit/ids.js';
import { eurosOf } from '../kit/money.js';
import { isUnpaid } from '../payments/payment.js';
import type { PickupOrder } from './order.js';
import type { PlacedOrder } from './order-contract.js';

/** Where an order is followed, and paid. */
export interface OrderAddresses {
  /** Its live page. */
  readonly trackingUrl: string;
  /** Null where it is paid at pickup. */
  readonly payUrl: string | null;
}

/** The order as guests see it. */
export function presentOrder(order: PickupOrder, { trackingUrl, payUrl }: OrderAddresses): PlacedOrder {
  const { method, status } = order.payment;
  const payable = status !== null && isUnpaid(status) && payUrl !== null;
  return {
    ...presentContents(order),
    payment: method,
    ...(status !== null && { paymentStatus: status }),
    ...(payable && { payUrl }),
    trackingUrl,
  };
}

/** What everybody sees of an order, without its payment and its addresses. */
export function presentContents(order: PickupOrder): Omit<PlacedOrder, 'payment' | 'paymentStatus' | keyof OrderAddresses> {
  return {
    id: order.id,
    number: shortNumber(order.sequence),
    status: order.status,
    placedAt: order.placedAt.toISOString(),
    pickupAt: order.pickupAt.toISOString(),
    items: order.lines.map((line) => ({
      id: line.itemId,
      name: line.name,
      variant: line.variant === null ? null : { ...line.variant },
      options: line.options.map(({ id, name, priceCents }) => ({ id, name, price: eurosOf(priceCents) })),
      quantity: line.quantity,
      unitPrice: eurosOf(line.unitPriceCents),
      total: eurosOf(line.totalCents),
      note: line.note,
    })),
    dropped: [...order.dropped],
    total: eurosOf(order.totalCents),
    currency: order.currency,
  };
}
