import { DomainError } from '@comptoir/core/kit/errors.js';
import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { cursorKeyOf, readSessionCursor } from '@comptoir/core/ticketing/session-cursor.js';
import { type TicketSession, withSeatsOf } from '@comptoir/core/ticketing/ticket-session.js';
import type { SessionFilter, SessionStore, SessionViews } from '@comptoir/core/ticketing/ticketing-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';
import { ownedStore, type Unowned, withOwner } from './owned-store.js';
import { seatClaim } from './seat-claim.js';

const SESSIONS: VersionedTable<Unowned<TicketSession>> = {
  name: 'ticket_sessions',
  columns: {
    id: 'id',
    offerId: 'offer_id',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    capacity: 'capacity',
    heldSeats: 'held_seats',
    confirmedSeats: 'confirmed_seats',
    cancelledAt: 'cancelled_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: [],
  derived: () => ({}),
  counters: ['heldSeats', 'confirmedSeats'],
  orderBy: [sql`starts_at`],
  searched: [],
};

export function makeKyselyTicketSessions(db: Handle): SessionStore {
  const { tableName, ofSite, selected, read } = versionedRows<Unowned<TicketSession>>(db, SESSIONS);
  const store = ownedStore<TicketSession>(makeKyselyVersionedStore(db, SESSIONS));
  return {
    ...store,
    change: (scope, id, decide) => store.change(scope, id, (before) => withSeatsOf(before, decide(before))),
    async claim(scope, sessionId, seats, now) {
      const [claimed] = await read(seatClaim(scope, sessionId, seats, now, selected));
      if (claimed !== undefined) return withOwner<TicketSession>(scope, claimed);
      const [refused] = await read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and id = ${sessionId}`);
      if (refused === undefined) throw new DomainError('unknown_record');
      return null;
    },
  };
}

export function makeKyselyTicketSessionViews(db: Handle): SessionViews {
  const { tableName, ofSite, selected, read } = versionedRows<Unowned<TicketSession>>(db, SESSIONS);
  const views = makeKyselyVersionedViews(db, SESSIONS);
  const owned = (scope: Scope) => (session: Unowned<TicketSession>) => withOwner<TicketSession>(scope, session);
  return {
    async get(scope, id) {
      const session = await views.get(scope, id);
      return session === null ? null : withOwner<TicketSession>(scope, session);
    },
    async between(scope, filter) {
      const sessions = await read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and ${meant(filter)} order by starts_at, id collate "C"`);
      return sessions.map(owned(scope));
    },
    async list(scope, { cursor, limit, ...filter }) {
      const last = readSessionCursor(cursor);
      const following = last === null ? sql`true` : sql`(starts_at, id collate "C") > (${last.startsAt}::timestamptz, ${last.id}::text)`;
      const sessions = await read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and ${meant(filter)} and ${following}
        order by starts_at, id collate "C" limit ${limit + 1}`);
      return cursorPage(sessions.map(owned(scope)), limit, cursorKeyOf);
    },
    // Offer by offer: the first of each is the first of an index.
    async next(scope, now) {
      const sessions = await read(sql`
        select first.* from offers cross join lateral (
          select ${selected} from ${tableName} as open
          where open.tenant_id = offers.tenant_id and open.site_id = offers.site_id and open.offer_id = offers.id
            and open.starts_at >= ${now} and open.cancelled_at is null
            and (open.capacity is null or open.held_seats + open.confirmed_seats < open.capacity)
          order by open.starts_at, open.id collate "C" limit 1
        ) as first
        where offers.tenant_id = ${scope.tenantId} and offers.site_id = ${scope.siteId}`);
      return new Map(sessions.map((session) => [session.offerId, withOwner<TicketSession>(scope, session)]));
    },
  };
}

function meant({ offerId, from, to }: SessionFilter): RawBuilder<unknown> {
  const conditions = [
    ...(offerId === undefined ? [] : [sql`offer_id = ${offerId}`]),
    ...(from === undefined ? [] : [sql`starts_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`starts_at < ${to}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
