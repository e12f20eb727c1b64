import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { Stores } from '../stores.js';
import type { IdentityDeps } from './identity-deps.js';
import { makeLoginThrottle } from './login-throttle.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import type { User } from './user.js';

/** Proof by password, in one place: signing in, changing a password, deleting an account, accepting an invite. */
export interface PasswordLogin {
  /**
   * The user of the address, when the password is theirs; counts the try. Throws `rate_limited` with the wait, and `invalid_login`
   * whatever was wrong, after the same time.
   */
  prove(email: string, password: string, client: Client): Promise<User>;
  /** In the transaction of what the proof was for: throws `invalid_login` when the account has changed since; forgets wrong tries. */
  confirm(stores: Pick<Stores, 'throttles' | 'users'>, proved: User, client: Client): Promise<User>;
}

export function makePasswordLogin({ transact, clock, crypto, passwords }: IdentityDeps): PasswordLogin {
  const throttle = makeLoginThrottle(crypto);
  return {
    async prove(email, password, { address }) {
      const user = await transact(NOBODYS_SCOPE, async ({ throttles, users }) => {
        await throttle.count(throttles, { account: email, address }, clock.now());
        return users.byEmail(email);
      });
      const hash = user?.passwordHash ?? null;
      const fits = await passwords.verify(hash ?? passwords.nobodysHash, password);
      if (user === null || hash === null || !fits) throw new DomainError('invalid_login');
      return user;
    },
    async confirm({ throttles, users }, proved, { address }) {
      const user = await users.byId(proved.id);
      if (user === null || user.passwordHash !== proved.passwordHash || user.email !== proved.email) throw new DomainError('invalid_login');
      await throttle.succeeded(throttles, { account: user.email, address }, clock.now());
      return user;
    },
  };
}
