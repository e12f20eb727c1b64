import { bookedSeats } from './session-rules.js';
import { seatsLeft, type TicketSession } from './ticket-session.js';

/** How full a session is, as everybody is told it. */

/** `past`: nothing is sold any more: a show has begun, an exhibition is over. `full`: nothing is left; `few`: at most a fifth is. */
export const SESSION_STATUSES = ['open', 'few', 'full', 'past'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** "Few" seats are left from here on. */
const FEW_SHARE = 0.2;

export interface SessionFill {
  /** Null: any number. */
  readonly remaining: number | null;
  /** Held and confirmed seats by the capacity, from 0 to 1; 0 where any number may come. */
  readonly fill: number;
  readonly status: SessionStatus;
}

export function fillOf(session: TicketSession, now: Date): SessionFill {
  const remaining = seatsLeft(session);
  return { remaining, fill: shareOf(session), status: statusOf(session, remaining, now) };
}

/** A session without seats is full. */
function shareOf({ capacity, ...seats }: TicketSession): number {
  if (capacity === null) return 0;
  return capacity === 0 ? 1 : Math.min(1, bookedSeats(seats) / capacity);
}

function statusOf({ soldUntil, capacity }: TicketSession, remaining: number | null, now: Date): SessionStatus {
  if (soldUntil.getTime() < now.getTime()) return 'past';
  if (remaining === null || capacity === null) return 'open';
  if (remaining === 0) return 'full';
  return remaining <= capacity * FEW_SHARE ? 'few' : 'open';
}
