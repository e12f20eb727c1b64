import type { Stores } from '../stores.js';
import type { Clock } from './clock.js';
import { IDEMPOTENCY_KEPT_HOURS } from './idempotency.js';
import { hostScope } from './scope.js';
import type { Transact } from './transact.js';

const HOUR_MS = 3_600_000;
/** No rate policy looks back further than a day. */
const RATE_KEPT_HOURS = 24;
/** What has expired can still be told from what never was: "this link has expired", "last signed in on". */
const EXPIRED_KEPT_HOURS = 30 * 24;
/** The longest delay between tries is far below a day. */
const THROTTLE_KEPT_HOURS = 24;

/** Of each kind, how many were forgotten. */
export interface Swept {
  readonly idempotency: number;
  readonly oneTimeTokens: number;
  readonly pushQueue: number;
  readonly rateLimits: number;
  readonly sessions: number;
  readonly throttles: number;
}

export interface Housekeeping {
  /** Forgets what has had its time, in every tenant. Safe to run anywhere, any number of times at once. */
  sweep(): Promise<Swept>;
}

export function makeHousekeeping(deps: { transact: Transact<Pick<Stores, keyof Swept>>; clock: Clock }): Housekeeping {
  return {
    sweep() {
      const now = deps.clock.now().getTime();
      const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS);
      return deps.transact(hostScope('housekeeping'), async (stores) => ({
        idempotency: await stores.idempotency.forgetBefore(hoursAgo(IDEMPOTENCY_KEPT_HOURS)),
        oneTimeTokens: await stores.oneTimeTokens.forgetBefore(hoursAgo(EXPIRED_KEPT_HOURS)),
        pushQueue: await stores.pushQueue.forgetBefore(hoursAgo(0)),
        rateLimits: await stores.rateLimits.forgetBefore(hoursAgo(RATE_KEPT_HOURS)),
        sessions: await stores.sessions.forgetBefore(hoursAgo(EXPIRED_KEPT_HOURS)),
        throttles: await stores.throttles.forgetBefore(hoursAgo(THROTTLE_KEPT_HOURS)),
      }));
    },
  };
}
