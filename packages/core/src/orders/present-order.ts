import { shortNumber } from '../kit/ids.js';
import { eurosOf } from '../kit/money.js';
import type { Order } from './order.js';
import type { PlacedOrder } from './order-contract.js';

/** The order as guests and tools see it. `trackingUrl` is the address of its live page. */
export function presentOrder(order: Order, trackingUrl: string): PlacedOrder {
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
    payment: 'at_pickup',
    trackingUrl,
  };
}
