import type { Order } from './order.js';

/** How far an order is paid: by card at once, or by what was recorded by hand. */
export const PAYMENT_STATES = ['unpaid', 'partly_paid', 'paid', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** How far the order is paid. The database has the same rule, as a column that lists are filtered by. */
export function paymentStateOf({
  payment,
  totalCents,
  paidCents,
  refundedCents,
}: Pick<Order, 'payment' | 'totalCents' | 'paidCents' | 'refundedCents'>): PaymentState {
  if (payment.status === 'refunded' || payment.status === 'refund_due') return 'refunded';
  if (payment.status === 'paid') return 'paid';
  const kept = paidCents - refundedCents;
  if (refundedCents > 0 && kept <= 0) return 'refunded';
  if (kept >= totalCents) return 'paid';
  return kept > 0 ? 'partly_paid' : 'unpaid';
}
