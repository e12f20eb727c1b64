import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import type { AuthService } from './auth-service.js';
import { normalEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { makeLoginThrottle } from './login-throttle.js';
import { passwordChangedMail, resetMail } from './mails.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { makeOneTimeSecret } from './one-time-secret.js';
import { RESET_MINUTES } from './one-time-token.js';
import { issueToken, openSession } from './open-session.js';
import type { PasswordLogin } from './password-login.js';
import { requireGoodPassword } from './password-rules.js';
import type { RequestThrottle } from './request-throttle.js';
import type { User } from './user.js';

const MINUTE_MS = 60_000;

/** Passwords that are forgotten, and passwords that change. */
export function makePasswordChanges(
  deps: IdentityDeps,
  passwordLogin: PasswordLogin,
  throttle: RequestThrottle,
): Pick<AuthService, 'requestPasswordReset' | 'resetPassword' | 'changePassword'> {
  const { transact, clock, crypto, links, passwords, post, signals } = deps;

  /** Another password makes every token and every link worthless that was given out under the old one. */
  async function setPassword(stores: Stores, userId: string, passwordHash: string, exceptSession: string | null): Promise<User> {
    const now = clock.now();
    await stores.sessions.revokeAll(userId, exceptSession, now);
    await stores.oneTimeTokens.withdraw('reset-password', userId, now);
    const changed = await stores.users.change(userId, (user) => ({ ...user, passwordHash, tokenVersion: user.tokenVersion + 1 }));
    await post(stores, passwordChangedMail(changed, links.login()));
    return changed;
  }

  /** Whose link it is, without using it up: the rules for the new password ask for the address. */
  const ownerOf = (hash: string): Promise<User> =>
    transact(NOBODYS_SCOPE, async ({ oneTimeTokens, users }) => {
      const token = await oneTimeTokens.find('reset-password', hash);
      const isGood = token?.purpose === 'reset-password' && token.usedAt === null && token.expiresAt > clock.now();
      const owner = isGood ? await users.byId(token.userId) : null;
      if (owner === null) throw new DomainError('invalid_token');
      return owner;
    });

  /** The proved account; null `current` proves only an account that has no password to prove. */
  async function provedBy(userId: string, current: string | null, client: Client): Promise<User> {
    const user = await transact(NOBODYS_SCOPE, ({ users }) => users.byId(userId));
    if (user === null) throw new DomainError('unauthorized');
    if (user.passwordHash === null && current === null) return user;
    return passwordLogin.prove(user.email, current ?? '', client);
  }

  return {
    async requestPasswordReset(typed, client) {
      const email = normalEmail(typed);
      const { secret, hash } = makeOneTimeSecret(crypto);
      await transact(NOBODYS_SCOPE, async (stores) => {
        const createdAt = clock.now();
        await throttle.requestFrom(stores.throttles, client.address, createdAt);
        await throttle.mailTo(stores.throttles, email, createdAt);
        const user = await stores.users.byEmail(email);
        const expiresAt = new Date(createdAt.getTime() + RESET_MINUTES * MINUTE_MS);
        await stores.audit.append(accountEntry(deps, { action: 'auth.requestPasswordReset', userId: null, input: { email } }, client));
        // As many statements for an address that nobody has, so that the time tells nothing.
        if (user === null) await stores.oneTimeTokens.withdraw('reset-password', NOBODYS_SCOPE.tenantId, createdAt);
        else {
          const token = { hash, userId: user.id, details: null, createdAt, expiresAt, usedAt: null };
          await stores.oneTimeTokens.add({ purpose: 'reset-password', ...token });
        }
        await post(stores, user === null ? null : resetMail(user, links.resetPassword(secret)));
      });
    },

    async resetPassword(secret, password, client) {
      const hash = crypto.sha256(secret);
      const owner = await ownerOf(hash);
      requireGoodPassword(password, owner.email);
      const passwordHash = await passwords.hash(password);
      const user = await transact(NOBODYS_SCOPE, async (stores) => {
        const now = clock.now();
        const used = await stores.oneTimeTokens.consume('reset-password', hash, now);
        if (used === null) throw new DomainError('invalid_token');
        const changed = await setPassword(stores, owner.id, passwordHash, null);
        await makeLoginThrottle(crypto).succeeded(stores.throttles, { account: changed.email, address: client.address }, now);
        await stores.audit.append(accountEntry(deps, { action: 'auth.resetPassword', userId: owner.id }, client));
        // The link came by mail, so the address is theirs.
        return stores.users.change(owner.id, (current) => ({ ...current, emailVerifiedAt: current.emailVerifiedAt ?? now }));
      });
      signals.send({ kind: 'identity-changed', userId: user.id });
    },

    async changePassword({ userId, sessionId, scope }, { current, next }, client) {
      const proved = await provedBy(userId, current, client);
      requireGoodPassword(next, proved.email);
      const passwordHash = await passwords.hash(next);
      const signedIn = await transact(NOBODYS_SCOPE, async (stores, views) => {
        await passwordLogin.confirm(stores, proved, client);
        const user = await setPassword(stores, userId, passwordHash, sessionId);
        await stores.audit.append(accountEntry(deps, { action: 'auth.changePassword', userId, sessionId, ...scope }, client));
        if (sessionId === null) {
          const { sessionId: _, ...opened } = await openSession(deps, stores, views, user, { kind: 'browser', scope, client });
          return opened;
        }
        const issued = issueToken(deps, user, sessionId, scope);
        await stores.sessions.touch(sessionId, clock.now(), issued.expiresAt);
        return issued;
      });
      signals.send({ kind: 'identity-changed', userId: signedIn.user.id });
      return signedIn;
    },
  };
}
