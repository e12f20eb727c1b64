import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { isTicketing, type Order } from '../orders/order.js';
import { orderEvent } from '../orders/order-event.js';
import { moneyCentsOf, settleInvoices } from '../settlement/order-invoices.js';
import type { Stores } from '../stores.js';
import type { BookingsService } from '../ticketing/booking-service.js';
import type { OrderSales } from '../till/order-sales.js';
import type { Payment } from './payment.js';

/** Who writes what providers say. */
export const PAYMENTS_ACTOR = { kind: 'system', name: 'payments' } as const;

export interface PaymentChange {
  readonly before: Payment;
  readonly after: Payment;
}

/** What it is changed in: a transaction. */
export interface PaymentChanging {
  readonly stores: Pick<Stores, 'invoices' | 'orders' | 'payments' | 'settlement'>;
  readonly ids: Ids;
  readonly bookings: Pick<BookingsService, 'confirm'>;
  readonly orderSales: OrderSales;
}

/**
 * Changes the payment of an order by a rule, and tells the order and its history where its status has changed. Locks the order, then the
 * payment; invoices of the order are paid by it, a booking that it pays is confirmed, and last, as the journal makes everybody wait, it is sold or taken
 * back at the till. The order is told nothing once it is paid at pickup after all. Throws `unknown_order`, `unknown_record`.
 */
export async function changePayment(
  { stores, ids, bookings, orderSales }: PaymentChanging,
  scope: Scope,
  orderId: string,
  at: Date,
  rule: (payment: Payment) => Payment,
): Promise<PaymentChange> {
  let change: PaymentChange | undefined;
  const order = await stores.orders.change(scope, orderId, async (order) => {
    await stores.payments.change(scope, orderId, (before) => {
      const after = rule(before);
      change = { before, after };
      return after;
    });
    const status = change?.after.status;
    if (status === undefined || order.payment.method === 'at_pickup' || order.payment.status === status) return null;
    const after: Order = { ...order, payment: { method: 'card', status }, version: order.version + 1 };
    return { order: after, event: orderEvent(after, scope, at, { kind: 'payment' }) };
  });
  if (change === undefined) throw new Error('The payment was not handed over.');
  if (change.before.status === change.after.status) return change;
  await settleInvoices({ stores, ids, scope, at }, orderId, moneyCentsOf(order));
  if (change.after.status === 'paid' && isTicketing(order)) await bookings.confirm(scope, orderId);
  await orderSales.paymentChanged(scope, order, change.before.status, change.after.status);
  return change;
}
