import type { RatePolicy, RateState } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';

/** A call that wants its place in the pace of its key. */
export interface PacedCall {
  /** The establishment of the key. */
  readonly scope: Scope;
  readonly keyId: string;
}

export interface PaceTaking {
  readonly rate: RateState;
  /** Of the establishment, as it stands now; null when it is gone, and then nothing was taken. */
  readonly version: number | null;
}

export interface KeyPaceStore {
  /**
   * Takes one from the pace of each key, which must be different ones; answers in their order. Exact, as `RateLimitStore.take` is;
   * a single step, so that it can stand without a transaction around it.
   */
  take(calls: readonly PacedCall[], policy: RatePolicy, now: Date): Promise<readonly PaceTaking[]>;
}

/** The bucket in which the calls of a key are counted. */
export function paceBucket(keyId: string): string {
  return `keyed ${keyId}`;
}
