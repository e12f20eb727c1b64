import { isUnpaid, PAYMENT_MINUTES, type Payment, takePaymentStep } from './payment.js';
import type { CheckoutState } from './payment-provider.js';

/** What follows for a payment from what happens around it. Each rule gives back the very same payment where nothing follows. */

const MINUTE_MS = 60_000;

/** Pauses between tries of what is due, in minutes; the last one again and again. */
const PAUSES_MINUTES = [1, 5, 30, 120, 360, 1440] as const;

/** A payment that waits for its first checkout. */
export function newPayment(
  facts: Pick<Payment, 'id' | 'tenantId' | 'siteId' | 'orderId' | 'provider' | 'amountCents' | 'currency'>,
  now: Date,
): Payment {
  const expiresAt = minutesAfter(now, PAYMENT_MINUTES);
  const nothingYet = { providerRef: null, checkoutUrl: null, paidAt: null, refundedAt: null };
  return { ...facts, ...nothingYet, method: 'card', status: 'pending', attempt: 0, expiresAt, dueAt: expiresAt, tries: 0, version: 1 };
}

/** After the provider has opened the checkout of this attempt. What was over or opened by somebody else meanwhile stays as it is. */
export function withCheckout(payment: Payment, attempt: number, checkout: { readonly ref: string; readonly url: string }): Payment {
  if (!isUnpaid(payment.status) || payment.attempt >= attempt) return payment;
  return takePaymentStep(payment, 'retry', payment.expiresAt, { attempt, providerRef: checkout.ref, checkoutUrl: checkout.url });
}

/**
 * After the provider has said how the checkout `ref` stands. Money counts whichever attempt it came by; bad news only of the last
 * one. Money for a payment that was over is owed back.
 */
export function withNews(payment: Payment, ref: string, status: CheckoutState['status'], now: Date): Payment {
  if (status === 'paid') return withMoney(payment, ref, now);
  if (status === 'open' || ref !== payment.providerRef) return payment;
  if (payment.status === 'pending') return takePaymentStep(payment, 'fail', payment.expiresAt);
  // Nothing can come any more: there is no need to look again.
  return payment.status === 'expired' && payment.dueAt !== null ? { ...payment, dueAt: null, version: payment.version + 1 } : payment;
}

function withMoney(payment: Payment, ref: string, now: Date): Payment {
  const money = { providerRef: ref, paidAt: now };
  if (isUnpaid(payment.status)) return takePaymentStep(payment, 'settle', null, money);
  return payment.status === 'expired' ? takePaymentStep(payment, 'settleLate', now, money) : payment;
}

/** After the order has ended unserved, or is to be paid otherwise: what came is owed back, what has not come is not waited for. */
export function closed(payment: Payment, now: Date): Payment {
  if (payment.status === 'paid') return takePaymentStep(payment, 'oweRefund', now);
  if (!isUnpaid(payment.status)) return payment;
  // A checkout that was opened may be paid all the same: the provider is asked later.
  return takePaymentStep(payment, 'expire', payment.providerRef === null ? null : nextTryAt(payment, now));
}

/** After the provider has taken the refund. */
export function refunded(payment: Payment, now: Date): Payment {
  return payment.status === 'refund_due' ? takePaymentStep(payment, 'refund', null, { refundedAt: now }) : payment;
}

/** When what is due is tried again, should the try that begins now come to nothing. */
export function nextTryAt({ tries }: Pick<Payment, 'tries'>, now: Date): Date {
  const [first] = PAUSES_MINUTES;
  return minutesAfter(now, PAUSES_MINUTES[Math.min(tries, PAUSES_MINUTES.length - 1)] ?? first);
}

function minutesAfter(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
