import { DomainError } from '../kit/errors.js';

/**
 * The payment of an order by card, on the page of a provider. The provider knows whether money moved; this says what follows from
 * it. This file has no imports but the error type, so that pages in a browser can use it.
 */

export const PAYMENT_METHODS = ['at_pickup', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['pending', 'failed', 'paid', 'expired', 'refund_due', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** How long the goods of an order are held for a payment that has not come. */
export const PAYMENT_MINUTES = 30;

export interface Payment {
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  /** An order has at most one payment, which may be tried several times. */
  readonly orderId: string;
  /** The name of the provider it was begun with; it ends with the same. */
  readonly provider: string;
  readonly method: 'card';
  readonly amountCents: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  /** How many checkouts were opened. One is open at a time: the next is opened when the provider has given up the one before. */
  readonly attempt: number;
  /** What the provider calls the checkout of the last attempt; once money came, the one it came by. */
  readonly providerRef: string | null;
  /** The provider's page of that checkout. */
  readonly checkoutUrl: string | null;
  /** Until then the order waits for the money. */
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
  /** When somebody must see to it, unasked: it expires, may have been paid late, or its refund is to be sent. Null: nobody. */
  readonly dueAt: Date | null;
  /** How often that was begun since the status last changed. */
  readonly tries: number;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** What may happen to a payment, and the states it may happen in. Money that comes when it is over is owed back at once. */
export const PAYMENT_STEPS = {
  retry: { from: ['pending', 'failed'], to: 'pending' },
  fail: { from: ['pending'], to: 'failed' },
  settle: { from: ['pending', 'failed'], to: 'paid' },
  expire: { from: ['pending', 'failed'], to: 'expired' },
  settleLate: { from: ['expired'], to: 'refund_due' },
  oweRefund: { from: ['paid'], to: 'refund_due' },
  refund: { from: ['refund_due'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus }>;

export type PaymentStep = keyof typeof PAYMENT_STEPS;

/** True while the payment is in a state that allows the step. */
export function allows(status: PaymentStatus, step: PaymentStep): boolean {
  return PAYMENT_STEPS[step].from.some((from) => from === status);
}

/** True while the order may still be paid. */
export function isUnpaid(status: PaymentStatus): boolean {
  return allows(status, 'settle');
}

type Change = Partial<Pick<Payment, 'attempt' | 'providerRef' | 'checkoutUrl' | 'paidAt' | 'refundedAt'>>;

/** The payment after the step, with `change`. Throws `invalid_transition`, naming the state it is in. */
export function takePaymentStep(payment: Payment, step: PaymentStep, dueAt: Date | null, change: Change = {}): Payment {
  if (!allows(payment.status, step)) {
    throw new DomainError('invalid_transition', {
      message: `A payment that is ${payment.status} cannot take the step "${step}".`,
      facts: { status: payment.status, step },
    });
  }
  return { ...payment, ...change, status: PAYMENT_STEPS[step].to, dueAt, tries: 0, version: payment.version + 1 };
}
