import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@comptoir/core/audit/audit-entry.js';
import type { SignedIn } from '@comptoir/core/identity/auth-service.js';
import type { Presented } from '@comptoir/core/identity/identify.js';
import { type Assignment, newUser, type User } from '@comptoir/core/identity/user.js';
import type { CallContext, Client, Role } from '@comptoir/core/kit/procedure.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { establish, freshName, NOON, SYSTEM } from '../../suites/builders.js';
import { aCallOfNobody, type Bench } from '../support.js';

export const PASSWORD = 'une phrase que personne ne devine';

export const HERE: Client = { address: '192.0.2.1', userAgent: 'Firefox', requestId: 'r1' };
export const ELSEWHERE: Client = { ...HERE, address: '198.51.100.7' };

/** Somebody with a proved address and `PASSWORD`. */
export async function aPerson({ persistence }: Pick<Bench, 'persistence'>, changes: Partial<User> = {}): Promise<User> {
  const fields = { id: randomUUID(), email: `${freshName('lucie')}@maison.example`, name: 'Lucie', locale: 'fr' } as const;
  const user = { ...newUser({ ...fields, emailVerifiedAt: NOON, passwordHash: `plain:${PASSWORD}`, createdAt: NOON }), ...changes };
  await persistence.transact(nobody, ({ users }) => users.create(user));
  return user;
}

const nobody: TenantScope = { tenantId: randomUUID(), actor: SYSTEM };

export const everywhere = (role: Assignment['role']): Assignment => ({ role, siteId: null });

export async function join(
  { persistence }: Pick<Bench, 'persistence'>,
  tenantId: string,
  userId: string,
  assignments: readonly Assignment[],
  active = true,
): Promise<void> {
  const scope = { tenantId, actor: SYSTEM };
  await persistence.transact(scope, ({ members }) => members.add(scope, { tenantId, userId, active, assignments, joinedAt: NOON }));
}

/** A new organisation with one establishment, and somebody who has these roles everywhere in it. */
export async function aHouse(bench: Bench, ...roles: readonly Assignment['role'][]) {
  const { scope, site } = await establish(bench.persistence);
  const user = await aPerson(bench);
  await join(bench, scope.tenantId, user.id, roles.map(everywhere));
  return { scope, site, user };
}

export function signIn(bench: Bench, user: User): Promise<SignedIn> {
  return bench.services.auth.login({ email: user.email, password: PASSWORD }, HERE);
}

const NO_CHOICE: Presented['choice'] = { header: null, selected: null, selectedHost: null, host: null };

export function withBearer(bearer: string, choice: Partial<Presented['choice']> = {}): Presented {
  return { bearer, cookie: null, choice: { ...NO_CHOICE, ...choice } };
}

export function withCookie(cookie: string, choice: Partial<Presented['choice']> = {}): Presented {
  return { bearer: null, cookie, choice: { ...NO_CHOICE, ...choice } };
}

/** What a host did to the session of a call. */
export interface Carried {
  started: string | null;
  ended: boolean;
}

/** A call as a host makes one for this token, and what it does to the session. */
export async function aCallWith(bench: Bench, presented: Presented | null): Promise<CallContext & { readonly carried: Carried }> {
  const carried: Carried = { started: null, ended: false };
  const session = {
    start: (token: string) => {
      carried.started = token;
    },
    end: () => {
      carried.ended = true;
    },
  };
  const caller = presented === null ? { identity: null, refusal: null } : await bench.services.identify.identify(presented);
  return { ...aCallOfNobody(bench.services), identity: caller.identity, refusal: caller.refusal, session, carried };
}

/** The token in the link of the last mail to this address. */
export function linkIn({ outbox }: Bench, email: string): string {
  const mail = outbox.sent.findLast(({ to }) => to === email);
  const url = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  const params = new URL(url ?? 'https://nothing.example').searchParams;
  const token = params.get('token') ?? params.get('d');
  if (token === null) throw new Error(`No link was mailed to ${email}`);
  return token;
}

/** Every audit entry so far, oldest first: those of people are in no organisation's list. */
export function auditTrail(persistence: Persistence): { readonly persistence: Persistence; readonly entries: readonly AuditEntry[] } {
  const entries: AuditEntry[] = [];
  return {
    entries,
    persistence: {
      views: persistence.views,
      transact: (scope, work) =>
        persistence.transact(scope, (stores, views) => {
          const append = async (entry: AuditEntry) => {
            entries.push(entry);
            await stores.audit.append(entry);
          };
          return work({ ...stores, audit: { append } }, views);
        }),
    },
  };
}

export const rolesIn = (roles: readonly Role[] | undefined): string => [...(roles ?? [])].join(' ');
