import type { KeyCaller } from '../api-keys/keys-service.js';
import type { Clock } from '../kit/clock.js';
import { putBounded } from '../kit/put-bounded.js';
import { RateLimited, type RateState } from '../kit/rate-limit.js';
import type { Site } from '../sites/site.js';
import type { TransactAll } from '../stores.js';
import { KEYED_RATE } from './keyed-contract.js';

/** A call that has its place in the pace of its key. */
export interface Paced {
  readonly rate: RateState;
  /** The establishment as it stands now; null when it is gone. */
  readonly site: Site | null;
}

export interface KeyPace {
  /** Takes one of the calls of the key: exact, whichever process is asked. Throws `rate_limited` (`RateLimited`). */
  take(caller: KeyCaller): Promise<Paced>;
}

/** Keys that are remembered to have used up their calls. */
const SPENT_MAX = 10_000;

interface Spent {
  readonly state: RateState;
  readonly since: number;
}

/**
 * One transaction for every call: takes one and reads the establishment. While a key has no calls left nobody can take one, in
 * no process, so until the oldest comes back it is refused from memory: a client that runs wild costs the database nothing.
 */
export function makeKeyPace({ transact, clock }: { readonly transact: TransactAll; readonly clock: Clock }): KeyPace {
  const spent = new Map<string, Spent>();

  function refuseSpent(keyId: string, now: number): void {
    const known = spent.get(keyId);
    if (known === undefined) return;
    const elapsedSecs = Math.floor((now - known.since) / 1000);
    // `resetSecs` is rounded up: in its last second a call may have come back.
    if (elapsedSecs < known.state.resetSecs - 1) {
      throw new RateLimited({ ...known.state, resetSecs: known.state.resetSecs - elapsedSecs });
    }
    spent.delete(keyId);
  }

  return {
    async take({ key, scope }) {
      const now = clock.now();
      refuseSpent(key.id, now.getTime());
      const paced = await transact(scope, async ({ rateLimits }, { sites }) => {
        const rate = await rateLimits.take(scope, `keyed ${key.id}`, KEYED_RATE, now);
        return { rate, site: rate.taken ? await sites.get(scope) : null };
      });
      if (paced.rate.taken) return paced;
      putBounded(spent, key.id, { state: paced.rate, since: now.getTime() }, SPENT_MAX);
      throw new RateLimited(paced.rate);
    },
  };
}
