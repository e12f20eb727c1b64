import type { RateState } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { OrderPayment, TicketingOrder, TicketingStatus } from '../orders/order.js';
import type { PaymentMethod } from '../payments/payment.js';
import type { Site } from '../sites/site.js';
import type { Offer, TicketLanguage } from './offer.js';
import type { Ticket } from './ticket.js';
import type { TicketSession } from './ticket-session.js';

/** Addresses of pages, which only the host knows. */
export interface BookingLinks {
  /** Where a booking is followed, in the language of the booking. */
  booking(slug: string, orderId: string, language: TicketLanguage): string;
}

/** What somebody wants to book. */
export interface WantedTickets {
  readonly sessionId: string;
  /** Of the session's offer, each rate once; quantities from 1, at most `BOOKING_SEATS_MAX` together. */
  readonly lines: readonly { readonly rateId: string; readonly quantity: number }[];
}

export const BOOKING_SEATS_MAX = 50;
/** A hold lapses after this; the page shows how long it lasts. */
export const HOLD_MINUTES = 10;

/** Holds of the public per establishment: a flood of them would keep everybody else out. */
export const HOLD_RATE = { limit: 600, windowSecs: 600 } as const;

export interface TicketCustomer {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A booking as guests, keys and pages see it; made of the order, its booking, tickets, session and offer. */
export interface FoundBooking {
  readonly site: Site;
  readonly offer: Offer;
  readonly session: TicketSession;
  readonly order: {
    /** Unguessable: knowing it is the right to follow the booking and to have its tickets. */
    readonly id: string;
    /** As it is called out: `017`, as every order. */
    readonly number: string;
    readonly status: TicketingStatus;
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
    /** What it was sold for, by card or at the desk, less what went back. */
    readonly paidCents: number;
    /** Without a name until it is completed. */
    readonly customer: TicketCustomer;
    readonly tenantId: string;
    /** Counts the changes, from 1. */
    readonly version: number;
  };
  readonly language: TicketLanguage;
  /** When its seats go back to others; of one that waits for a card, when the payment expires. Null once it is confirmed or over. */
  readonly heldUntil: Date | null;
  /** How it can be paid: of a hold that is to be completed, else empty. */
  readonly payments: readonly PaymentMethod[];
  /** Of a booking that is or was confirmed, by id; else empty. */
  readonly tickets: readonly Ticket[];
  /** Where it is followed. */
  readonly trackingUrl: string;
  /** Where it is paid; null unless it waits for a card. */
  readonly payUrl: string | null;
  /** Whether its guest may cancel it now: a hold at any time, tickets before their session begins while nobody was let in and nothing was paid at the desk. */
  readonly cancellable: boolean;
}

export interface HeldBooking {
  readonly booking: FoundBooking;
  /** It was held by an earlier call with the same idempotency key, and is shown as it is now. */
  readonly replayed: boolean;
  /** The pace of the establishment after it; null for a replay. */
  readonly rate: RateState | null;
}

/** Bookings of tickets, whoever makes them. Capacity is claimed in the transaction of the hold and never oversold. */
export interface BookingsService {
  /**
   * Holds seats for a guest of the public page, for `HOLD_MINUTES`, and makes them an order. With `idempotencyKey` the same call has its effect once.
   * Throws `unknown_shop`, `unknown_session` (also of what is not sold online), `unknown_rate`, `session_full` (with `remaining`), `session_past`,
   * `session_cancelled`, `rate_limited`, `idempotency_key_reused`, `idempotency_in_flight`.
   */
  hold(slug: string, wanted: WantedTickets, language: TicketLanguage, idempotencyKey: string | null): Promise<HeldBooking>;
  /**
   * Says who comes and how it is paid: at the desk confirms it at once; a card waits at `payUrl`, is confirmed when the money is there, and holds the
   * seats as long as the payment may come. One that waits for a card may be completed again. Throws `unknown_order`, `invalid_transition`,
   * `payment_not_offered`, `payment_over`.
   */
  complete(orderId: string, customer: TicketCustomer, payment: PaymentMethod): Promise<FoundBooking>;
  /** The booking whose unguessable id this is. Throws `unknown_order`. */
  find(orderId: string): Promise<FoundBooking>;
  /** A guest cancels, or lets go of a hold: the seats go back, tickets are void, money is paid back. Throws `unknown_order`, `invalid_transition` (also once it was paid at the desk), `session_past`, `ticket_used`. */
  cancelByGuest(orderId: string): Promise<FoundBooking>;
  /**
   * The staff books, paid at the desk and confirmed at once: within the caller's transaction. Throws `feature_disabled`, `unknown_session`, `unknown_rate`,
   * `session_full`, `session_past`, `session_cancelled`.
   */
  book(scope: Scope, wanted: WantedTickets, customer: TicketCustomer, language: TicketLanguage): Promise<FoundBooking>;
  /** The staff cancels, at any time; tickets that let somebody in stay used. Throws `unknown_order`, `invalid_transition`. */
  cancel(scope: Scope, orderId: string, reason: string | null): Promise<FoundBooking>;
  /** The booking, when it belongs to the establishment. Throws `unknown_order`. */
  get(scope: Scope, orderId: string): Promise<FoundBooking>;
  /** The bookings as whoever works with them sees them, in their order. */
  present(scope: Scope, orders: readonly TicketingOrder[]): Promise<readonly FoundBooking[]>;
  /**
   * Confirms a hold whose payment is settled, within the transaction that settled it; nothing happens to any other. For those who change payments.
   * Throws `unknown_order`.
   */
  confirm(scope: Scope, orderId: string): Promise<void>;
  /** Cancels a booking that `onlyIf` still means once it is locked; whether it did. For those who look after payments and sessions. Throws `unknown_order`. */
  giveUp(scope: Scope, orderId: string, reason: string, onlyIf: (order: TicketingOrder) => boolean): Promise<boolean>;
  /** Cancels holds that have lapsed, in every tenant; how many. Safe to run anywhere, any number of times at once. */
  expire(): Promise<number>;
}
