import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { TenantScope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import type { Tenant } from '../tenants/tenant.js';
import type { MemberStore, MemberViews } from './member-store.js';
import type { Session } from './session.js';
import type { Assignment, Member, MemberRecord, User } from './user.js';

export interface MemberTables {
  readonly members: MemoryTable<Member>;
  readonly users: MemoryTable<User>;
  readonly sessions: MemoryTable<Session>;
  readonly sites: MemoryTable<Site>;
  readonly tenants: MemoryTable<Tenant>;
}

/** Members of organisations without a database. */
export function makeMemoryMembers(tables: MemberTables): { store: MemberStore; views: MemberViews } {
  const { members, sites, users } = tables;
  const keyOf = ({ tenantId }: TenantScope, userId: string) => `${tenantId} ${userId}`;
  const requireSites = ({ tenantId }: TenantScope, assignments: readonly Assignment[]) => {
    for (const { siteId } of assignments) {
      if (siteId !== null && sites.get(siteId)?.tenantId !== tenantId) throw new DomainError('unknown_record');
    }
  };
  return {
    store: {
      async add(scope, member) {
        if (members.get(keyOf(scope, member.userId)) !== undefined) throw new DomainError('duplicate');
        if (users.get(member.userId) === undefined) throw new DomainError('unknown_record');
        requireSites(scope, member.assignments);
        members.set(keyOf(scope, member.userId), { ...member, tenantId: scope.tenantId });
      },
      get: async (scope, userId) => members.get(keyOf(scope, userId)) ?? null,
      async change(scope, userId, decide) {
        const before = members.get(keyOf(scope, userId));
        if (before === undefined) throw new DomainError('unknown_record');
        const { active, assignments } = decide(before);
        requireSites(scope, assignments);
        const after = { ...before, active, assignments };
        members.set(keyOf(scope, userId), after);
        return after;
      },
      remove: async (scope, userId) => members.delete(keyOf(scope, userId)),
      lockOwners: async (scope) =>
        [...members.values()]
          .filter((member) => member.tenantId === scope.tenantId && ownsAll(member))
          .map(({ userId }) => userId)
          .filter((userId) => users.get(userId)?.deletedAt === null)
          .sort(),
    },
    views: makeViews(tables),
  };
}

function ownsAll({ active, assignments }: Member): boolean {
  return active && assignments.some(({ role, siteId }) => role === 'owner' && siteId === null);
}

function makeViews(tables: MemberTables): MemberViews {
  const recordOf = (member: Member): MemberRecord | null => {
    const user = tables.users.committed.get(member.userId);
    if (user === undefined || user.deletedAt !== null) return null;
    return {
      ...member,
      email: user.email,
      name: user.name,
      emailVerified: user.emailVerifiedAt !== null,
      lastSeenAt: lastSeen(tables.sessions.committed, user.id),
    };
  };
  const recordsOf = (scope: TenantScope) =>
    [...tables.members.committed.values()]
      .filter(({ tenantId }) => tenantId === scope.tenantId)
      .flatMap((member) => recordOf(member) ?? []);
  return {
    async list(scope, filter) {
      const search = filter.search?.toLowerCase() ?? '';
      const matching = recordsOf(scope)
        .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(search))
        .filter(({ active }) => filter.active === undefined || active === filter.active)
        .filter(({ assignments }) => filter.role === undefined || assignments.some(({ role }) => role === filter.role))
        .filter(({ assignments }) => filter.siteId === undefined || assignments.some(({ siteId }) => siteId === filter.siteId))
        .sort(byName);
      return pageRows(matching, filter);
    },
    get: async (scope, userId) => recordsOf(scope).find((record) => record.userId === userId) ?? null,
    async ofUser(userId) {
      return [...tables.members.committed.values()]
        .filter((member) => member.userId === userId)
        .flatMap(({ tenantId, active, assignments }) => {
          const tenant = tables.tenants.committed.get(tenantId);
          if (tenant === undefined || tenant.status === 'deleted') return [];
          return [{ tenantId, tenantName: tenant.name, tenantActive: tenant.status === 'active', active, assignments }];
        })
        .sort((left, right) => compare(left.tenantName, right.tenantName) || compare(left.tenantId, right.tenantId));
    },
  };
}

function lastSeen(sessions: MemoryRows<Session>, userId: string): Date | null {
  const times = [...sessions.values()].filter((session) => session.userId === userId).map(({ lastSeenAt }) => lastSeenAt.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function byName(left: MemberRecord, right: MemberRecord): number {
  return compare(left.name, right.name) || compare(left.userId, right.userId);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
