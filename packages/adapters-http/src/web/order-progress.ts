import { isFinal, PICKUP_STATUSES, type PickupStatus } from '@comptoir/core/orders/order.js';

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

export function isOver(status: PickupStatus): boolean {
  return isFinal(status);
}

/** The status in the data of a `status` event (`{id, status, at}`) or in the answer of `GET /api/order/{id}`; null when there is none. */
export function readStatus(value: unknown): PickupStatus | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('order' in value) return readStatus(value.order);
  return 'status' in value ? (PICKUP_STATUSES.find((status) => status === value.status) ?? null) : null;
}
