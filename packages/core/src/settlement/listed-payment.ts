import { sumCents } from '../kit/money.js';
import type { Payment } from '../payments/payment.js';
import type { RecordedMethod, RecordedPayment, RecordedRefund, RecordedStatus } from './recorded-payment.js';

/** Who tells that the money came: somebody who wrote it down, or the provider whose page the card was given on. */
export const MONEY_SOURCES = ['recorded', 'provider'] as const;
export type MoneySource = (typeof MONEY_SOURCES)[number];

/** Money of either source, as lists show it. */
export interface ListedPayment {
  readonly id: string;
  readonly source: MoneySource;
  readonly orderId: string;
  readonly method: RecordedMethod;
  /** The name of the provider; null: somebody recorded it. */
  readonly provider: string | null;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly status: RecordedStatus;
  /** What the bank, the terminal, the client or the provider calls it. */
  readonly reference: string | null;
  readonly note: string | null;
  readonly receivedAt: Date;
  readonly capturedAt: Date | null;
  readonly voidedAt: Date | null;
  readonly reconciledAt: Date | null;
  /** As `actorName` gives it; null: the provider told it. */
  readonly recordedBy: string | null;
}

export function listedPayment(payment: RecordedPayment, refunds: readonly RecordedRefund[]): ListedPayment {
  const { recordedAt, ...facts } = payment;
  const back = refunds.filter(({ paymentId }) => paymentId === payment.id);
  return { ...facts, source: 'recorded', provider: null, refundedCents: sumCents(back.map(({ amountCents }) => amountCents)) };
}

/** A payment by card whose money came; null for one that has brought none. */
export function listedCardPayment({
  id,
  orderId,
  method,
  provider,
  amountCents,
  providerRef,
  paidAt,
  refundedAt,
}: Payment): ListedPayment | null {
  if (paidAt === null) return null;
  return {
    ...{ id, orderId, method, provider, amountCents, source: 'provider', status: 'captured' },
    refundedCents: refundedAt === null ? 0 : amountCents,
    reference: providerRef,
    note: null,
    receivedAt: paidAt,
    capturedAt: paidAt,
    voidedAt: null,
    reconciledAt: null,
    recordedBy: null,
  };
}
