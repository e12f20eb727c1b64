import type { Clock } from '@comptoir/core/kit/clock.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';

/** Failures without one answer in between after which nothing is sent for a while. More than one bad record among good ones can cause. */
const FAILURES_MAX = 14;
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 600_000;

export interface Breaker {
  /** Throws `ShopFault` (`paused`) when nothing is to be sent. Of those who ask after a pause, the first alone may try. */
  admit(): void;
  /** What came of a try that was admitted: an answer of whatever kind, a failure, or that it was given up. */
  settle(result: TryResult): void;
  /** Until when nothing is sent, in milliseconds since 1970; 0 or past: it is. */
  pausedUntil(): number;
}

export type TryResult = 'answered' | 'failed' | 'stopped';

/** Spares a shop that does not answer, and those who wait for it. */
export function makeBreaker(clock: Clock): Breaker {
  let failures = 0;
  let pauses = 0;
  let pausedUntil = 0;
  let isTrying = false;

  function close(): void {
    pauses = 0;
    failures = 0;
    pausedUntil = 0;
  }

  function fail(): void {
    failures += 1;
    if (failures < FAILURES_MAX) return;
    pausedUntil = clock.now().getTime() + Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** pauses);
    pauses += 1;
    // One more failure, of the try after the pause, opens it again.
    failures = FAILURES_MAX - 1;
  }

  return {
    admit() {
      if (pausedUntil === 0) return;
      const waitMs = pausedUntil - clock.now().getTime();
      if (waitMs > 0 || isTrying) throw paused(Math.max(1, Math.ceil(waitMs / 1000)));
      isTrying = true;
    },
    settle(result) {
      isTrying = false;
      if (result === 'answered') close();
      else if (result === 'failed') fail();
    },
    pausedUntil: () => pausedUntil,
  };
}

export function paused(retryAfterSecs: number): ShopFault {
  return new ShopFault('paused', 'The shop has failed too often of late; nothing is sent for a while.', retryAfterSecs);
}
