import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { closed } from '../payments/payment-rules.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores } from '../stores.js';
import type { OrderSales } from '../till/order-sales.js';
import { endsUnserved, type OrderPayment, type PickupOrder, type PickupStep, pickupOf, takeStep } from './order.js';
import { statusEvent } from './order-event.js';

/** A step of an order's life. */
export interface OrderStep {
  readonly step: PickupStep;
  readonly reason: string | null;
  readonly at: Date;
  /** Whether it is still to be taken, asked once the order is locked; always, when left out. */
  readonly onlyIf?: (order: PickupOrder) => boolean;
}

/** What a step works on, within its transaction. */
export interface StepWork {
  readonly stores: Pick<Stores, 'orders' | 'payments' | 'pickupSlots'>;
  readonly stock: Pick<StockService, 'release' | 'seal'>;
  readonly orderSales: Pick<OrderSales, 'collected'>;
}

/**
 * Takes the step with all that follows from it: an order that ends unserved gives its slot and its stock back, and what was paid for it
 * is owed back; what is paid at pickup is sold. Null: it was not to be taken any more. Throws `unknown_order`, `invalid_transition`, `payment_pending`.
 */
export async function takeOrderStep(
  work: StepWork,
  scope: Scope,
  orderId: string,
  { step, reason, at, onlyIf }: OrderStep,
): Promise<PickupOrder | null> {
  let taken: PickupOrder | null = null;
  await work.stores.orders.change(scope, orderId, async (locked) => {
    const before = pickupOf(locked);
    if (onlyIf?.(before) === false) return null;
    const payment = await paymentAfter(work.stores, scope, before, step, at);
    const after = takeStep(before, step);
    const order = { ...after, payment, sealedAt: after.status === 'collected' ? at : null };
    taken = order;
    return { order, event: statusEvent(order, scope, at, reason) };
  });
  if (taken !== null) await follow(work, scope, taken, step);
  return taken;
}

/** Nothing is prepared before it is paid, and what ends unserved is not paid for. */
async function paymentAfter(
  { payments }: Pick<Stores, 'payments'>,
  scope: Scope,
  { id, payment }: PickupOrder,
  step: PickupStep,
  at: Date,
): Promise<OrderPayment> {
  if (payment.method === 'at_pickup') return payment;
  if (endsUnserved(step)) return { method: 'card', status: (await payments.change(scope, id, (paid) => closed(paid, at))).status };
  if (payment.status === 'paid') return payment;
  throw new DomainError('payment_pending', { facts: { payment: payment.status } });
}

async function follow({ stores, stock, orderSales }: StepWork, scope: Scope, order: PickupOrder, step: PickupStep): Promise<void> {
  if (endsUnserved(step)) {
    await stock.release(scope, order.id);
    await stores.pickupSlots.release(scope, order.pickupAt);
  } else if (order.status === 'collected') {
    await stock.seal(scope, order.id);
    await orderSales.collected(scope, order);
  }
}
