import { DomainError } from '../kit/errors.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import type { AuthService } from './auth-service.js';
import { normalEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { issueToken, openSession } from './open-session.js';
import type { PasswordLogin } from './password-login.js';
import { SESSION_DAYS, type Session } from './session.js';
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
      transact(NOBODYS_SCOPE, async ({ users, sessions }) => {
        const [user, session] = [await users.byId(userId), await sessions.get(sessionId)];
        if (user === null || session?.userId !== userId || session.revokedAt !== null) throw new DomainError('unauthorized');
        const signedIn = issueToken(deps, user, sessionId, scope, daysLeft(session, clock.now()));
        await sessions.touch(sessionId, clock.now(), signedIn.expiresAt);
        return signedIn;
      }),

    startSession: (user, kind, scope, client, days) =>
      transact(NOBODYS_SCOPE, async (stores, views) => {
        const { sessionId, ...signedIn } = await openSession(deps, stores, views, user, { kind, scope, client, days });
        const { tenantId, siteId } = signedIn;
        const event = { action: 'auth.startSession', userId: user.id, sessionId, tenantId, siteId, input: { kind } };
        await stores.audit.append(accountEntry(deps, event, client));
        return signedIn;
      }),
  };
}

/** A minted token goes on for what is left of it; a person who is there gets a whole lifetime again. */
function daysLeft({ kind, expiresAt }: Session, now: Date): number {
  return kind === 'token' ? (expiresAt.getTime() - now.getTime()) / DAY_MS : SESSION_DAYS;
}

async function keepHash({ users }: Pick<Stores, 'users'>, userId: string, passwordHash: string): Promise<void> {
  await users.change(userId, (user) => ({ ...user, passwordHash }));
}
