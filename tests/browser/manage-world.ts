import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { ShownInvite } from '@comptoir/core/identity/invites-service.js';
import type { Session } from '@comptoir/core/identity/session.js';
import type { Assignment, User } from '@comptoir/core/identity/user.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { NOBODYS_ID, type Scope, type TenantScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { testDeps } from '../support/service-deps.js';
import { aSite } from './page-host.js';

/** Organisations, people, sessions and invites on memory, for the pages of the platform. */
export interface ManageWorld {
  readonly services: Services;
  readonly persistence: Persistence;
  readonly clock: FixedClock;
  /** Invites by the payload of their link; what a payload that is not here opens is not one of ours. */
  readonly invites: Map<string, ShownInvite | ErrorCode>;
  organisation(name: string, siteNames?: readonly string[]): Promise<{ scope: TenantScope; sites: readonly Scope[] }>;
  person(changes?: Partial<User>): Promise<User>;
  join(scope: TenantScope, user: User, assignments: readonly Assignment[], active?: boolean): Promise<void>;
  session(user: User, changes?: Partial<Session>): Promise<Session>;
}

const ACTOR = { kind: 'system', name: 'tests' } as const;
export const NOBODYS_SCOPE: TenantScope = { tenantId: NOBODYS_ID, actor: ACTOR };
const DAY_MS = 86_400_000;

export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0';
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

export function aManageWorld(): ManageWorld {
  const clock = fixedClock(new Date('2026-06-16T10:00:00Z'));
  const persistence = makeMemoryPersistence();
  const services = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto }));
  const id = () => services.ids.uuid();
  return {
    services,
    persistence,
    clock,
    invites: new Map(),
    async organisation(name, siteNames = []) {
      const tenant = await services.sites.createTenant(name, ACTOR);
      const scope: TenantScope = { tenantId: tenant.id, actor: ACTOR };
      const sites: Scope[] = [];
      for (const siteName of siteNames) {
        const site = await services.sites.create(scope, aSite({ name: siteName, slug: `site-${id()}` }));
        sites.push({ ...scope, siteId: site.id });
      }
      return { scope, sites };
    },
    async person(changes = {}) {
      const user: User = { ...PERSON, id: id(), createdAt: clock.now(), emailVerifiedAt: clock.now(), ...changes };
      await persistence.transact(NOBODYS_SCOPE, ({ users }) => users.create(user));
      return user;
    },
    join: (scope, { id: userId }, assignments, active = true) =>
      persistence.transact(scope, ({ members }) =>
        members.add(scope, { tenantId: scope.tenantId, userId, active, assignments, joinedAt: clock.now() }),
      ),
    async session({ id: userId }, changes = {}) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + 30 * DAY_MS);
      const times = { createdAt: now, lastSeenAt: now, expiresAt, revokedAt: null };
      const session: Session = { id: id(), userId, kind: 'browser', ...times, address: '192.0.2.7', userAgent: FIREFOX, ...changes };
      await persistence.transact(NOBODYS_SCOPE, ({ sessions }) => sessions.create(session));
      return session;
    },
  };
}

export const PASSWORD = 'correct horse';

const PERSON = {
  email: 'ada@maison.test',
  name: 'Ada Martin',
  locale: 'fr',
  passwordHash: `plain:${PASSWORD}`,
  tokenVersion: 1,
  superAdmin: false,
  notifications: { security: true, orders: true, summary: true },
  deletedAt: null,
} as const;
