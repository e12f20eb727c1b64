/**
 * Spares a handler that keeps failing, and the attempts of the messages that wait for it: after so many faults in a row nothing is
 * delivered for a while, then one message tries. One breaker for all queues whose handlers share an origin.
 */
export interface Breaker {
  /** How many deliveries may be begun now: none while it is open, one for a try, otherwise `wanted`. */
  allows(wanted: number, now: Date): number;
  began(): void;
  ended(isFault: boolean, now: Date): void;
  /** When the next try is due; null while it is closed. */
  openUntil(): Date | null;
}

const FAULTS_MAX = 20;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

export function makeBreaker(): Breaker {
  let faults = 0;
  let underWay = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let openUntil: Date | null = null;

  /** No pause is longer than the longest: one that seems to be began before the clock was set back. */
  function isPausing(now: Date): boolean {
    const leftMs = openUntil === null ? 0 : openUntil.getTime() - now.getTime();
    return leftMs > 0 && leftMs <= PAUSE_MAX_MS;
  }

  /** Answers to what was begun before it opened do not count twice. */
  function trip(now: Date): void {
    if (isPausing(now)) return;
    pauseMs = openUntil === null ? FIRST_PAUSE_MS : Math.min(PAUSE_MAX_MS, pauseMs * 2);
    openUntil = new Date(now.getTime() + pauseMs);
  }

  return {
    allows(wanted, now) {
      if (openUntil === null) return wanted;
      return isPausing(now) ? 0 : Math.min(wanted, Math.max(0, 1 - underWay));
    },
    began: () => {
      underWay += 1;
    },
    ended(isFault, now) {
      underWay -= 1;
      faults = isFault ? faults + 1 : 0;
      if (!isFault) openUntil = null;
      else if (faults >= FAULTS_MAX) trip(now);
    },
    openUntil: () => openUntil,
  };
}
