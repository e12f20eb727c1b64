import { createHash, randomUUID } from 'node:crypto';
import type { ApiKey } from '@comptoir/core/api-keys/api-key.js';
import type { AuditEntry } from '@comptoir/core/audit/audit-entry.js';
import type { DormantUser } from '@comptoir/core/identity/linked-users.js';
import type { OneTimeToken } from '@comptoir/core/identity/one-time-token.js';
import type { Session } from '@comptoir/core/identity/session.js';
import type { Assignment, Member, User } from '@comptoir/core/identity/user.js';
import type { Scope, TenantScope } from '@comptoir/core/kit/scope.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { DAY_MS, freshName, minutesAfter, NOON, SYSTEM } from './builders.js';

/** People and what is theirs, with every field filled in; a test names only the fields it is about. */

/** The scope of things that belong to no organisation. */
export const NO_TENANT: TenantScope = { tenantId: '', actor: SYSTEM };

/** Texts that arrive as ids and that no store has made. */
export const IMPOSSIBLE_IDS = [
  '',
  'lucie',
  'null',
  '%',
  "' or true --",
  'a\u0000b',
  '\u0000',
  '\ud800',
  '00000000-0000-0000-0000-00000000000',
];

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: randomUUID(),
    email: `${freshName('lucie')}@example.org`,
    emailVerifiedAt: NOON,
    name: 'Lucie',
    locale: 'fr',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    tokenVersion: 1,
    superAdmin: false,
    notifications: { security: true, orders: false, summary: true },
    createdAt: NOON,
    deletedAt: null,
    ...changes,
  };
}

/** Somebody with an account in an online shop, and none here. */
export function aDormantUser(email: string = `${freshName('zoe')}@example.org`, changes: Partial<DormantUser> = {}): DormantUser {
  return { id: randomUUID(), email, name: 'Zoé', locale: 'fr', createdAt: NOON, ...changes };
}

export function aSession({ id: userId }: Pick<User, 'id'>, changes: Partial<Session> = {}): Session {
  return {
    id: randomUUID(),
    userId,
    kind: 'browser',
    createdAt: NOON,
    lastSeenAt: NOON,
    expiresAt: new Date(NOON.getTime() + 30 * DAY_MS),
    revokedAt: null,
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    ...changes,
  };
}

export function aMember({ tenantId }: TenantScope, { id: userId }: Pick<User, 'id'>, changes: Partial<Member> = {}): Member {
  return { tenantId, userId, active: true, assignments: [OWNER], joinedAt: NOON, ...changes };
}

export const OWNER: Assignment = { role: 'owner', siteId: null };

/** A link to choose a new password, good for half an hour. */
export function aResetToken(
  { id: userId }: Pick<User, 'id'>,
  changes: Partial<Pick<OneTimeToken, 'usedAt' | 'expiresAt'>> = {},
): OneTimeToken {
  return {
    hash: aHash(),
    purpose: 'reset-password',
    userId,
    details: null,
    createdAt: NOON,
    expiresAt: minutesAfter(NOON, 30),
    usedAt: null,
    ...changes,
  };
}

/** A link to join the organisation as staff, good for a week. */
export function anInvite({ tenantId }: TenantScope, changes: { readonly hash?: string } = {}): OneTimeToken {
  return {
    hash: aHash(),
    purpose: 'invite',
    userId: null,
    details: { tenantId, siteId: null, email: 'zoé@example.org', roles: ['staff', 'viewer'], invitedBy: randomUUID() },
    createdAt: NOON,
    expiresAt: new Date(NOON.getTime() + 7 * DAY_MS),
    usedAt: null,
    ...changes,
  };
}

export function anApiKey({ tenantId, siteId }: Scope, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: freshName('k').slice(0, 12),
    kind: 'keyed',
    tenantId,
    siteId,
    name: 'Caisse',
    hash: aHash(),
    right: 'read',
    permissions: [],
    ratePerHour: null,
    networks: [],
    origins: [],
    expiresAt: null,
    createdAt: NOON,
    createdBy: 'system:tests',
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
    ...changes,
  };
}

export function anAuditEntry({ tenantId }: TenantScope, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: randomUUID(),
    tenantId,
    siteId: null,
    at: NOON,
    actor: 'system:tests',
    sessionId: null,
    action: 'orders.accept',
    subjectId: null,
    input: null,
    requestId: 'r1',
    address: '192.0.2.1',
    ...changes,
  };
}

/** What a secret is stored as; of no secret in particular. */
export function aHash(): string {
  return createHash('sha256').update(randomUUID()).digest('hex');
}

/** Stores a person. */
export async function enrolled({ transact }: Persistence, changes: Partial<User> = {}): Promise<User> {
  const user = aUser(changes);
  await transact(NO_TENANT, ({ users }) => users.create(user));
  return user;
}

export interface Joined {
  readonly user: User;
  readonly member: Member;
}

/** Stores a person who belongs to the organisation. */
export async function joined(
  persistence: Persistence,
  scope: TenantScope,
  changes: { readonly user?: Partial<User>; readonly member?: Partial<Member> } = {},
): Promise<Joined> {
  const user = await enrolled(persistence, changes.user);
  const member = aMember(scope, user, changes.member);
  await persistence.transact(scope, ({ members }) => members.add(scope, member));
  return { user, member };
}

/** Stores a session. */
export async function signedIn({ transact }: Persistence, user: Pick<User, 'id'>, changes: Partial<Session> = {}): Promise<Session> {
  const session = aSession(user, changes);
  await transact(NO_TENANT, ({ sessions }) => sessions.create(session));
  return session;
}
