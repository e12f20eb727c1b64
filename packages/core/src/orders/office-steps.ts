import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import type { DeskWork } from './desk-work.js';
import type { FulfilmentStep } from './fulfilment-life.js';
import { isPickup, type Order, type PickupStep } from './order.js';
import { takeOrderStep } from './order-steps.js';
import { takeFulfilmentStep } from './take-fulfilment-step.js';

/** What is done with orders of every kind, and the step of each lifecycle it is. Cancelling and sealing are of both. */
export const OFFICE_STEPS = {
  accept: { pickup: 'accept' },
  reject: { pickup: 'reject' },
  markReady: { pickup: 'ready' },
  collect: { pickup: 'collect' },
  confirm: { fulfilment: 'confirm' },
  startPreparation: { fulfilment: 'startPreparation' },
  ship: { fulfilment: 'ship' },
  markDelivered: { fulfilment: 'deliver' },
  reopen: { fulfilment: 'reopen' },
  cancel: { pickup: 'cancel', fulfilment: 'cancel' },
  seal: { pickup: 'collect', fulfilment: 'deliver' },
} as const satisfies Record<string, { readonly pickup?: PickupStep; readonly fulfilment?: FulfilmentStep }>;

export type OfficeStep = keyof typeof OFFICE_STEPS;

export const OFFICE_STEP_NAMES = Object.keys(OFFICE_STEPS) as readonly OfficeStep[];

export interface AskedStep {
  readonly step: OfficeStep;
  readonly reason: string | null;
  readonly version?: number | undefined;
}

/**
 * Takes the step of whichever lifecycle the order has. Throws `unknown_order`, `stale`, `invalid_transition` (also for a step of the other
 * lifecycle), and what the step is refused with.
 */
export async function takeOfficeStep(work: DeskWork, scope: Scope, orderId: string, { step, reason, version }: AskedStep): Promise<Order> {
  const { pickup, fulfilment }: { readonly pickup?: PickupStep; readonly fulfilment?: FulfilmentStep } = OFFICE_STEPS[step];
  const send = (sent: FulfilmentStep) => takeFulfilmentStep(work, scope, orderId, { step: sent, reason, at: work.at, version });
  if (pickup === undefined && fulfilment !== undefined) return send(fulfilment);
  const order = await work.views.orders.get(scope, orderId);
  if (order === null) throw new DomainError('unknown_order');
  if (!isPickup(order) && fulfilment !== undefined) return send(fulfilment);
  if (isPickup(order) && pickup !== undefined) return takePickupStep(work, scope, orderId, pickup, { reason, version });
  requireVersion(order, version);
  throw new DomainError('invalid_transition', {
    message: `An order of the channel "${order.channel}" has no step "${step}".`,
    facts: { status: order.status, step, channel: order.channel },
  });
}

async function takePickupStep(
  work: DeskWork,
  scope: Scope,
  orderId: string,
  step: PickupStep,
  { reason, version }: Pick<AskedStep, 'reason' | 'version'>,
): Promise<Order> {
  const onlyIf = (locked: Order) => {
    requireVersion(locked, version);
    return true;
  };
  const taken = await takeOrderStep(work, scope, orderId, { step, reason, at: work.at, onlyIf });
  if (taken === null) throw new Error('A step without a condition was not taken.');
  work.signals.send({ kind: 'order-changed', orderId });
  return taken;
}
