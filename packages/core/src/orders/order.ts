import { DomainError } from '../kit/errors.js';
import type { PaymentStatus } from '../payments/payment.js';

/**
 * An order of any channel. What was ordered is a snapshot: names, options and prices as they were, whatever becomes of the
 * catalogue. This file imports nothing but the error type that would weigh on pages in a browser, which use it too.
 */

export const PICKUP_STATUSES = ['queued', 'accepted', 'ready', 'collected', 'rejected', 'cancelled'] as const;
export type PickupStatus = (typeof PICKUP_STATUSES)[number];

/** Where an order comes from: the public menu, or the online shop. Both are picked up. */
export const CHANNELS = ['takeaway', 'boutique'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface OrderLine {
  readonly itemId: string;
  readonly name: string;
  readonly variant: { readonly id: string; readonly name: string } | null;
  readonly options: readonly { readonly id: string; readonly name: string; readonly priceCents: number }[];
  readonly quantity: number;
  /** Variant or item price plus its options. */
  readonly unitPriceCents: number;
  readonly totalCents: number;
  readonly taxBasisPoints: number;
  readonly note: string | null;
}

export interface Customer {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** How an order is paid, and how far that is. Written with every change of its payment, under the order's own lock. */
export type OrderPayment =
  | { readonly method: 'at_pickup'; readonly status: null }
  | { readonly method: 'card'; readonly status: PaymentStatus };

export const AT_PICKUP: OrderPayment = { method: 'at_pickup', status: null };

export interface Order {
  /** Unguessable: knowing it is the right to follow the order. */
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  readonly channel: Channel;
  /** Counted per establishment and service day, from 1; given by the store. Called out as `shortNumber(sequence)`. */
  readonly sequence: number;
  /** `YYYY-MM-DD`, the service day of the pickup. */
  readonly serviceDay: string;
  readonly status: PickupStatus;
  readonly placedAt: Date;
  readonly pickupAt: Date;
  readonly customer: Customer;
  readonly note: string | null;
  readonly lines: readonly OrderLine[];
  /** Ids that were asked for and could not be ordered. */
  readonly dropped: readonly string[];
  readonly totalCents: number;
  readonly currency: string;
  readonly payment: OrderPayment;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** An order that is about to be placed: the store gives it its number. */
export type NewOrder = Omit<Order, 'sequence'>;

/** One change in the life of an order; appended, never changed. */
export interface OrderEvent {
  readonly status: PickupStatus;
  readonly at: Date;
  /** Who did it, as `actorName` gives it. */
  readonly actor: string;
  readonly reason: string | null;
  /** How far its payment by card was after it; null for an order that is paid at pickup. */
  readonly payment: PaymentStatus | null;
}

/** The steps of an order that is picked up, and the states each may be taken from. */
export const PICKUP_STEPS = {
  accept: { from: ['queued'], to: 'accepted' },
  reject: { from: ['queued'], to: 'rejected' },
  ready: { from: ['accepted'], to: 'ready' },
  collect: { from: ['ready'], to: 'collected' },
  cancel: { from: ['queued', 'accepted', 'ready'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly PickupStatus[]; to: PickupStatus }>;

export type PickupStep = keyof typeof PICKUP_STEPS;

export const PICKUP_STEP_NAMES = Object.keys(PICKUP_STEPS) as readonly PickupStep[];

/** The order after the step; throws `invalid_transition`, naming the state it is in. */
export function takeStep(order: Order, step: PickupStep): Order {
  const { from, to } = PICKUP_STEPS[step];
  if (!from.some((status) => status === order.status)) {
    throw new DomainError('invalid_transition', {
      message: `An order that is ${order.status} cannot take the step "${step}".`,
      facts: { status: order.status, step },
    });
  }
  return { ...order, status: to, version: order.version + 1 };
}

/** The order takes no more steps. */
export function isFinal(status: PickupStatus): boolean {
  return !PICKUP_STEP_NAMES.some((step) => PICKUP_STEPS[step].from.some((from) => from === status));
}

/** Nothing more happens to the order nor to its payment. */
export function isOver(status: PickupStatus, payment: PaymentStatus | null): boolean {
  return isFinal(status) && payment !== 'refund_due';
}

/** True when the step ends the order before anything was handed over: its pickup slot and its stock go back to others. */
export function endsUnserved(step: PickupStep): boolean {
  return step === 'reject' || step === 'cancel';
}
