import { DomainError } from '../kit/errors.js';
import type { PostalAddress } from '../kit/postal-address.js';
import type { PaymentStatus } from '../payments/payment.js';

/**
 * An order of any channel. What was ordered is a snapshot: names, options and prices as they were, whatever becomes of the
 * catalogue. This file imports nothing but the error type that would weigh on pages in a browser, which use it too.
 */

export const PICKUP_STATUSES = ['queued', 'accepted', 'ready', 'collected', 'rejected', 'cancelled'] as const;
export type PickupStatus = (typeof PICKUP_STATUSES)[number];

export const FULFILMENT_STATUSES = ['draft', 'confirmed', 'preparing', 'shipped', 'delivered', 'returned', 'cancelled'] as const;
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number];

/** Of a booking of tickets. A hold that lapses is cancelled too, for the reason `expired`. */
export const TICKETING_STATUSES = ['held', 'confirmed', 'cancelled'] as const;
export type TicketingStatus = (typeof TICKETING_STATUSES)[number];

/** Of an order of the public. */
export type GuestStatus = PickupStatus | TicketingStatus;

export type OrderStatus = GuestStatus | FulfilmentStatus;
/** @public */
export const ORDER_STATUSES: readonly OrderStatus[] = [...new Set([...PICKUP_STATUSES, ...FULFILMENT_STATUSES, ...TICKETING_STATUSES])];

/** Ordered by guests, from the public menu or the online shop, and picked up. */
export const PICKUP_CHANNELS = ['takeaway', 'boutique'] as const;
export type PickupChannel = (typeof PICKUP_CHANNELS)[number];

/** Sent to a client: ordered in an online shop that is kept elsewhere, or written down by the staff. */
export const FULFILMENT_CHANNELS = ['shop', 'backoffice'] as const;
export type FulfilmentChannel = (typeof FULFILMENT_CHANNELS)[number];

/** Of the public, who follow their order by its unguessable id. */
export type GuestChannel = PickupChannel | 'ticketing';

