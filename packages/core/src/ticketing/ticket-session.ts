import type { VersionedRecord } from '../kit/versioned.js';

/** One date of an offer: when people are let in, and how many. */
export interface TicketSession extends VersionedRecord {
  readonly tenantId: string;
  readonly siteId: string;
  readonly offerId: string;
  readonly startsAt: Date;
  /** After `startsAt`. */
  readonly endsAt: Date;
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
