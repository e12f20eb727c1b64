import type { CronTimes } from './cron-times.js';
import type { Schedule } from './schedule.js';

/** Ticks are counted up to here: a year of missed seconds is one record with this number. */
export const SKIPPED_COUNTED_MAX = 100;
/** A tick that starts within so many seconds is on time, whatever its schedule says about catching up. */
const ON_TIME_SECS = 5;

const SECOND_MS = 1000;

/** What becomes of the times of a schedule that have come. */
export interface TickPlan {
  /** The tick to start; null when all of them are too old. */
  readonly due: Date | null;
  /** What is recorded instead of the others: the first of them, and how many. */
  readonly missed: { readonly from: Date; readonly count: number } | null;
  readonly nextRunAt: Date | null;
}

/** The times of a schedule, and the one that is due. */
export type Timetable = Pick<Schedule, 'cron' | 'timezone' | 'catchupSecs'>;

/**
 * Of the ticks from `firstDue` (not after `now`), the latest is started when it is not too late, and no other. Everything is worked
 * out from due times, never from now: two workers with different clocks mean the same ticks.
 */
export function planTicks(timetable: Timetable, firstDue: Date, now: Date, times: CronTimes): TickPlan {
  const next = (after: Date) => times.next(timetable.cron, timetable.timezone, after);
  const second = next(firstDue);
  const isOnly = second === null || second > now;
  const latest = isOnly ? firstDue : latestUntil(second, now, next);
  const inTime = isInTime(latest, Math.max(timetable.catchupSecs, ON_TIME_SECS), now);
  const count = countTicks(firstDue, inTime ? new Date(latest.getTime() - SECOND_MS) : latest, next);
  return {
    due: inTime ? latest : null,
    missed: count === 0 ? null : { from: firstDue, count },
    nextRunAt: isOnly ? second : next(latest),
  };
}

/** Whether a run that was lost may be started again. */
export function mayStartAgain(dueAt: Date, catchupSecs: number, now: Date): boolean {
  return catchupSecs > 0 && isInTime(dueAt, catchupSecs, now);
}

function isInTime(dueAt: Date, windowSecs: number, now: Date): boolean {
  return now.getTime() - dueAt.getTime() <= windowSecs * SECOND_MS;
}

type Next = (after: Date) => Date | null;

/**
 * The latest tick that has come, from one that has. Halves the seconds between, because `next` never goes back: a year of them takes
 * some twenty-five questions.
 */
function latestUntil(firstDue: Date, now: Date, next: Next): Date {
  let latest = firstDue;
  let [low, high] = [secondOf(firstDue), secondOf(now)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const tick = next(new Date((middle - 1) * SECOND_MS));
    if (tick === null || tick > now) high = middle - 1;
    else {
      latest = tick;
      low = secondOf(tick);
    }
  }
  return latest;
}

function secondOf(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS);
}

/** How many ticks there are from one of them until an instant, no further than they are counted. */
function countTicks(first: Date, until: Date, next: Next): number {
  let count = 0;
  for (let tick: Date | null = first; tick !== null && tick <= until; tick = next(tick)) {
    count += 1;
    if (count === SKIPPED_COUNTED_MAX) break;
  }
  return count;
}
