import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { putBounded } from '../kit/put-bounded.js';

/** Who is known to have to wait, so that whoever does not costs the database nothing. Another process learns of a wait with its first refusal. */
export interface WebhookWaits {
  /** Throws `rate_limited` with what is left of the wait. */
  refuse(key: string): void;
  /** Remembers the wait. */
  put(key: string, secs: number): void;
}

const WAITS_MAX = 10_000;

export function makeWebhookWaits(clock: Clock): WebhookWaits {
  const ends = new Map<string, number>();
  return {
    refuse(key) {
      const end = ends.get(key);
      if (end === undefined) return;
      const leftMs = end - clock.now().getTime();
      if (leftMs > 0) throw new DomainError('rate_limited', { retryAfterSecs: Math.ceil(leftMs / 1000) });
      ends.delete(key);
    },
    put: (key, secs) => putBounded(ends, key, clock.now().getTime() + secs * 1000, WAITS_MAX),
  };
}
