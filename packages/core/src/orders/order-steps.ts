import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import { closed } from '../payments/payment-rules.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores } from '../stores.js';
import { endsUnserved, type Order, type OrderPayment, type PickupStep, takeStep } from './order.js';

/** A step of an order's life. */
export interface OrderStep {
  readonly step: PickupStep;
  readonly reason: string | null;
  readonly at: Date;
  /** Whether it is still to be taken, asked once the order is locked; always, when left out. */
  readonly onlyIf?: (order: Order) => boolean;
}

/** What a step works on, within its transaction. */
export interface StepWork {
  readonly stores: Pick<Stores, 'orders' | 'payments' | 'pickupSlots'>;
  readonly stock: Pick<StockService, 'release' | 'seal'>;
}

/**
 * Takes the step with all that follows from it: an order that ends unserved gives its slot and its stock back, and what was paid for it
 * is owed back. Null: it was not to be taken any more. Throws `unknown_order`, `invalid_transition`, `payment_pending`.
 */
export async function takeOrderStep(
  work: StepWork,
  scope: Scope,
  orderId: string,
  { step, reason, at, onlyIf }: OrderStep,
): Promise<Order | null> {
  let taken = false;
  const after = await work.stores.orders.change(scope, orderId, async (before) => {
    if (onlyIf?.(before) === false) return null;
    const order = takeStep(before, step);
    const payment = await paymentAfter(work.stores, scope, before, step, at);
    taken = true;
    const event = { status: order.status, at, actor: actorName(scope.actor), reason, payment: payment.status };
    return { order: { ...order, payment }, event };
  });
  if (!taken) return null;
  await moveGoods(work, scope, after, step);
  return after;
}

/** Nothing is prepared before it is paid, and what ends unserved is not paid for. */
async function paymentAfter(
  { payments }: Pick<Stores, 'payments'>,
  scope: Scope,
  { id, payment }: Order,
  step: PickupStep,
  at: Date,
): Promise<OrderPayment> {
  if (payment.method === 'at_pickup') return payment;
  if (endsUnserved(step)) return { method: 'card', status: (await payments.change(scope, id, (paid) => closed(paid, at))).status };
  if (payment.status === 'paid') return payment;
  throw new DomainError('payment_pending', { facts: { payment: payment.status } });
}

async function moveGoods({ stores, stock }: StepWork, scope: Scope, order: Order, step: PickupStep): Promise<void> {
  if (endsUnserved(step)) {
    await stock.release(scope, order.id);
    await stores.pickupSlots.release(scope, order.pickupAt);
  } else if (order.status === 'collected') await stock.seal(scope, order.id);
}
