import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import { againWhenTaken } from './again-when-taken.js';
import type { AuthService, Registration } from './auth-service.js';
import { normalEmail } from './email.js';
import { foundOrganisation } from './found-organisation.js';
import type { IdentityDeps } from './identity-deps.js';
import { addressTakenMail } from './mails.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { requireGoodPassword } from './password-rules.js';
import type { RequestThrottle } from './request-throttle.js';
import { newUser, type User } from './user.js';
import { askToVerify } from './verify-address.js';

/** Becoming a user, and proving that an address is one's own. */
export function makeRegistrations(
  deps: IdentityDeps,
  throttle: RequestThrottle,
): Pick<AuthService, 'register' | 'verifyEmail' | 'resendVerification'> {
  const { transact, clock, crypto, ids, links, passwords, post, signals } = deps;

  async function create(stores: Stores, user: User, organisation: string | null, client: Client): Promise<void> {
    await stores.users.create(user);
    const { email, name, locale } = user;
    const input = { email, name, locale, ...(organisation === null ? {} : { organisation }) };
    await stores.audit.append(accountEntry(deps, { action: 'auth.register', userId: user.id, input }, client));
    await post(stores, await askToVerify(deps, stores, user, organisation));
  }

  return {
    async register(registration, organisation, client) {
      const email = normalEmail(registration.email);
      requireGoodPassword(registration.password, email);
      await transact(NOBODYS_SCOPE, async ({ throttles }) => {
        await throttle.requestFrom(throttles, client.address, clock.now());
        await throttle.mailTo(throttles, email, clock.now());
      });
      // Also for an address that is taken: the answer must not come sooner.
      const passwordHash = await passwords.hash(registration.password);
      await againWhenTaken(() =>
        transact(NOBODYS_SCOPE, async (stores) => {
          const owner = await stores.users.byEmail(email);
          if (owner !== null) return post(stores, addressTakenMail(owner, links.login()));
          return create(stores, userOf(ids.uuid(), { ...registration, email }, passwordHash, clock.now()), organisation, client);
        }),
      );
    },

    async verifyEmail(token, client) {
      const user = await transact(NOBODYS_SCOPE, async (stores) => {
        const now = clock.now();
        const proof = await stores.oneTimeTokens.consume('verify-email', crypto.sha256(token), now);
        if (proof?.purpose !== 'verify-email') throw new DomainError('invalid_token');
        const owner = await stores.users.byId(proof.userId);
        if (owner?.email !== proof.details.email) throw new DomainError('invalid_token');
        const verified = await stores.users.change(owner.id, (current) => ({
          ...current,
          emailVerifiedAt: current.emailVerifiedAt ?? now,
        }));
        await stores.oneTimeTokens.withdraw('verify-email', owner.id, now);
        const { organisation = null } = proof.details;
        const tenantId = organisation === null ? null : await foundOrganisation(deps, stores, owner.id, organisation);
        await stores.audit.append(accountEntry(deps, { action: 'auth.verifyEmail', userId: owner.id, tenantId }, client));
        return verified;
      });
      signals.send({ kind: 'identity-changed', userId: user.id });
      return user;
    },

    async resendVerification(userId, client) {
      await transact(NOBODYS_SCOPE, async (stores) => {
        const user = await stores.users.byId(userId);
        if (user === null) throw new DomainError('unauthorized');
        if (user.emailVerifiedAt !== null) return;
        await throttle.mailTo(stores.throttles, user.email, clock.now());
        const withdrawn = await stores.oneTimeTokens.withdraw('verify-email', userId, clock.now());
        const wished = withdrawn.map((token) => (token.purpose === 'verify-email' ? (token.details.organisation ?? null) : null));
        await stores.audit.append(accountEntry(deps, { action: 'auth.resendVerificationEmail', userId }, client));
        await post(stores, await askToVerify(deps, stores, user, wished.find((organisation) => organisation !== null) ?? null));
      });
    },
  };
}

function userOf(id: string, { email, name, locale }: Registration, passwordHash: string, createdAt: Date): User {
  return newUser({ id, email, name, locale, passwordHash, createdAt, emailVerifiedAt: null });
}
