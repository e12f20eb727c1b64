import { DomainError } from '../kit/errors.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import type { AuthService } from './auth-service.js';
import { normalEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { issueToken, openSession } from './open-session.js';
import type { PasswordLogin } from './password-login.js';
import type { User } from './user.js';

const DAY_MS = 86_400_000;

/** Sessions that begin with a password, or for somebody recognised elsewhere, and their end. */
export function makeSignIns(
  deps: IdentityDeps,
  passwordLogin: PasswordLogin,
): Pick<AuthService, 'login' | 'logout' | 'startSession' | 'switchScope'> {
  const { transact, clock, passwords, signals } = deps;

  /** The password in the form that is used now; null when it has that form already. */
  async function rehashed({ passwordHash }: User, password: string): Promise<string | null> {
    return passwordHash !== null && passwords.isOutdated(passwordHash) ? passwords.hash(password) : null;
  }

  return {
    async login({ email: typed, password }, client) {
      const email = normalEmail(typed);
      const proved = await passwordLogin.prove(email, password, client);
      const newHash = await rehashed(proved, password);
      return transact(NOBODYS_SCOPE, async (stores, views) => {
        const user = await passwordLogin.confirm(stores, proved, client);
        if (newHash !== null) await keepHash(stores, user.id, newHash);
        const { sessionId, ...signedIn } = await openSession(deps, stores, views, user, { kind: 'browser', scope: null, client });
        const { tenantId, siteId } = signedIn;
        const event = { action: 'auth.login', userId: user.id, sessionId, tenantId, siteId, input: { email } };
        await stores.audit.append(accountEntry(deps, event, client));
        return signedIn;
      });
    },

    async logout(userId, sessionId) {
      await transact(NOBODYS_SCOPE, ({ sessions }) => sessions.revoke(userId, sessionId, clock.now()));
      signals.send({ kind: 'identity-changed', userId });
    },

    switchScope: ({ userId, sessionId }, scope) =>
      transact(NOBODYS_SCOPE, async ({ sessions, users }) => {
        const now = clock.now();
        const [session, user] = [await sessions.get(sessionId), await users.byId(userId)];
        const isOpen = session?.userId === userId && session.revokedAt === null && session.expiresAt > now;
        if (!isOpen || user === null) throw new DomainError('unauthorized');
        // Minted for as long as it lasts; the others last from their latest token on.
        if (session.kind === 'token') return issueToken(deps, user, sessionId, scope, session.expiresAt);
        const issued = issueToken(deps, user, sessionId, scope);
        await sessions.touch(sessionId, now, issued.expiresAt);
        return issued;
      }),

    startSession: (user, kind, scope, client, days) =>
      transact(NOBODYS_SCOPE, async (stores, views) => {
        const until = days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS);
        const { sessionId, ...signedIn } = await openSession(deps, stores, views, user, { kind, scope, client, until });
        const { tenantId, siteId } = signedIn;
        const event = { action: 'auth.startSession', userId: user.id, sessionId, tenantId, siteId, input: { kind } };
        await stores.audit.append(accountEntry(deps, event, client));
        return signedIn;
      }),
  };
}

async function keepHash({ users }: Pick<Stores, 'users'>, userId: string, passwordHash: string): Promise<void> {
  await users.change(userId, (user) => ({ ...user, passwordHash }));
}
