import { DomainError } from '../kit/errors.js';
import { edited } from '../kit/versioned.js';
import { requireVersion } from '../kit/versions.js';
import { isSoldThroughout, type TicketSession } from './ticket-session.js';

/** What the staff may do to a session, as pure rules. */

/** What can be changed of a session; undefined leaves. */
export interface SessionPatch {
  readonly startsAt?: Date | undefined;
  /** Left out while the start moves: the session stays as long as it was. */
  readonly endsAt?: Date | undefined;
  readonly capacity?: number | null | undefined;
}

/** Longest session: a month of opening hours sold as one. */
const LENGTH_MAX_MS = 31 * 86_400_000;

/**
 * The session after an edit. Throws `stale`, `session_cancelled`, `invalid_request` (times that do not follow each other), and `in_use` for a capacity
 * below what is booked.
 */
export function rescheduled(session: TicketSession, patch: SessionPatch, seen: number | undefined, now: Date): TicketSession {
  if (session.cancelledAt !== null) throw new DomainError('session_cancelled');
  const { startsAt = session.startsAt, capacity = session.capacity } = patch;
  const endsAt = patch.endsAt ?? new Date(startsAt.getTime() + session.endsAt.getTime() - session.startsAt.getTime());
  const soldUntil = isSoldThroughout(session) ? endsAt : startsAt;
  const after = edited(session, { startsAt, endsAt, soldUntil, capacity }, seen, now);
  requireTimes(after);
  if (capacity !== null && capacity < bookedSeats(session)) throw overBooked(session, 'More seats are booked than that.');
  return after;
}

/** The session, cancelled for good; the very same when it is already. Throws `stale`, and `in_use` while somebody has booked it. */
export function cancelled(session: TicketSession, seen: number | undefined, now: Date): TicketSession {
  if (session.cancelledAt !== null) return session;
  requireVersion(session, seen);
  requireUnbooked(session);
  return edited(session, { cancelledAt: now }, seen, now);
}

/** Throws `in_use` while somebody has booked it. */
export function requireUnbooked(session: TicketSession): void {
  if (bookedSeats(session) > 0) throw overBooked(session, 'Somebody has booked this session.');
}

/** Throws `invalid_request` unless the session ends after it starts, and within a month. */
export function requireTimes({ startsAt, endsAt }: Pick<TicketSession, 'startsAt' | 'endsAt'>): void {
  const length = endsAt.getTime() - startsAt.getTime();
  if (length > 0 && length <= LENGTH_MAX_MS) return;
  throw new DomainError('invalid_request', {
    issues: [{ path: '', message: 'A session ends after it starts, and at most 31 days later' }],
  });
}

/** Seats that somebody has, for good or for the moment. */
export function bookedSeats({ heldSeats, confirmedSeats }: Pick<TicketSession, 'heldSeats' | 'confirmedSeats'>): number {
  return heldSeats + confirmedSeats;
}

function overBooked({ heldSeats, confirmedSeats }: TicketSession, message: string): DomainError {
  return new DomainError('in_use', { message, facts: { held: heldSeats, confirmed: confirmedSeats } });
}
