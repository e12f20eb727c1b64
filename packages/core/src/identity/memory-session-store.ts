import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Site } from '../sites/site.js';
import type { Tenant } from '../tenants/tenant.js';
import type { Session } from './session.js';
import { type Principal, type PrincipalViews, ROLE_CHANGES_KEY, type SessionStore, type SessionViews } from './session-store.js';
import type { Member, User } from './user.js';

export interface SessionTables {
  readonly sessions: MemoryTable<Session>;
  readonly users: MemoryTable<User>;
  readonly members: MemoryTable<Member>;
  readonly tenants: MemoryTable<Tenant>;
  readonly sites: MemoryTable<Site>;
  readonly tenantSettings: MemoryTable<ReadonlyMap<string, unknown>>;
}

/** Sessions without a database. */
export function makeMemorySessions(tables: SessionTables): { store: SessionStore; views: SessionViews; principals: PrincipalViews } {
  const { sessions, users, members } = tables;
  const end = (session: Session, at: Date) => sessions.set(session.id, { ...session, revokedAt: at });
  const open = (now: Date) =>
    [...sessions.committed.values()]
      .filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now)
      .sort((left, right) => right.lastSeenAt.getTime() - left.lastSeenAt.getTime() || (left.id < right.id ? 1 : -1));
  return {
    store: {
      create: async (session) => sessions.set(session.id, session),
      get: async (sessionId) => sessions.get(sessionId) ?? null,
      async revoke(userId, sessionId, at) {
        const session = sessions.get(sessionId);
        if (session?.userId !== userId || session.revokedAt !== null) return false;
        end(session, at);
        return true;
      },
      async revokeAll(userId, exceptId, at) {
        const ended = [...sessions.values()].filter(
          (session) => session.userId === userId && session.id !== exceptId && session.revokedAt === null,
        );
        for (const session of ended) end(session, at);
        return ended.length;
      },
      async touch(sessionId, lastSeenAt, expiresAt) {
        const session = sessions.get(sessionId);
        if (session === undefined || session.revokedAt !== null) return;
        sessions.set(sessionId, {
          ...session,
          lastSeenAt: later(session.lastSeenAt, lastSeenAt),
          expiresAt: later(session.expiresAt, expiresAt),
        });
      },
      async forgetBefore(before) {
        const old = [...sessions.values()].filter(({ expiresAt }) => expiresAt < before);
        for (const { id } of old) sessions.delete(id);
        return old.length;
      },
    },
    views: {
      ofUser: async (userId, now) => open(now).filter((session) => session.userId === userId),
      async list(scope, filter, now) {
        const search = filter.search?.toLowerCase() ?? '';
        const rows = open(now).flatMap((session) => {
          const user = users.committed.get(session.userId);
          if (user === undefined || members.committed.get(`${scope.tenantId} ${session.userId}`) === undefined) return [];
          return [{ ...session, email: user.email, name: user.name }];
        });
        const matching = rows
          .filter(({ userId }) => filter.userId === undefined || userId === filter.userId)
          .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(search));
        return pageRows(matching, filter);
      },
    },
    principals: { principal: async (sessionId, tenantId) => principalOf(tables, sessionId, tenantId) },
  };
}

function later(left: Date, right: Date): Date {
  return left > right ? left : right;
}

function principalOf(tables: SessionTables, sessionId: string, tenantId: string | null): Principal | null {
  const session = tables.sessions.committed.get(sessionId);
  const user = session === undefined ? undefined : tables.users.committed.get(session.userId);
  if (session === undefined || user === undefined || user.deletedAt !== null) return null;
  return {
    userId: user.id,
    tokenVersion: user.tokenVersion,
    superAdmin: user.superAdmin,
    sessionRevoked: session.revokedAt !== null,
    sessionExpiresAt: session.expiresAt,
    tenant: tenantId === null ? null : tenantOf(tables, tenantId, user.id),
  };
}

function tenantOf({ tenants, members, sites, tenantSettings }: SessionTables, tenantId: string, userId: string): Principal['tenant'] {
  const tenant = tenants.committed.get(tenantId);
  if (tenant === undefined || tenant.status === 'deleted') return null;
  const member = members.committed.get(`${tenantId} ${userId}`);
  return {
    active: tenant.status === 'active',
    member: member === undefined ? null : { active: member.active, assignments: member.assignments },
    siteIds: [...sites.committed.values()]
      .filter((site) => site.tenantId === tenantId)
      .map(({ id }) => id)
      .sort(),
    roleChanges: tenantSettings.committed.get(tenantId)?.get(ROLE_CHANGES_KEY),
  };
}
