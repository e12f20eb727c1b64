import type { Clock } from '../kit/clock.js';
import { DomainError, hasCode } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { newlyVersioned } from '../kit/versioned.js';
import { requireVersion } from '../kit/versions.js';
import type { TicketingOrder } from '../orders/order.js';
import type { Stores, Views } from '../stores.js';
import { editTicketing, lockOffer } from './edit-ticketing.js';
import type { Offer } from './offer.js';
import { cancelled, requireTimes, requireUnbooked, rescheduled, type SessionPatch } from './session-rules.js';
import { type SessionTimes, timesOf } from './session-series.js';
import type { TicketSession } from './ticket-session.js';
import type { SeriesInput, SessionInput } from './ticket-session-contract.js';

/** What became of a series: sessions the offer had at the same time already are left as they are, cancelled ones too. */
export interface MadeSeries {
  readonly created: readonly TicketSession[];
  readonly skipped: number;
}

/** The dates of offers. */
export interface TicketSessionsService {
  /** Throws `unknown_offer`, `invalid_request` (times that do not follow each other; no end, and the offer has no length). */
  create(scope: Scope, input: SessionInput): Promise<TicketSession>;
  /** All or none; repeating it makes nothing twice. Throws `unknown_offer`, `unknown_shop`, `invalid_request` (too many; no length). */
  createSeries(scope: Scope, series: SeriesInput): Promise<MadeSeries>;
  /**
   * Moves a session or changes how many may come. Whoever has booked it keeps the booking. Throws `unknown_session`, `stale`, `session_cancelled`,
   * `invalid_request`, and `in_use` for fewer seats than are booked.
   */
  update(scope: Scope, id: string, patch: SessionPatch, seen: number | null): Promise<TicketSession>;
  /**
   * It does not take place, for good: its bookings are cancelled with it, which pays back what was paid by card. Once more is no change. Throws
   * `unknown_session`, `stale`, and `in_use` while a group has it, or when somebody books it at this very moment.
   */
  cancel(scope: Scope, id: string, seen: number | null): Promise<TicketSession>;
  /** Takes away a session that nobody has ever booked. Throws `unknown_session`, `stale`, and `in_use` when somebody has: cancel it instead. */
  delete(scope: Scope, id: string, seen: number | null): Promise<TicketSession>;
}

/** What the history of a booking says whose session does not take place. */
const CANCELLED = 'session cancelled';

const isLive = ({ status }: TicketingOrder) => status !== 'cancelled';

export interface TicketSessionsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function makeTicketSessionsService({ unitOfWork, clock, ids }: TicketSessionsDeps): TicketSessionsService {
  function newSession(
    { tenantId, siteId }: Scope,
    { id: offerId, kind }: Offer,
    times: SessionTimes,
    capacity: number | null,
  ): TicketSession {
    const soldUntil = kind === 'exhibition' ? times.endsAt : times.startsAt;
    const seats = { capacity, heldSeats: 0, confirmedSeats: 0, cancelledAt: null };
    return { ...newlyVersioned(ids.uuid(), clock.now()), tenantId, siteId, offerId, ...times, soldUntil, ...seats };
  }

  return {
    create: (scope, { offerId, startsAt, endsAt, capacity }) =>
      editTicketing(unitOfWork, scope, async (_services, stores) => {
        const offer = await lockOffer(stores, scope, offerId);
        const times = { startsAt, endsAt: endsAt ?? new Date(startsAt.getTime() + minutesOf(offer) * 60_000) };
        requireTimes(times);
        return stores.ticketSessions.create(scope, newSession(scope, offer, times, capacity));
      }),

    createSeries: (scope, { offerId, capacity, durationMinutes, ...series }) =>
      editTicketing(unitOfWork, scope, async ({ views }, stores) => {
        const offer = await lockOffer(stores, scope, offerId);
        const timezone = await timezoneOf(views, scope);
        const wanted = timesOf({ ...series, durationMinutes: durationMinutes ?? minutesOf(offer) }, timezone);
        const missing = await withoutKept(views, scope, offerId, wanted);
        const sessions = missing.map((times) => newSession(scope, offer, times, capacity));
        await stores.ticketSessions.createAll(scope, sessions);
        return { created: sessions, skipped: wanted.length - sessions.length };
      }),

    update: (scope, id, patch, seen) =>
      editTicketing(unitOfWork, scope, (_services, stores) =>
        changeSession(stores, scope, id, (session) => rescheduled(session, patch, seen ?? undefined, clock.now())),
      ),

    cancel: (scope, id, seen) =>
      editTicketing(unitOfWork, scope, async ({ bookings, views }, stores) => {
        const session = await views.ticketSessions.get(scope, id);
        if (session === null) throw new DomainError('unknown_session');
        if (session.cancelledAt !== null) return session;
        requireVersion(session, seen);
        // Orders are locked before the session they are for.
        for (const { orderId } of await views.tickets.bookingsOf(scope, id)) await bookings.giveUp(scope, orderId, CANCELLED, isLive);
        return changeSession(stores, scope, id, (found) => cancelled(found, seen ?? undefined, clock.now()));
      }),

    delete: (scope, id, seen) =>
      editTicketing(unitOfWork, scope, async (_services, stores) => {
        const session = await changeSession(stores, scope, id, (found) => {
          requireVersion(found, seen);
          requireUnbooked(found);
          return found;
        });
        await stores.ticketSessions.delete(scope, id);
        return session;
      }),
  };
}

/** As long as the offer takes. */
function minutesOf({ durationMinutes }: Offer): number {
  if (durationMinutes !== null) return durationMinutes;
  throw new DomainError('invalid_request', { issues: [{ path: '', message: 'Say when it ends: the offer has no length' }] });
}

async function timezoneOf({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<string> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site.timezone;
}

/** The times at which the offer has no session yet; one that was cancelled does not come back. */
async function withoutKept(
  { ticketSessions }: Pick<Views, 'ticketSessions'>,
  scope: Scope,
  offerId: string,
  wanted: readonly SessionTimes[],
): Promise<readonly SessionTimes[]> {
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const period = { offerId, from: first.startsAt, to: new Date(last.startsAt.getTime() + 1) };
  const kept = await ticketSessions.between(scope, period);
  const starts = new Set(kept.map(({ startsAt }) => startsAt.getTime()));
  return wanted.filter(({ startsAt }) => !starts.has(startsAt.getTime()));
}

async function changeSession(
  { ticketSessions }: Pick<Stores, 'ticketSessions'>,
  scope: Scope,
  id: string,
  decide: (session: TicketSession) => TicketSession,
): Promise<TicketSession> {
  try {
    return await ticketSessions.change(scope, id, decide);
  } catch (error) {
    throw hasCode(error, 'unknown_record') ? new DomainError('unknown_session') : error;
  }
}
