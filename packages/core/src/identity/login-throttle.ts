import type { Crypto } from '../kit/crypto.js';
import { networkOf } from './network-of.js';
import { type Pace, takeTry } from './pace.js';
import type { ThrottleStore } from './throttle.js';

/** For one account from one address (decisions §6). */
export const LOGIN_PACE: Pace = { free: 5, firstWaitSecs: 15, longestWaitSecs: 900, quietSecs: 900 };

/**
 * For one account from all addresses it has never been signed in from: with `LOGIN_PACE` for each, fewer than 100 wrong tries
 * an hour (ASVS 5.0, 6.3.1), whoever many take part.
 */
export const ACCOUNT_PACE: Pace = { free: 20, firstWaitSecs: 75, longestWaitSecs: 75, quietSecs: 3600 };

/** An address from which the right password came is believed to be its owner's for this long. */
const KNOWN_DAYS = 30;
const DAY_MS = 86_400_000;

/** One account at one address. The account is what was typed, so that unknown ones are counted like the others. */
export interface LoginTry {
  readonly account: string;
  readonly address: string;
}

export interface LoginThrottle {
  /**
   * Counts a try before its password is looked at, so that tries at once are counted too. Throws `rate_limited` with the wait.
   * Whoever has signed in from this address before never waits for what others do elsewhere: many together cannot shut them out.
   */
  count(throttles: ThrottleStore, login: LoginTry, now: Date): Promise<void>;
  /** The try was right: forgets the wrong ones from this address, and remembers the address. */
  succeeded(throttles: ThrottleStore, login: LoginTry, now: Date): Promise<void>;
}

export function makeLoginThrottle(crypto: Pick<Crypto, 'sha256'>): LoginThrottle {
  const pairBucket = ({ account, address }: LoginTry) => bucketOf(crypto, 'login', account, networkOf(address));
  const knownBucket = ({ account, address }: LoginTry) => bucketOf(crypto, 'login-known', account, networkOf(address));
  return {
    async count(throttles, login, now) {
      await throttles.change(pairBucket(login), (tries) => takeTry(LOGIN_PACE, tries, now));
      const known = await throttles.change(knownBucket(login), (tries) => tries);
      if (known !== null && now.getTime() - known.lastAt.getTime() < KNOWN_DAYS * DAY_MS) return;
      await throttles.change(bucketOf(crypto, 'login-account', login.account), (tries) => takeTry(ACCOUNT_PACE, tries, now));
    },
    async succeeded(throttles, login, now) {
      await throttles.change(pairBucket(login), () => null);
      await throttles.change(knownBucket(login), () => ({ count: 1, lastAt: now }));
    },
  };
}

/** The name of a bucket: of one length whatever was typed, and no list of addresses for whoever reads the table. */
export function bucketOf(crypto: Pick<Crypto, 'sha256'>, kind: string, ...parts: readonly string[]): string {
  return `${kind}:${crypto.sha256(parts.join('\n'))}`;
}
