import { DomainError } from '../kit/errors.js';
import type { FulfilmentOrder, FulfilmentStatus } from './order.js';

/**
 * The life of an order that is sent. Its contents change only in a draft; from `confirm` on its goods are forecast in the stock ledger,
 * and `deliver` seals it: the forecasts become stock that is gone. What was delivered comes back by a return, never by a step backwards.
 */
export const FULFILMENT_STEPS = {
  confirm: { from: ['draft'], to: 'confirmed' },
  startPreparation: { from: ['confirmed'], to: 'preparing' },
  ship: { from: ['confirmed', 'preparing'], to: 'shipped' },
  deliver: { from: ['confirmed', 'preparing', 'shipped'], to: 'delivered' },
  cancel: { from: ['draft', 'confirmed', 'preparing', 'shipped'], to: 'cancelled' },
  reopen: { from: ['confirmed', 'preparing', 'cancelled'], to: 'draft' },
  takeBack: { from: ['delivered'], to: 'returned' },
} as const satisfies Record<string, { from: readonly FulfilmentStatus[]; to: FulfilmentStatus }>;

export type FulfilmentStep = keyof typeof FULFILMENT_STEPS;

/** @public */
export const FULFILMENT_STEP_NAMES = Object.keys(FULFILMENT_STEPS) as readonly FulfilmentStep[];

/** The states in which the goods of an order are forecast in the stock ledger. */
const FORECAST: readonly FulfilmentStatus[] = ['confirmed', 'preparing', 'shipped'];

/** True while goods are promised to the order. */
export function isForecast(status: FulfilmentStatus): boolean {
  return FORECAST.includes(status);
}

/** What becomes of the goods of an order that goes from one state to another; null: nothing. */
export function goodsMove(from: FulfilmentStatus, to: FulfilmentStatus): 'reserve' | 'seal' | 'release' | null {
  if (isForecast(from) === isForecast(to)) return null;
  if (isForecast(to)) return 'reserve';
  return to === 'delivered' ? 'seal' : 'release';
}

/**
 * The steps an order may take next.
 * @public
 */
export function stepsFrom(status: FulfilmentStatus): readonly FulfilmentStep[] {
  return FULFILMENT_STEP_NAMES.filter((step) => FULFILMENT_STEPS[step].from.some((from) => from === status));
}

/** The order after the step; throws `invalid_transition`, naming the state it is in. */
export function afterFulfilmentStep(order: FulfilmentOrder, step: FulfilmentStep): FulfilmentOrder {
  if (!stepsFrom(order.status).includes(step)) {
    throw new DomainError('invalid_transition', {
      message: `An order that is ${order.status} cannot take the step "${step}".`,
      facts: { status: order.status, step },
    });
  }
  return { ...order, status: FULFILMENT_STEPS[step].to, version: order.version + 1 };
}
