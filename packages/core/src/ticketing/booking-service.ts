import type { Scope } from '../kit/scope.js';
import type { OrderPayment } from '../orders/order.js';
import type { Site } from '../sites/site.js';
import type { Offer, TicketLanguage } from './offer.js';
import type { Ticket } from './ticket.js';
import type { TicketSession } from './ticket-session.js';

/** What somebody wants to book. */
export interface WantedTickets {
  readonly sessionId: string;
  /** Of the session's offer, each rate once; quantities from 1, at most `BOOKING_SEATS_MAX` together. */
  readonly lines: readonly { readonly rateId: string; readonly quantity: number }[];
}

export const BOOKING_SEATS_MAX = 50;
/** A hold lapses after this; the page shows how long it lasts. */
export const HOLD_MINUTES = 10;

export interface TicketCustomer {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** `held → confirmed → cancelled`; a hold that lapses is cancelled too, for the reason `expired`. */
export const BOOKING_STATUSES = ['held', 'confirmed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** A booking as guests, keys and pages see it; made of the order, its booking, tickets, session and offer. */
export interface FoundBooking {
  readonly site: Site;
  readonly offer: Offer;
  readonly session: TicketSession;
  readonly order: {
    /** Unguessable: knowing it is the right to follow the booking and to have its tickets. */
    readonly id: string;
    /** As it is called out: `B-017`, as every order. */
    readonly number: string;
    readonly status: BookingStatus;
    readonly placedAt: Date;
    readonly lines: readonly {
      readonly rateId: string;
      readonly name: string;
      readonly quantity: number;
      readonly unitPriceCents: number;
      readonly totalCents: number;
    }[];
    readonly totalCents: number;
    readonly currency: string;
    readonly payment: OrderPayment;
    readonly customer: TicketCustomer;
  };
  readonly language: TicketLanguage;
  readonly heldUntil: Date | null;
  /** Of a confirmed booking that is not waiting for a card; else empty. */
  readonly tickets: readonly Ticket[];
  /** Where it is followed. */
  readonly trackingUrl: string;
  /** Where it is paid; null unless it waits for a card. */
  readonly payUrl: string | null;
  /** Whether its guest may cancel it now: before its session begins. */
  readonly cancellable: boolean;
}

/** Bookings of tickets, whoever makes them. Capacity is claimed in the transaction of the hold and never oversold. */
export interface BookingsService {
  /**
   * Holds seats for a guest of the public page, for `HOLD_MINUTES`, and makes them an order. With `idempotencyKey` the same call has its effect once.
   * Throws `unknown_shop`, `unknown_session`, `unknown_rate`, `session_full` (with `remaining`), `session_past`, `rate_limited`, `idempotency_key_reused`, `idempotency_in_flight`.
   */
  hold(slug: string, wanted: WantedTickets, language: TicketLanguage, idempotencyKey: string | null): Promise<FoundBooking>;
  /**
   * Says who comes and how it is paid: at the desk confirms it at once; a card waits at `payUrl`, is confirmed when the money is there, and holds the
   * seats as long as the payment may come. Throws `unknown_order`, `invalid_transition`, `payment_not_offered`.
   */
  complete(orderId: string, customer: TicketCustomer, payment: OrderPayment['method']): Promise<FoundBooking>;
  /** The booking whose unguessable id this is. Throws `unknown_order`. */
  find(orderId: string): Promise<FoundBooking>;
  /** A guest cancels, or lets go of a hold: the seats go back, tickets are void, money is paid back. Throws `unknown_order`, `invalid_transition`, `session_past`, `ticket_used`. */
  cancelByGuest(orderId: string): Promise<FoundBooking>;
  /** The staff books, confirmed at once (keyed API, back office): within the caller's transaction. Throws as `hold`, and `ticketing_off`'s kin `feature_disabled`. */
  book(scope: Scope, wanted: WantedTickets, customer: TicketCustomer, language: TicketLanguage): Promise<FoundBooking>;
  /** The staff cancels, at any time. Throws `unknown_order`, `invalid_transition`. */
  cancel(scope: Scope, orderId: string, reason: string | null): Promise<FoundBooking>;
  /** Cancels holds that have lapsed, in every tenant; how many. Safe to run anywhere, any number of times at once. */
  expire(): Promise<number>;
}
