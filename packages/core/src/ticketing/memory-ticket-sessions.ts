import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import { cursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { TicketingTables } from './memory-ticket-store.js';
import { cursorKeyOf, readSessionCursor, type SessionPosition } from './session-cursor.js';
import { isOnSale, seatsLeft, type TicketSession, withSeats, withSeatsOf } from './ticket-session.js';
import type { SessionFilter, SessionStore, SessionViews } from './ticketing-store.js';

/** Sessions without a database. */
export function makeMemoryTicketSessions({ offers, sessions, bookings }: TicketingTables): { store: SessionStore; views: SessionViews } {
  const { store, views } = makeMemoryVersionedStore(sessions, {
    sort: byStart,
    searched: () => '',
    inUse: ({ tenantId, siteId }, id) =>
      [...bookings.values()].some((booking) => booking.tenantId === tenantId && booking.siteId === siteId && booking.sessionId === id),
    clash: () => false,
  });
  const refersWell = (scope: Scope, session: TicketSession): TicketSession => {
    if (offers.get(crudKey(scope, session.offerId)) === undefined) throw new DomainError('unknown_record');
    return session;
  };
  const matching = (scope: Scope, filter: SessionFilter) =>
    rowsOfSite(sessions.committed, scope)
      .filter((session) => isMeant(session, filter))
      .sort(byStart);
  return {
    store: {
      ...store,
      async create(scope, session) {
        return store.create(scope, refersWell(scope, { ...session, tenantId: scope.tenantId, siteId: scope.siteId }));
      },
      change: (scope, id, decide) => store.change(scope, id, (before) => refersWell(scope, withSeatsOf(before, decide(before)))),
      async claim(scope, sessionId, seats, now) {
        const before = sessions.get(crudKey(scope, sessionId));
        if (before === undefined) throw new DomainError('unknown_record');
        const row = withSeats(before.row, seats, now);
        if (row !== null) sessions.set(crudKey(scope, sessionId), { ...before, row });
        return row;
      },
    },
    views: {
      get: views.get,
      between: async (scope, filter) => matching(scope, filter),
      async list(scope, { cursor, limit, ...filter }) {
        const last = readSessionCursor(cursor);
        const following = matching(scope, filter).filter((session) => last === null || byStart(session, last) > 0);
        return cursorPage(following, limit, cursorKeyOf);
      },
      async next(scope, now) {
        const open = matching(scope, {}).filter((session) => isOnSale(session, now) && seatsLeft(session) !== 0);
        return new Map(open.toReversed().map((session) => [session.offerId, session]));
      },
    },
  };
}

function isMeant({ offerId, startsAt }: TicketSession, filter: SessionFilter): boolean {
  return (
    (filter.offerId === undefined || filter.offerId === offerId) &&
    (filter.from === undefined || startsAt >= filter.from) &&
    (filter.to === undefined || startsAt < filter.to)
  );
}

function byStart(left: SessionPosition, right: SessionPosition): number {
  return left.startsAt.getTime() - right.startsAt.getTime() || compareText(left.id, right.id);
}
