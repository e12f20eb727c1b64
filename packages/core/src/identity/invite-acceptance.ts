import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores } from '../stores.js';
import type { IdentityDeps } from './identity-deps.js';
import type { InvitesService } from './invites-service.js';
import type { InviteDetails } from './one-time-token.js';
import type { PasswordLogin } from './password-login.js';
import { requireGoodPassword } from './password-rules.js';
import { type Assignment, DEFAULT_LOCALE, newUser, type User } from './user.js';

export type InviteAnswer = Parameters<InvitesService['accept']>[1];

/** Who accepts: somebody with an account who has proved it, or somebody new. Worked out before the transaction, it is slow. */
export type Accepting =
  | { readonly kind: 'signed-in'; readonly userId: string }
  | { readonly kind: 'by-password'; readonly proved: User }
  | { readonly kind: 'new'; readonly user: User };

/** Throws `invalid_login`, `rate_limited`, `invalid_request` (a new account needs a name and a password), `weak_password`. */
export async function whoAccepts(
  { clock, ids, passwords }: Pick<IdentityDeps, 'clock' | 'ids' | 'passwords'>,
  passwordLogin: PasswordLogin,
  invite: { readonly email: string; readonly owner: User | null },
  { name, password, signedInAs }: InviteAnswer,
  client: Client,
): Promise<Accepting> {
  const { email, owner } = invite;
  if (owner !== null && owner.id === signedInAs) return { kind: 'signed-in', userId: owner.id };
  if (owner !== null) return { kind: 'by-password', proved: await passwordLogin.prove(email, password ?? '', client) };
  if (name === null || password === null) throw missing(name, password);
  requireGoodPassword(password, email);
  const passwordHash = await passwords.hash(password);
  const fields = { id: ids.uuid(), email, name, locale: DEFAULT_LOCALE, passwordHash, createdAt: clock.now(), emailVerifiedAt: null };
  return { kind: 'new', user: newUser(fields) };
}

function missing(name: string | null, password: string | null): DomainError {
  const absent = [...(name === null ? ['name'] : []), ...(password === null ? ['password'] : [])];
  return new DomainError('invalid_request', { issues: absent.map((path) => ({ path, message: 'Needed for a new account' })) });
}

/**
 * Makes the user a member, or adds to what the member may do. Somebody who was deactivated stays so, and is told `forbidden`: an
 * old invite must not undo it.
 */
export async function join(
  members: Stores['members'],
  scope: TenantScope,
  userId: string,
  { siteId, roles }: InviteDetails,
  now: Date,
): Promise<void> {
  const given = roles.map((role): Assignment => ({ role, siteId }));
  const member = await members.get(scope, userId);
  if (member === null) {
    await members.add(scope, { tenantId: scope.tenantId, userId, active: true, assignments: given, joinedAt: now });
    return;
  }
  if (!member.active) throw new DomainError('forbidden', { message: 'Your access to this organisation was turned off.' });
  await members.change(scope, userId, (current) => ({ ...current, assignments: union(current.assignments, given) }));
}

function union(held: readonly Assignment[], given: readonly Assignment[]): readonly Assignment[] {
  const isHeld = ({ role, siteId }: Assignment) => held.some((assignment) => assignment.role === role && assignment.siteId === siteId);
  return [...held, ...given.filter((assignment) => !isHeld(assignment))];
}
