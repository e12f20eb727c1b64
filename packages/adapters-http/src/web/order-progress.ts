import { PICKUP_STATUSES, type PickupStatus } from '@comptoir/core/orders/order.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '@comptoir/core/payments/payment.js';

/** How far an order has come, as its page shows it. */

/** The way of an order that goes well. */
export const PROGRESS_STEPS = ['queued', 'accepted', 'ready', 'collected'] as const satisfies readonly PickupStatus[];

export type StepState = 'done' | 'current' | 'coming';

export function stepState(step: (typeof PROGRESS_STEPS)[number], status: PickupStatus): StepState {
  const steps: readonly PickupStatus[] = PROGRESS_STEPS;
  const here = steps.indexOf(status);
  const there = steps.indexOf(step);
  return there < here ? 'done' : there === here ? 'current' : 'coming';
}

/** True when the order came to an end that nobody wished for. */
export function isLost(status: PickupStatus): boolean {
  return status === 'rejected' || status === 'cancelled';
}

/** How far an order and its payment by card have come; null for one that is paid at pickup. */
export interface Progress {
  readonly status: PickupStatus;
  readonly payment: PaymentStatus | null;
}

/**
 * What the data of a `status` event (`{id, status, at, paymentStatus}`) or the answer of `GET /api/order/{id}` says of both; null when it says
 * nothing.
 */
export function readProgress(value: unknown): Progress | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('order' in value) return readProgress(value.order);
  const status = 'status' in value ? PICKUP_STATUSES.find((one) => one === value.status) : undefined;
  if (status === undefined) return null;
  const paid = 'paymentStatus' in value ? value.paymentStatus : undefined;
  return { status, payment: PAYMENT_STATUSES.find((one) => one === paid) ?? null };
}
