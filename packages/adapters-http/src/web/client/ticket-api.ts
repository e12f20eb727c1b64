import { type BookingAnswer, readBookingAnswer } from '../tickets/booking-call.js';
import { daysOf } from '../tickets/month.js';
import { type DaySession, readSessions } from '../tickets/sessions.js';

/** The calls the pages of tickets make to their own host. */

const TIMEOUT_MS = 20_000;

export interface SessionQuery {
  readonly slug: string;
  readonly offerId: string;
  /** `YYYY-MM` */
  readonly month: string;
  readonly language: string;
  readonly timezone: string;
}

/** The sessions of a month, or null when they cannot be had. */
export async function fetchSessions({ slug, offerId, month, language, timezone }: SessionQuery): Promise<readonly DaySession[] | null> {
  const days = daysOf(month);
  const query = new URLSearchParams({ slug, lang: language, offer: offerId, from: days[0] ?? '', days: String(days.length) });
  try {
    // Places go while somebody chooses: what was kept is asked about again.
    const response = await fetch(`/api/ticketing/catalog?${query}`, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? readSessions(await response.json(), timezone) : null;
  } catch {
    return null;
  }
}

/** What the host answered, and its clock; a guest's own may be wrong. */
export interface TimedAnswer {
  readonly answer: BookingAnswer;
  readonly hostNow: Date;
}

export function postHold(body: string, idempotencyKey: string): Promise<TimedAnswer> {
  return call('/api/ticketing/holds', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body });
}

export function postComplete(orderId: string, body: string): Promise<TimedAnswer> {
  return call(`${orderAddress(orderId)}/complete`, { method: 'POST', body });
}

/** Lets go of places that are held. Whether that was heard does not matter: they lapse by themselves. */
export function postCancel(orderId: string): Promise<TimedAnswer> {
  return call(`${orderAddress(orderId)}/cancel`, { method: 'POST', body: '{}' });
}

export function fetchBooking(orderId: string): Promise<TimedAnswer> {
  return call(orderAddress(orderId), { method: 'GET' });
}

function orderAddress(orderId: string): string {
  return `/api/ticketing/orders/${encodeURIComponent(orderId)}`;
}

async function call(address: string, { headers, ...init }: RequestInit): Promise<TimedAnswer> {
  const json = init.body === undefined ? {} : { 'Content-Type': 'application/json' };
  try {
    const response = await fetch(address, {
      ...init,
      headers: { ...json, ...headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    const hostNow = Number.isNaN(date) ? new Date() : new Date(date);
    const body: unknown = await response.json().catch(() => null);
    return { answer: readBookingAnswer(response.status, body), hostNow };
  } catch {
    return { answer: readBookingAnswer(null, null), hostNow: new Date() };
  }
}
