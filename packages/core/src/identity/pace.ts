import { DomainError } from '../kit/errors.js';
import type { Tries } from './throttle.js';

/** How often something may be tried: freely at first, then with waits that double, never so that waiting does not help. */
export interface Pace {
  /** Tries before the first wait. */
  readonly free: number;
  readonly firstWaitSecs: number;
  readonly longestWaitSecs: number;
  /** After this long without a try that could have been made, all is forgotten. */
  readonly quietSecs: number;
}

/**
 * What the bucket holds once this try is counted. Throws `rate_limited` with the wait when it comes too early; such a try does not
 * count, so that nobody makes a wait longer by asking.
 */
export function takeTry(pace: Pace, tries: Tries | null, now: Date): Tries {
  if (tries === null) return { count: 1, lastAt: now };
  const waitMs = waitSecsAfter(pace, tries.count) * 1000;
  const sinceMs = now.getTime() - tries.lastAt.getTime();
  if (sinceMs < waitMs) throw new DomainError('rate_limited', { retryAfterSecs: Math.ceil((waitMs - sinceMs) / 1000) });
  return { count: sinceMs >= waitMs + pace.quietSecs * 1000 ? 1 : tries.count + 1, lastAt: now };
}

function waitSecsAfter({ free, firstWaitSecs, longestWaitSecs }: Pace, count: number): number {
  return count < free ? 0 : Math.min(longestWaitSecs, firstWaitSecs * 2 ** (count - free));
}
