/** The present, as a port: rules never read the machine's clock. */
export interface Clock {
  now(): Date;
}

/**
 * Clocks of processes on one database are never this far apart. What lies further ahead than anybody could have put it is from a clock
 * that was set back since, and would otherwise hold for as long as that clock was wrong.
 */
export const CLOCK_SKEW_MAX_MS = 300_000;

/** A clock that stands still until it is moved; for tests and dry runs. */
export interface FixedClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

/** @public For tests and dry runs of embedding hosts. */
export function fixedClock(start: Date): FixedClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (instant) => {
      current = instant.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
