import { PAYMENT_MEANS, type PaymentMeans } from '../invoices/invoice.js';
import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';

/**
 * Money that the staff has recorded for an order, and money given back: what the till knows of payments that no provider of card
 * payments tells it about. Entries are added and take their steps; an amount never changes. The order keeps their sums.
 */

export const RECORDED_METHODS = [
  'cash',
  'card',
  'transfer',
  'cheque',
  'direct_debit',
  'meal_voucher',
  'gift_card',
  'online',
  'other',
] as const;
export type RecordedMethod = (typeof RECORDED_METHODS)[number];

/** As invoices call it. */
export function meansOf(method: RecordedMethod): PaymentMeans {
  return PAYMENT_MEANS.find((means) => means === method) ?? 'other';
}

export const RECORDED_STATUSES = ['authorized', 'captured', 'voided'] as const;
export type RecordedStatus = (typeof RECORDED_STATUSES)[number];

/** What may happen to recorded money, and the states it may happen in. Money that was captured goes back by a refund. */
export const RECORDED_STEPS = {
  capture: { from: ['authorized'], to: 'captured' },
  void: { from: ['authorized'], to: 'voided' },
} as const satisfies Record<string, { from: readonly RecordedStatus[]; to: RecordedStatus }>;
export type RecordedStep = keyof typeof RECORDED_STEPS;

export interface RecordedPayment {
  readonly id: string;
  readonly orderId: string;
  readonly method: RecordedMethod;
  /** Above 0. */
  readonly amountCents: number;
  readonly status: RecordedStatus;
  /** What the bank, the terminal or the client calls it. */
  readonly reference: string | null;
  readonly note: string | null;
  /** When the money came, or was promised. */
  readonly receivedAt: Date;
  readonly recordedAt: Date;
  /** When it became money that is there: the day it counts for. */
  readonly capturedAt: Date | null;
  readonly voidedAt: Date | null;
  /** When somebody found it on a statement of the bank; null: not yet. */
  readonly reconciledAt: Date | null;
  /** As `actorName` gives it. */
  readonly recordedBy: string;
}

export interface RecordedRefund {
  readonly id: string;
  readonly orderId: string;
  /** The payment it gives something of back. */
  readonly paymentId: string;
  /** The return it belongs to; null: none. */
  readonly returnId: string | null;
  /** Above 0. */
  readonly amountCents: number;
  readonly method: RecordedMethod;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly recordedAt: Date;
  readonly recordedBy: string;
}

/** All the money of an order. */
export interface OrderMoney {
  readonly payments: readonly RecordedPayment[];
  readonly refunds: readonly RecordedRefund[];
}

/** The payment after the step. Throws `invalid_transition`, naming the state it is in. */
export function afterRecordedStep(payment: RecordedPayment, step: RecordedStep, at: Date): RecordedPayment {
  const { from, to } = RECORDED_STEPS[step];
  if (!from.some((status) => status === payment.status)) {
    throw new DomainError('invalid_transition', {
      message: `A payment that is ${payment.status} cannot take the step "${step}".`,
      facts: { status: payment.status, step },
    });
  }
  return { ...payment, status: to, ...(step === 'capture' ? { capturedAt: at } : { voidedAt: at }) };
}

/** The payment after somebody looked for it on a statement of the bank, where only money that is there can be found. Throws `invalid_transition`. */
export function afterReconciling(payment: RecordedPayment, isFound: boolean, at: Date): RecordedPayment {
  if (!isFound) return payment.reconciledAt === null ? payment : { ...payment, reconciledAt: null };
  if (payment.status !== 'captured') {
    throw new DomainError('invalid_transition', {
      message: `A payment that is ${payment.status} is on no statement.`,
      facts: { status: payment.status, step: 'reconcile' },
    });
  }
  return payment.reconciledAt === null ? { ...payment, reconciledAt: at } : payment;
}

/** What came in: what was captured, and nothing that was only promised. */
export function paidCents({ payments }: Pick<OrderMoney, 'payments'>): number {
  return sumCents(payments.filter(({ status }) => status === 'captured').map(({ amountCents }) => amountCents));
}

/** What came in or is promised. */
function promisedCents({ payments }: Pick<OrderMoney, 'payments'>): number {
  return sumCents(payments.filter(({ status }) => status !== 'voided').map(({ amountCents }) => amountCents));
}

export function refundedCents({ refunds }: Pick<OrderMoney, 'refunds'>): number {
  return sumCents(refunds.map(({ amountCents }) => amountCents));
}

/**
 * What is still to be paid or promised. Money that went back asks to be paid again, unless it went back for goods that came back: they are
 * not sold any more.
 */
export function dueCents(totalCents: number, money: OrderMoney): number {
  const again = refundedCents({ refunds: money.refunds.filter(({ returnId }) => returnId === null) });
  return Math.max(0, totalCents - promisedCents(money) + again);
}

/** What of a payment is still there to be given back. */
export function refundableCents(payment: RecordedPayment, refunds: readonly RecordedRefund[]): number {
  if (payment.status !== 'captured') return 0;
  const back = refunds.filter(({ paymentId }) => paymentId === payment.id);
  return payment.amountCents - sumCents(back.map(({ amountCents }) => amountCents));
}

/**
 * Divides a refund over the payments of an order, the latest first. Throws `over_refunded`, with what is left, when it is more than came
 * in and is still there.
 */
export function dividedRefund(
  { payments, refunds }: OrderMoney,
  amountCents: number,
): readonly { readonly payment: RecordedPayment; readonly amountCents: number }[] {
  const parts: { readonly payment: RecordedPayment; readonly amountCents: number }[] = [];
  let left = amountCents;
  for (const payment of [...payments].reverse()) {
    const part = Math.min(left, refundableCents(payment, refunds));
    if (part > 0) parts.push({ payment, amountCents: part });
    left -= part;
  }
  if (left > 0) throw new DomainError('over_refunded', { facts: { refundableCents: amountCents - left } });
  return parts;
}
