import { DomainError } from './errors.js';
import type { Scope } from './scope.js';

/** At most `limit` takings in any window of `windowSecs` seconds. */
export interface RatePolicy {
  readonly limit: number;
  readonly windowSecs: number;
}

export interface RateState {
  readonly policy: RatePolicy;
  readonly taken: boolean;
  /** How many more may be taken now. */
  readonly remaining: number;
  /** Whole seconds until the window gives the oldest taking back. */
  readonly resetSecs: number;
}

export interface RateLimitStore {
  /**
   * Takes one from the bucket when there is room. Exact (a sliding log, not an estimate), and exact between processes too:
   * concurrent takers of one bucket wait for each other until their transactions end. Undone with the transaction.
   */
  take(scope: Scope, bucket: string, policy: RatePolicy, now: Date): Promise<RateState>;
  /** The state without taking. */
  peek(scope: Scope, bucket: string, policy: RatePolicy, now: Date): Promise<RateState>;
  /** Drops buckets untouched since `before`; returns how many. Housekeeping across tenants. */
  forgetBefore(before: Date): Promise<number>;
}

/** The state of a sliding log; pure, shared by every store. `hits` are the instants (ms) of takings, oldest first. */
export function rateStateOf(hits: readonly number[], policy: RatePolicy, now: Date, taken: boolean): RateState {
  const since = now.getTime() - policy.windowSecs * 1000;
  const recent = hits.filter((hit) => hit > since);
  const oldest = recent[0];
  return {
    policy,
    taken,
    remaining: Math.max(0, policy.limit - recent.length),
    resetSecs: oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest - since) / 1000)),
  };
}

/** `rate_limited`, with the state that the `RateLimit` headers are made from. */
export class RateLimited extends DomainError {
  readonly state: RateState;
  constructor(state: RateState) {
    super('rate_limited', { retryAfterSecs: state.resetSecs });
    this.state = state;
  }
}
