import type { TicketWindow, WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { bookingHash } from '../page-paths.js';
import { addMonths, isDay, monthOf } from './month.js';
import { type DaySession, isBookable } from './sessions.js';

/** What a guest has chosen, and what the address says of it: `#o=<offerId>&d=<YYYY-MM-DD>&s=<sessionId>` (interfaces A, behaviour rule 5). */

export interface Choice {
  readonly offerId: string | null;
  readonly day: string | null;
  readonly sessionId: string | null;
}

export const NO_CHOICE: Choice = { offerId: null, day: null, sessionId: null };

/** How far ahead the calendar leads. */
export const MONTHS_AHEAD = 12;

/** What a link asks for, whatever that is worth. */
export function readHash(hash: string): Choice {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  return { offerId: values.get('o') || null, day: values.get('d') || null, sessionId: values.get('s') || null };
}

/** Empty for no choice. */
export function hashOf({ offerId, day, sessionId }: Choice): string {
  if (offerId === null) return '';
  return `#${bookingHash({ offerId, ...(day !== null && { day }), ...(sessionId !== null && { sessionId }) })}`;
}

/** The offer that is asked for, where it is one of the page. */
export function fittingOffer({ offers }: TicketWindow, { offerId }: Choice): WindowOffer | undefined {
  return offers.find(({ id }) => id === offerId);
}

/** The day that is asked for, where the calendar leads to it. */
export function fittingDay({ day }: Choice, today: string): string | null {
  if (day === null || !isDay(day) || day < today) return null;
  return monthOf(day) <= addMonths(monthOf(today), MONTHS_AHEAD) ? day : null;
}

/**
 * What of the day and the session still fits the sessions that there are: a day needs one that is not over, and a session one that has
 * places. A session brings its day along where the link names none.
 */
export function fitting(asked: Choice, sessions: readonly DaySession[], today: string): Pick<Choice, 'day' | 'sessionId'> {
  const asksForDay = fittingDay(asked, today);
  const session = sessions.find(({ id, day }) => id === asked.sessionId && (asked.day === null || day === asksForDay));
  if (session !== undefined && isBookable(session)) return { day: session.day, sessionId: session.id };
  const isOpen = sessions.some(({ day, level }) => day === asksForDay && level !== 'past');
  return { day: isOpen ? asksForDay : null, sessionId: null };
}
