import type { VersionedRecord } from '../kit/versioned.js';

/** One date of an offer: when people are let in, and how many. */
export interface TicketSession extends VersionedRecord {
  readonly tenantId: string;
  readonly siteId: string;
  readonly offerId: string;
  readonly startsAt: Date;
  /** After `startsAt`. */
  readonly endsAt: Date;
  /** Nothing is sold later than this: the start; of what people come to at any time of it (exhibitions), the end. */
  readonly soldUntil: Date;
  /** Null: any number. */
  readonly capacity: number | null;
  /** Seats of bookings that are held and may lapse. A projection, written under the session's own lock; never negative. */
  readonly heldSeats: number;
  /** Seats of confirmed bookings, and of groups that have the session. As `heldSeats`. */
  readonly confirmedSeats: number;
  /** Null: it takes place. A cancelled session sells nothing; what was sold of it is refunded by those who cancel it. */
  readonly cancelledAt: Date | null;
}

/** Seats that can still be had; null: any number. Never negative: a capacity may be lowered below what is sold. */
export function seatsLeft({ capacity, heldSeats, confirmedSeats }: TicketSession): number | null {
  return capacity === null ? null : Math.max(0, capacity - heldSeats - confirmedSeats);
}

/** How a booking or a group changes the seats of a session: negative gives back. */
export interface SeatChange {
  readonly held: number;
  readonly confirmed: number;
}

/** The session after the change; null when that takes more seats than are left, or it sells nothing at `now`. Giving back is never refused. */
export function withSeats(session: TicketSession, { held, confirmed }: SeatChange, now: Date): TicketSession | null {
  const taken = held + confirmed;
  const left = seatsLeft(session);
  const isRefused = !isOnSale(session, now) || (left !== null && taken > left);
  if (taken > 0 && isRefused) return null;
  return { ...session, heldSeats: session.heldSeats + held, confirmedSeats: session.confirmedSeats + confirmed };
}

/** It takes place, and may still be sold. */
export function isOnSale({ cancelledAt, soldUntil }: TicketSession, now: Date): boolean {
  return cancelledAt === null && soldUntil >= now;
}

/** People come to it at any time until its end. */
export function isSoldThroughout({ endsAt, soldUntil }: Pick<TicketSession, 'endsAt' | 'soldUntil'>): boolean {
  return soldUntil.getTime() === endsAt.getTime();
}

/** The session after an edit: its seats stay, which only bookings change. */
export function withSeatsOf(before: TicketSession, after: TicketSession): TicketSession {
  return after === before ? before : { ...after, heldSeats: before.heldSeats, confirmedSeats: before.confirmedSeats };
}
