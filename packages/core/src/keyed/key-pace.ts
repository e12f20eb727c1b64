import type { KeyCaller } from '../api-keys/keys-service.js';
import type { Clock } from '../kit/clock.js';
import { gathering } from '../kit/gathering.js';
import { putBounded } from '../kit/put-bounded.js';
import { RateLimited, type RatePolicy, type RateState } from '../kit/rate-limit.js';
import { hostScope, type Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import type { TransactAll } from '../stores.js';
import type { PacedCall, PaceTaking } from './key-pace-store.js';

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

export interface KeyPaceDeps {
  readonly transact: TransactAll;
  readonly sites: Pick<SiteViews, 'get'>;
  readonly clock: Clock;
  /** How many calls each key has. */
  readonly policy: RatePolicy;
}

/** Calls that are counted in one step. */
const BATCH_MAX = 100;
/** Establishments kept in memory, each for as long as its version is the current one. */
const SITES_MAX = 500;

/**
 * One step of the database for every call, or for many that come at once: it takes one from each key and says which version of
 * each establishment is current. While a key has no calls left nobody can take one, in no process, so until the oldest comes
 * back it is refused from memory: a client that runs wild costs the database nothing.
 */
export function makeKeyPace({ transact, sites, clock, policy }: KeyPaceDeps): KeyPace {
  const spent = new Map<string, Spent>();
  const known = new Map<string, Site>();

  const takeOne = gathering<PacedCall, PaceTaking & { readonly at: number }>(
    ({ keyId }) => keyId,
    BATCH_MAX,
    async (calls) => {
      const now = clock.now();
      const takings = await transact(hostScope('keyed'), ({ keyPaces }) => keyPaces.take(calls, policy, now), 'one-call');
      return takings.map((taking) => ({ ...taking, at: now.getTime() }));
    },
  );

  function refuseSpent(keyId: string, now: number): void {
    const used = spent.get(keyId);
    if (used === undefined) return;
    const elapsedSecs = Math.floor((now - used.since) / 1000);
    // `resetSecs` is rounded up: in its last second a call may have come back.
    if (elapsedSecs < used.state.resetSecs - 1) {
      throw new RateLimited({ ...used.state, resetSecs: used.state.resetSecs - elapsedSecs });
    }
    spent.delete(keyId);
  }

  /** The establishment in that version, or a later one. */
  async function siteOf(scope: Scope, version: number): Promise<Site | null> {
    const kept = known.get(scope.siteId);
    if (kept !== undefined && kept.version >= version) return kept;
    const read = await sites.get(scope);
    if (read !== null) putBounded(known, scope.siteId, read, SITES_MAX);
    return read;
  }

  return {
    async take({ key, scope }) {
      refuseSpent(key.id, clock.now().getTime());
      const { rate, version, at } = await takeOne({ scope, keyId: key.id });
      if (version === null) return { rate, site: null };
      if (rate.taken) return { rate, site: await siteOf(scope, version) };
      putBounded(spent, key.id, { state: rate, since: at }, SPENT_MAX);
      throw new RateLimited(rate);
    },
  };
}