/** Where an order comes from. */
export type Channel = GuestChannel | FulfilmentChannel;
/** @public */
export const CHANNELS: readonly Channel[] = [...PICKUP_CHANNELS, ...FULFILMENT_CHANNELS, 'ticketing'];

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What a line is about: something of the catalogue, the carriage, what somebody typed in, or seats of a session at a rate, its variant. */
export const LINE_KINDS = ['item', 'shipping', 'custom', 'ticket'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export interface OrderLine {
  /** Stays the line's own as long as the order lives; unique within the order. */
  readonly id: string;
  readonly kind: LineKind;
  /** Null unless it is something of the catalogue. */
  readonly itemId: string | null;
  readonly name: string;
  readonly variant: { readonly id: string; readonly name: string } | null;
  readonly options: readonly { readonly id: string; readonly name: string; readonly priceCents: number }[];
  readonly quantity: number;
  /** Variant or item price plus its options, including tax, before discounts. */
  readonly unitPriceCents: number;
  /** What the line bears of the discounts of the order; from 0 to its price. */
  readonly discountCents: number;
  /** What is to be paid for the line: its price less its discount. */
  readonly totalCents: number;
  readonly taxBasisPoints: number;
  readonly note: string | null;
  /** What an online shop calls the line, so that it is found again; unique within the order. */
  readonly externalKey: string | null;
  /** How many of the quantity are on their way or were handed over, came back, and are on an invoice. */
  readonly fulfilled: number;
  readonly returned: number;
  readonly invoiced: number;
}

/** A line of the catalogue that bears no discount and of which nothing has happened yet. */
export const NEW_LINE = { kind: 'item', discountCents: 0, externalKey: null, fulfilled: 0, returned: 0, invoiced: 0 } as const;

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

/** What takes something off an order. The cents it takes are in the lines: here is why. */
export interface OrderDiscount {
  readonly id: string;
  readonly kind: 'percent' | 'amount' | 'free_shipping';
  /** Basis points of a percentage, cents of an amount; 0 for free shipping. */
  readonly value: number;
  readonly label: string;
  /** The coupon it comes from; null: somebody granted it. */
  readonly coupon: { readonly id: string; readonly code: string } | null;
  /** The line it is for; null: the order. */
  readonly lineId: string | null;
  /** What it takes off in all. */
  readonly amountCents: number;
}

/** What the back office knows of an order besides what was ordered. */
export interface OrderOffice {
  /** Of the establishment's clients; null: somebody unknown. */
  readonly clientId: string | null;
  readonly billingAddress: PostalAddress | null;
  readonly deliveryAddress: PostalAddress | null;
  readonly discounts: readonly OrderDiscount[];
  /** The member of the staff who sees to it. */
  readonly assignedTo: string | null;
  readonly priority: Priority;
  /** What an online shop calls the order (interfaces D: orders are matched by it). */
  readonly invoiceNumber: string | null;
  /** How far the online shop says it is. */
  readonly invoiceStatus: string | null;
  /** Free fields of integrations; merged, never replaced wholesale. */
  readonly customInputs: Readonly<Record<string, unknown>>;
  /** When its forecasts became stock that is gone; null: not yet. */
  readonly sealedAt: Date | null;
  /** What was recorded as paid for it and as given back: projections of its recorded payments. */
  readonly paidCents: number;
  readonly refundedCents: number;
}

/** An order nobody in the back office has touched. */
export const UNTOUCHED: OrderOffice = {
  clientId: null,
  billingAddress: null,
  deliveryAddress: null,
  discounts: [],
  assignedTo: null,
  priority: 'normal',
  invoiceNumber: null,
  invoiceStatus: null,
  customInputs: {},
  sealedAt: null,
  paidCents: 0,
  refundedCents: 0,
};

interface AnyOrder extends OrderOffice {
  /** Unguessable: knowing that of an order to be picked up is the right to follow it. */
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  /** Counted per establishment and service day, from 1; given by the store. Called out as `shortNumber(sequence)`. */
  readonly sequence: number;
  /** `YYYY-MM-DD`: the service day of the pickup, else the day it was begun. */
  readonly serviceDay: string;
  readonly placedAt: Date;
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

/** What is picked up is of the catalogue. */
export type PickupLine = OrderLine & { readonly itemId: string };

export interface PickupOrder extends AnyOrder {
  readonly lines: readonly PickupLine[];
  readonly channel: PickupChannel;
  readonly status: PickupStatus;
  readonly pickupAt: Date;
}

export interface FulfilmentOrder extends AnyOrder {
  readonly channel: FulfilmentChannel;
  readonly status: FulfilmentStatus;
  readonly pickupAt: null;
}

/** Seats of one session at the rate that is the variant of the line. */
export type TicketLine = OrderLine & { readonly kind: 'ticket'; readonly variant: { readonly id: string; readonly name: string } };

export interface TicketingOrder extends AnyOrder {
  readonly lines: readonly TicketLine[];
  readonly channel: 'ticketing';
  readonly status: TicketingStatus;
  readonly pickupAt: null;
}

export type GuestOrder = PickupOrder | TicketingOrder;
export type Order = GuestOrder | FulfilmentOrder;

export function isPickup(order: Order): order is PickupOrder {
  return order.pickupAt !== null;
}

export function isTicketing(order: Order): order is TicketingOrder {
  return order.channel === 'ticketing';
}

/** The order as one of the public; null for any other. */
export function guestOrderOf(order: Order): GuestOrder | null {
  return isPickup(order) || isTicketing(order) ? order : null;
}

/** The order as a booking of tickets; throws `unknown_order` for any other. */
export function ticketingOf(order: Order): TicketingOrder {
  if (!isTicketing(order)) throw new DomainError('unknown_order');
  return order;
}

/** The order as one that is picked up; throws `unknown_order` for any other. */
export function pickupOf(order: Order): PickupOrder {
  if (!isPickup(order)) throw new DomainError('unknown_order');
  return order;
}

const BOOKINGS_OWN_STEP = 'A booking of tickets has no such step; `ticketing.bookingsCancel` cancels one.';

/** The order as one that is sent; throws `invalid_transition`, naming the step, for any other, which has other ones. */
export function fulfilmentOf(order: Order, step: string | null = null): FulfilmentOrder {
  if (!isPickup(order) && !isTicketing(order)) return order;
  throw new DomainError('invalid_transition', {
    message: isTicketing(order) ? BOOKINGS_OWN_STEP : 'Only an order that is sent has such a step.',
    facts: { status: order.status, step, channel: order.channel },
  });
}

/** An order that is about to be stored: the store gives it its number. */
export type Unnumbered<Kind extends Order> = Omit<Kind, 'sequence'>;
export type NewOrder = Unnumbered<PickupOrder> | Unnumbered<FulfilmentOrder> | Unnumbered<TicketingOrder>;

/** What no change of an order touches, as it was before. */
export function withIdentityOf<Kind extends Order>(
  { tenantId, siteId, id, sequence, serviceDay, placedAt, currency, dropped }: Order,
  after: Kind,
): Kind {
  return { ...after, tenantId, siteId, id, sequence, serviceDay, placedAt, currency, dropped };
}

/** One change in the life of an order; appended, never changed. */
export interface OrderEvent {
  /** What happened: `status` for a step of its lifecycle, else what was changed (`items`, `payment`, `note` …). */
  readonly kind: string;
  /** The state it was in after that. */
  readonly status: OrderStatus;
  readonly at: Date;
  /** Who did it, as `actorName` gives it. */
  readonly actor: string;
  readonly reason: string | null;
  /** How far its payment by card was after it; null for an order without one. */
  readonly payment: PaymentStatus | null;
  /** What belongs to it: ids and amounts, no personal data. */
  readonly data: Readonly<Record<string, unknown>> | null;
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
export function takeStep(order: PickupOrder, step: PickupStep): PickupOrder {
  const { from, to } = PICKUP_STEPS[step];
  if (!from.some((status) => status === order.status)) throw forbidden('An order', order.status, step);
  return { ...order, status: to, version: order.version + 1 };
}

/** The steps of a booking of tickets, and the states each may be taken from. */
export const TICKETING_STEPS = {
  confirm: { from: ['held'], to: 'confirmed' },
  cancel: { from: ['held', 'confirmed'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly TicketingStatus[]; to: TicketingStatus }>;

export type TicketingStep = keyof typeof TICKETING_STEPS;

/** The booking after the step; throws `invalid_transition`, naming the state it is in. */
export function takeTicketingStep(order: TicketingOrder, step: TicketingStep): TicketingOrder {
  const { from, to } = TICKETING_STEPS[step];
  if (!from.some((status) => status === order.status)) throw forbidden('A booking', order.status, step);
  return { ...order, status: to, version: order.version + 1 };
}

function forbidden(what: string, status: OrderStatus, step: string): DomainError {
  return new DomainError('invalid_transition', {
    message: `${what} that is ${status} cannot take the step "${step}".`,
    facts: { status, step },
  });
}

const GUEST_STEPS = [...Object.values(PICKUP_STEPS), ...Object.values(TICKETING_STEPS)];

/** The order takes no more steps. */
export function isFinal(status: GuestStatus): boolean {
  return !GUEST_STEPS.some(({ from }) => from.some((one) => one === status));
}

/** Nothing more happens to the order nor to its payment. */
export function isOver(status: GuestStatus, payment: PaymentStatus | null): boolean {
  return isFinal(status) && payment !== 'refund_due';
}

/** True when the step ends the order before anything was handed over: its pickup slot and its stock go back to others. */
export function endsUnserved(step: PickupStep): boolean {
  return step === 'reject' || step === 'cancel';
}
