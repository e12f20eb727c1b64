import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import { isPlainText } from '../kit/validate.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import { againWhenTaken } from './again-when-taken.js';
import type { SignedIn } from './auth-service.js';
import { emailIn } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import type { IdentityProvider, ProviderClaims } from './identity-provider.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { openSession } from './open-session.js';
import type { ProviderLogin } from './provider-login.js';
import { DEFAULT_LOCALE, NAME_MAX, newUser, type User } from './user.js';

export function makeProviderLogin(deps: IdentityDeps, provider: IdentityProvider | null): ProviderLogin {
  const { transact, clock, ids, signals } = deps;

  /** The user of a provider account that is not tied to anybody yet. */
  async function tied(stores: Stores, claims: ProviderClaims): Promise<User> {
    const email = claims.emailVerified ? emailIn(claims.email) : null;
    if (email === null) throw new DomainError('invalid_login', { message: 'The identity provider has not verified your address.' });
    const owner = await stores.users.byEmail(email);
    const user = owner === null ? await create(stores, email, claims) : await takenOver(stores, owner);
    await stores.users.linkProviderAccount({ issuer: claims.issuer, subject: claims.subject }, user.id);
    return user;
  }

  async function create({ users }: Stores, email: string, claims: ProviderClaims): Promise<User> {
    const now = clock.now();
    const fields = { id: ids.uuid(), email, name: nameIn(claims, email), locale: DEFAULT_LOCALE, passwordHash: null };
    const user = newUser({ ...fields, createdAt: now, emailVerifiedAt: now });
    await users.create(user);
    return user;
  }

  /**
   * Nobody had proved the address of this account: whoever made it may be somebody else, waiting for its owner to come. Their
   * password and sessions end here.
   */
  async function takenOver({ users, sessions }: Stores, owner: User): Promise<User> {
    if (owner.emailVerifiedAt !== null) return owner;
    const now = clock.now();
    await sessions.revokeAll(owner.id, null, now);
    const { tokenVersion } = owner;
    return users.change(owner.id, (user) => ({ ...user, passwordHash: null, emailVerifiedAt: now, tokenVersion: tokenVersion + 1 }));
  }

  const openFor = (claims: ProviderClaims, client: Client): Promise<SignedIn> =>
    transact(NOBODYS_SCOPE, async (stores, views) => {
      const { issuer, subject } = claims;
      const user = (await stores.users.byProviderAccount({ issuer, subject })) ?? (await tied(stores, claims));
      const { sessionId, ...opened } = await openSession(deps, stores, views, user, { kind: 'oidc', scope: null, client });
      const { tenantId, siteId } = opened;
      const event = { action: 'auth.bridgeOidc', userId: user.id, sessionId, tenantId, siteId, input: { issuer } };
      await stores.audit.append(accountEntry(deps, event, client));
      return opened;
    });

  async function signIn(claims: ProviderClaims, client: Client): Promise<SignedIn> {
    const signedIn = await againWhenTaken(() => openFor(claims, client));
    signals.send({ kind: 'identity-changed', userId: signedIn.user.id });
    return signedIn;
  }

  return {
    signIn,
    async signInByToken(idToken, client) {
      if (provider === null) throw new DomainError('oidc_not_configured');
      return signIn(await provider.verifyIdToken(idToken), client);
    },
  };
}

/** The name the provider gives, where it can be shown; else what stands before the @. */
function nameIn({ name }: ProviderClaims, email: string): string {
  const given = name?.trim() ?? '';
  const usable = given !== '' && isPlainText(given) ? given : (email.split('@')[0] ?? email);
  return usable.slice(0, NAME_MAX);
}
