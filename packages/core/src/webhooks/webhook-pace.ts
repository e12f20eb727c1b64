/**
 * How fast the shop of an establishment may send (interfaces, Events rule 2): so many requests a second with bursts, and when that is exceeded a wait
 * during which nothing is taken. Each time it is exceeded again the wait is twice as long; well-behaved minutes shorten it again. Waits are never made
 * longer by asking during them.
 */
export interface WebhookPace {
  /** Requests that were taken and not made up for by time yet; as of `at`. */
  readonly level: number;
  readonly at: Date;
  /** How often the pace was exceeded of late. */
  readonly strikes: number;
  /** Nothing is taken before; null: something is. */
  readonly waitUntil: Date | null;
}

export const PER_SECOND = 60;
export const BURST = 120;
export const LONGEST_WAIT_SECS = 300;
/** A minute without a strike takes one back. */
const STRIKE_FORGOTTEN_MS = 60_000;
/** Beyond this the power of two is above the longest wait. */
const STRIKES_MAX = 10;

/** Takes a request, or begins or keeps up a wait. */
export function takeRequest(pace: WebhookPace | null, now: Date): WebhookPace {
  if (pace === null) return { level: 1, at: now, strikes: 0, waitUntil: null };
  if (waitSecs(pace, now) > 0) return pace;
  const strikes = strikesLeft(pace, now);
  const level = Math.max(0, pace.level - (Math.max(0, now.getTime() - pace.at.getTime()) / 1000) * PER_SECOND);
  if (level + 1 <= BURST) {
    return strikes === 0
      ? { level: level + 1, at: now, strikes, waitUntil: null }
      : { level: level + 1, at: now, strikes: pace.strikes, waitUntil: pace.waitUntil };
  }
  const wait = Math.min(LONGEST_WAIT_SECS, 2 ** strikes);
  return { level, at: now, strikes: Math.min(STRIKES_MAX, strikes + 1), waitUntil: new Date(now.getTime() + wait * 1000) };
}

/** Whole seconds that nothing is taken for; 0: the request was taken. A wait beyond the longest one is of a clock that was wrong. */
export function waitSecs({ waitUntil }: Pick<WebhookPace, 'waitUntil'>, now: Date): number {
  const secs = waitUntil === null ? 0 : Math.ceil((waitUntil.getTime() - now.getTime()) / 1000);
  return secs > LONGEST_WAIT_SECS ? 0 : Math.max(0, secs);
}

function strikesLeft({ strikes, waitUntil }: WebhookPace, now: Date): number {
  if (waitUntil === null) return 0;
  return Math.max(0, strikes - Math.floor((now.getTime() - waitUntil.getTime()) / STRIKE_FORGOTTEN_MS));
}
