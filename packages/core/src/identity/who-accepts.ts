import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { IdentityDeps } from './identity-deps.js';
import type { InvitesService } from './invites-service.js';
import type { PasswordLogin } from './password-login.js';
import { requireGoodPassword } from './password-rules.js';
import { DEFAULT_LOCALE, newUser, type User } from './user.js';

/** Who accepts an invite: somebody with an account who has proved it, or somebody new. */
export type Accepting =
  | { readonly kind: 'signed-in'; readonly userId: string }
  | { readonly kind: 'by-password'; readonly proved: User }
  | { readonly kind: 'new'; readonly user: User };

/**
 * Worked out before the transaction: passwords are slow. Throws `invalid_login`, `rate_limited`, `invalid_request` (a new account
 * needs a name and a password), `weak_password`.
 */
export async function whoAccepts(
  { clock, ids, passwords }: Pick<IdentityDeps, 'clock' | 'ids' | 'passwords'>,
  passwordLogin: PasswordLogin,
  { email, owner }: { readonly email: string; readonly owner: User | null },
  { name, password, signedInAs }: Parameters<InvitesService['accept']>[1],
  client: Client,
): Promise<Accepting> {
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
