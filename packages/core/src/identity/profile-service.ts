import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import { accountEntry } from './account-audit.js';
import type { IdentityDeps } from './identity-deps.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { makePasswordLogin } from './password-login.js';
import type { Locale, Membership, NotificationPreferences, User } from './user.js';

/** What people may change about themselves: undefined leaves. */
export interface ProfilePatch {
  readonly name?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly notifications?: { readonly [Kind in keyof NotificationPreferences]?: boolean | undefined } | undefined;
}

/** A person's own account. */
export interface ProfileService {
  /** Throws `unknown_record`. */
  get(userId: string): Promise<{ readonly user: User; readonly memberships: readonly Membership[] }>;
  /** Throws `unknown_record`. */
  update(userId: string, patch: ProfilePatch): Promise<User>;
  /**
   * Ends the account for good: name and address are wiped, sessions and memberships end, the address is free again. `password` is
   * null only for who has none. Opens its own transactions and counts tries that fail. Throws `invalid_login`, `rate_limited`,
   * `last_owner` (with the `organisations` that would have no owner left).
   */
  deleteAccount(by: { readonly userId: string; readonly sessionId: string | null }, password: string | null, client: Client): Promise<void>;
}

export function makeProfileService(deps: IdentityDeps): ProfileService {
  const { transact, clock, signals } = deps;
  const passwordLogin = makePasswordLogin(deps);

  async function provedBy(userId: string, password: string | null, client: Client): Promise<User> {
    const user = await transact(NOBODYS_SCOPE, ({ users }) => users.byId(userId));
    if (user === null) throw new DomainError('unknown_record');
    if (user.passwordHash === null && password === null) return user;
    return passwordLogin.prove(user.email, password ?? '', client);
  }

  return {
    get: (userId) =>
      transact(NOBODYS_SCOPE, async ({ users }, views) => {
        const user = await users.byId(userId);
        if (user === null) throw new DomainError('unknown_record');
        return { user, memberships: await views.members.ofUser(userId) };
      }),

    update: (userId, patch) => transact(NOBODYS_SCOPE, ({ users }) => users.change(userId, (user) => patched(user, patch))),

    async deleteAccount({ userId, sessionId }, password, client) {
      const proved = await provedBy(userId, password, client);
      await transact(NOBODYS_SCOPE, async (stores, views) => {
        await passwordLogin.confirm(stores, proved, client);
        await leaveAll(stores, views, userId);
        await stores.sessions.revokeAll(userId, null, clock.now());
        await stores.oneTimeTokens.withdraw('reset-password', userId, clock.now());
        await stores.oneTimeTokens.withdraw('verify-email', userId, clock.now());
        await stores.users.unlinkProviderAccounts(userId);
        await stores.users.change(userId, (user) => wiped(user, clock.now()));
        await stores.audit.append(accountEntry(deps, { action: 'profile.deleteAccount', userId, sessionId }, client));
      });
      signals.send({ kind: 'identity-changed', userId });
    },
  };
}

/** Leaves every organisation; throws `last_owner` for those that would be left without an owner. */
async function leaveAll({ members }: Pick<Stores, 'members'>, views: Pick<Views, 'members'>, userId: string): Promise<void> {
  const orphaned: string[] = [];
  for (const { tenantId, tenantName, assignments } of await views.members.ofUser(userId)) {
    const scope: TenantScope = { tenantId, actor: { kind: 'user', userId } };
    const owns = assignments.some(({ role, siteId }) => role === 'owner' && siteId === null);
    const owners = owns ? await members.lockOwners(scope) : [];
    if (owners.length === 1 && owners[0] === userId) orphaned.push(tenantName);
    await members.remove(scope, userId);
  }
  if (orphaned.length > 0) throw new DomainError('last_owner', { facts: { organisations: orphaned } });
}

function patched(user: User, { name, locale, notifications = {} }: ProfilePatch): User {
  const { security, orders, summary } = user.notifications;
  return {
    ...user,
    name: name ?? user.name,
    locale: locale ?? user.locale,
    notifications: {
      security: notifications.security ?? security,
      orders: notifications.orders ?? orders,
      summary: notifications.summary ?? summary,
    },
  };
}

/** What is left is an id that others may refer to. The address cannot belong to anybody (RFC 2606, `.invalid`). */
function wiped(user: User, deletedAt: Date): User {
  const email = `${user.id}@deleted.invalid`;
  return { ...user, email, emailVerifiedAt: null, name: '', passwordHash: null, tokenVersion: user.tokenVersion + 1, deletedAt };
}
