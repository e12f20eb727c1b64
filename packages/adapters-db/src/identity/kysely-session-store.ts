import type { Session } from '@comptoir/core/identity/session.js';
import type { SessionStore, SessionViews } from '@comptoir/core/identity/session-store.js';
import { type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import type { SessionTable } from './identity-tables.js';

export function makeKyselySessions(db: Handle): SessionStore {
  return {
    async create(session) {
      await db.insertInto('sessions').values(rowOf(session)).execute();
    },

    async get(sessionId) {
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', uuidOf(sessionId)).executeTakeFirst();
      return row === undefined ? null : sessionOf(row);
    },

    async revoke(userId, sessionId, at) {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ revoked_at: at })
        .where('id', '=', uuidOf(sessionId))
        .where('user_id', '=', uuidOf(userId))
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async revokeAll(userId, exceptId, at) {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ revoked_at: at })
        .where('user_id', '=', uuidOf(userId))
        .where('id', '<>', uuidOf(exceptId ?? ''))
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async touch(sessionId, seenAt, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: sql`greatest(last_seen_at, ${seenAt})`, expires_at: sql`greatest(expires_at, ${expiresAt})` })
        .where('id', '=', uuidOf(sessionId))
        .where('revoked_at', 'is', null)
        .execute();
    },

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('expires_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export function makeKyselySessionViews(db: Handle): SessionViews {
  const open = (now: Date) =>
    db
      .selectFrom('sessions')
      .selectAll('sessions')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('sessions.id', 'desc');

  return {
    async ofUser(userId, now) {
      const rows = await open(now).where('sessions.user_id', '=', uuidOf(userId)).execute();
      return rows.map(sessionOf);
    },

    async list({ tenantId }, filter, now) {
      const ofMembers = open(now)
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .innerJoin('members', 'members.user_id', 'users.id')
        .select(['users.email', 'users.name'])
        .where('members.tenant_id', '=', uuidOf(tenantId))
        .where(matches([sql.ref('users.name'), sql.ref('users.email')], filter.search).$castTo<boolean>());
      const chosen = filter.userId === undefined ? ofMembers : ofMembers.where('members.user_id', '=', uuidOf(filter.userId));
      const { items, ...page } = await readPage(chosen, filter);
      return { items: items.map((row) => ({ ...sessionOf(row), email: row.email, name: row.name })), ...page };
    },
  };
}

function rowOf(session: Session): SessionTable {
  const { id, kind, address } = session;
  return {
    id,
    kind,
    address,
    user_id: session.userId,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    expires_at: session.expiresAt,
    revoked_at: session.revokedAt,
    user_agent: session.userAgent,
  };
}

function sessionOf(row: Selectable<SessionTable>): Session {
  const { id, kind, address } = row;
  return {
    id,
    kind,
    address,
    userId: row.user_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    userAgent: row.user_agent,
  };
}
