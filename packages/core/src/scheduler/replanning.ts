import { CLOCK_SKEW_MAX_MS, type Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { CronTimes } from './cron-times.js';
import type { Schedule } from './schedule.js';

/**
 * Schedules that a clock which was ahead has moved on: set back, it would leave them waiting until the time comes that it once
 * showed. They are found by looking at all of them when the clock of this process goes back, when the process starts, and now and
 * then, because the clock that was wrong may have been another's.
 */
export interface Replanning {
  /** Looks at some schedules, while there is a reason to; a look at all of them takes several turns. */
  turn(): Promise<void>;
}

interface Deps {
  readonly transact: Transact<Pick<Stores, 'schedules' | 'scheduleRuns'>>;
  readonly clock: Clock;
  readonly cronTimes: CronTimes;
  readonly logger: Logger;
}

const LOOK_EVERY_MS = 600_000;
/** Each takes up to a tenth of a millisecond, and ticks that are due wait for it. */
const LOOKED_AT_ONCE = 200;
/** A clock that is being corrected goes back by less without anybody having set it. */
const SET_BACK_MS = 1000;

const SCOPE = hostScope('scheduler');

export function makeReplanning({ transact, clock, cronTimes, logger }: Deps): Replanning {
  let turnAt = clock.now().getTime();
  let lookAt = turnAt;
  let isLooking = false;
  let lookedUpTo: string | null = null;

  function beginInTime(now: number): void {
    if (now < turnAt - SET_BACK_MS) {
      lookedUpTo = null;
      isLooking = true;
    }
    turnAt = now;
    if (now >= lookAt) isLooking = true;
    if (isLooking) lookAt = now + LOOK_EVERY_MS;
  }

  /** Where the clock is right nothing is planned further ahead than the first time after it: clocks of others may be a little ahead. */
  function planned({ cron, timezone, nextRunAt }: Schedule, now: Date): Date | null {
    const first = cronTimes.next(cron, timezone, new Date(now.getTime() + CLOCK_SKEW_MAX_MS));
    return first === null || nextRunAt === null || nextRunAt <= first ? nextRunAt : cronTimes.next(cron, timezone, now);
  }

  return {
    async turn() {
      const now = clock.now();
      beginInTime(now.getTime());
      if (!isLooking) return;
      const { last, replanned } = await transact(SCOPE, async ({ schedules, scheduleRuns }) => {
        const some = await schedules.lockAhead(new Date(now.getTime() + CLOCK_SKEW_MAX_MS), lookedUpTo, LOOKED_AT_ONCE);
        const moved = some
          .map((schedule) => ({ id: schedule.id, from: schedule.nextRunAt, nextRunAt: planned(schedule, now) }))
          .filter(({ from, nextRunAt }) => from !== nextRunAt);
        await schedules.advance(moved);
        // What was noted of times that have not come is not so; what was started then was started, and is not again.
        await scheduleRuns.forgetSkippedAfter(
          moved.map(({ id }) => id),
          now,
        );
        return { last: some.length < LOOKED_AT_ONCE ? null : (some.at(-1)?.id ?? null), replanned: moved.length };
      });
      lookedUpTo = last;
      isLooking = last !== null;
      if (replanned > 0) logger.warn({ schedules: replanned }, 'schedules that a clock which was ahead had moved on were planned anew');
    },
  };
}
