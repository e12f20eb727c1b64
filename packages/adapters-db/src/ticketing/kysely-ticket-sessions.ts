import { DomainError } from '@comptoir/core/kit/errors.js';
import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { cursorKeyOf, readSessionCursor } from '@comptoir/core/ticketing/session-cursor.js';
import { type TicketSession, withSeatsOf } from '@comptoir/core/ticketing/ticket-session.js';
import type { SessionFilter, SessionStore, SessionViews } from '@comptoir/core/ticketing/ticketing-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { insertion } from '../kit/row-set.js';
import {
  columnsOf,
  makeKyselyVersionedStore,
  makeKyselyVersionedViews,
  type VersionedTable,
  versionedRows,
} from '../kit/versioned-store.js';
import { bookSeats, type SeatsToBook, seatClaim } from './book-seats.js';
import { ownedStore, type Unowned, withOwner } from './owned-store.js';

const SESSIONS: VersionedTable<Unowned<TicketSession>> = {
  name: 'ticket_sessions',
  columns: {
    id: 'id',
    offerId: 'offer_id',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    soldUntil: 'sold_until',
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
  const { selected, read } = versionedRows<Unowned<TicketSession>>(db, SESSIONS);
  const store = ownedStore<TicketSession>(makeKyselyVersionedStore(db, SESSIONS));
  return {
    ...store,
    async createAll({ tenantId, siteId }, sessions) {
      const rows = sessions.map((session) => ({ tenant_id: tenantId, site_id: siteId, ...columnsOf(SESSIONS, session) }));
      await insertion('ticket_sessions', rows).execute(db).catch(asUnknownRecord);
    },
    change: (scope, id, decide) => store.change(scope, id, (before) => withSeatsOf(before, decide(before))),
    async claim(scope, sessionId, seats, now) {
      const [claimed] = await read(seatClaim(scope, sessionId, seats, now, selected));
      if (claimed !== undefined) return withOwner<TicketSession>(scope, claimed);
      return refusedBy(db, scope, sessionId);
    },
  };
}

/** As `TicketStore.book`. */
export async function bookSession(db: Handle, scope: Scope, wanted: SeatsToBook): Promise<TicketSession | null> {
  const { selected } = versionedRows<Unowned<TicketSession>>(db, SESSIONS);
  const claimed = await bookSeats(db, scope, wanted, selected);
  return claimed === undefined ? refusedBy(db, scope, wanted.booking.sessionId) : withOwner<TicketSession>(scope, claimed);
}

/** The session that did not give the seats is there at least; throws `unknown_record` when it is not. */
async function refusedBy(db: Handle, scope: Scope, sessionId: string): Promise<null> {
  const { tableName, ofSite, read } = versionedRows<Unowned<TicketSession>>(db, SESSIONS);
  const found = await read(sql`select id from ${tableName} where ${ofSite(scope)} and id = ${sessionId}`);
  if (found.length === 0) throw new DomainError('unknown_record');
  return null;
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
    // Offer by offer: the first of each is near the first of an index, as no session is longer than a month.
    async next(scope, now) {
      const sessions = await read(sql`
        select first.* from offers cross join lateral (
          select ${selected} from ${tableName} as open
          where open.tenant_id = offers.tenant_id and open.site_id = offers.site_id and open.offer_id = offers.id
            and open.starts_at > ${now}::timestamptz - interval '32 days' and open.sold_until >= ${now} and open.cancelled_at is null
            and (open.capacity is null or open.held_seats + open.confirmed_seats < open.capacity)
          order by open.starts_at, open.id collate "C" limit 1
        ) as first
        where offers.tenant_id = ${scope.tenantId} and offers.site_id = ${scope.siteId}`);
      return new Map(sessions.map((session) => [session.offerId, withOwner<TicketSession>(scope, session)]));
    },
    async periods(scope) {
      const start = (order: RawBuilder<unknown>) => sql<Date | null>`(
        select starts_at from ${tableName} as taking
        where taking.tenant_id = offers.tenant_id and taking.site_id = offers.site_id and taking.offer_id = offers.id
          and taking.cancelled_at is null
        order by taking.starts_at ${order} limit 1)`;
      const { rows } = await sql<{ id: string; first: Date | null; last: Date | null }>`
        select id, ${start(sql`asc`)} as first, ${start(sql`desc`)} as last from offers where ${ofSite(scope)}`.execute(db);
      return new Map(rows.flatMap(({ id, first, last }) => (first === null || last === null ? [] : [[id, { first, last }] as const])));
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
