import type { CursorInput, CursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { Offer } from './offer.js';
import type { Ticket } from './ticket.js';
import type { SeatChange, TicketSession } from './ticket-session.js';

/** Offers, deleted ones too: whoever shows them leaves those out. */
export type OfferStore = VersionedStore<Offer>;

/** `list` has those that are not deleted, by position, then id, and searches their titles; `get` finds deleted ones too. */
export interface OfferViews extends VersionedViews<Offer> {
  /** All of the establishment that are not deleted, by position, then id. */
  all(scope: Scope): Promise<readonly Offer[]>;
}

/** `change` leaves the seats as they are: only `claim` moves them. */
export interface SessionStore extends VersionedStore<TicketSession> {
  /** All or none. Throws as `create`. */
  createAll(scope: Scope, sessions: readonly TicketSession[]): Promise<void>;
  /**
   * Changes the seats in one guarded step that waits for others who change the same session. Null when that takes more than are left, or the
   * session is cancelled or sold no more at `now`; giving back is never refused. Throws `unknown_record`. The version stays: nobody edited it.
   */
  claim(scope: Scope, sessionId: string, seats: SeatChange, now: Date): Promise<TicketSession | null>;
}

export interface SessionFilter {
  readonly offerId?: string | undefined;
  /** Starting at or after … */
  readonly from?: Date | undefined;
  /** … and before. */
  readonly to?: Date | undefined;
}

/** When an offer is on: the starts of its first and its last session. */
export interface OfferPeriod {
  readonly first: Date;
  readonly last: Date;
}

export interface SessionViews extends Pick<VersionedViews<TicketSession>, 'get'> {
  /** Sessions of the establishment by start, then id; cancelled ones too. */
  between(scope: Scope, filter: SessionFilter & { readonly from: Date; readonly to: Date }): Promise<readonly TicketSession[]>;
  /** The same by pages. Throws `invalid_request` for a cursor of something else. */
  list(scope: Scope, filter: SessionFilter & CursorInput): Promise<CursorPage<TicketSession>>;
  /** By offer, the first that is sold at `now`, is not cancelled and has a seat left. */
  next(scope: Scope, now: Date): Promise<ReadonlyMap<string, TicketSession>>;
  /** By offer, over its sessions that are not cancelled, past ones included; offers without any are left out. */
  periods(scope: Scope): Promise<ReadonlyMap<string, OfferPeriod>>;
}

/** What a booking is about besides its order. */
export interface Booking {
  readonly tenantId: string;
  readonly siteId: string;
  readonly orderId: string;
  readonly sessionId: string;
  readonly offerId: string;
  readonly seats: number;
  /** When it lapses unless it is confirmed; null once it is confirmed or over. */
  readonly heldUntil: Date | null;
  readonly language: string;
}

/** Writes of tickets and bookings; the orders themselves are in the order book, whose lock is taken first. */
export interface TicketStore {
  /** Throws `duplicate` when the order has one, `unknown_record` when there is no such order or session. */
  createBooking(scope: Scope, booking: Booking): Promise<void>;
  /**
   * Claims the seats of the booking as `SessionStore.claim` does, and stores it with its tickets, in one step: the busiest row of the product is locked
   * no longer than it must. Null: nothing was taken or stored. Throws as the three do.
   */
  book(scope: Scope, booking: Booking, tickets: readonly Ticket[], seats: SeatChange, now: Date): Promise<TicketSession | null>;
  /** Locks the booking and stores what `decide` returns. Throws `unknown_record`, or what `decide` throws. */
  changeBooking(scope: Scope, orderId: string, decide: (booking: Booking) => Booking): Promise<Booking>;
  /** Throws `duplicate` for an id or a code that exists, `unknown_record` when its order has no booking. */
  createAll(scope: Scope, tickets: readonly Ticket[]): Promise<void>;
  /** Locks the ticket of the establishment with the code; null when there is none. */
  lockByCode(scope: Scope, code: string): Promise<Ticket | null>;
  /** Stores the state of a ticket that the transaction has locked. Throws `unknown_record`. */
  mark(scope: Scope, ticketId: string, state: Pick<Ticket, 'state' | 'usedAt'>): Promise<void>;
  /** Locks and returns the tickets of the order, by id. */
  lockOfOrder(scope: Scope, orderId: string): Promise<readonly Ticket[]>;
}

/** A held booking whose time is over. */
export type LapsedBooking = Pick<Booking, 'tenantId' | 'siteId' | 'orderId'>;

export interface TicketViews {
  booking(scope: Scope, orderId: string): Promise<Booking | null>;
  bookings(scope: Scope, orderIds: readonly string[]): Promise<readonly Booking[]>;
  /** Of the session, those that are over too, by order. */
  bookingsOf(scope: Scope, sessionId: string): Promise<readonly Booking[]>;
  /** By order, then id. */
  ofOrders(scope: Scope, orderIds: readonly string[]): Promise<readonly Ticket[]>;
  get(scope: Scope, ticketId: string): Promise<Ticket | null>;
  /** Tickets of sessions that start in the period, by code: what a gate takes along when it goes offline. */
  ofSessions(
    scope: Scope,
    filter: { readonly from: Date; readonly to: Date; readonly limit: number; readonly after: string | null },
  ): Promise<readonly Ticket[]>;
  /** Up to `limit` bookings of any tenant that lapsed before `now`, longest ago first. */
  lapsed(now: Date, limit: number): Promise<readonly LapsedBooking[]>;
}
