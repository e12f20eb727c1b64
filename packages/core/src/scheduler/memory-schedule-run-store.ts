import type { MemoryTable } from '../kit/memory-database.js';
import type { ScheduleTables } from './memory-schedule-store.js';
import { type ScheduleRun, SKIPPED } from './schedule-run.js';
import { type EndedRun, RUNS_KEPT_MAX, type ScheduleRunStore } from './schedule-store.js';

export type RunTable = MemoryTable<ScheduleRun>;

/** Whether more is to come of the run. */
export function isOpen({ leaseUntil }: ScheduleRun): boolean {
  return leaseUntil !== null;
}

/** Later due first. */
export function latestFirst(left: ScheduleRun, right: ScheduleRun): number {
  return right.dueAt.getTime() - left.dueAt.getTime();
}

export function runKey({ scheduleId, dueAt }: Pick<ScheduleRun, 'scheduleId' | 'dueAt'>): string {
  return `${scheduleId} ${dueAt.getTime()}`;
}

/** Runs of a single process. */
export function makeMemoryScheduleRuns({ schedules, runs }: ScheduleTables): ScheduleRunStore {
  const put = (run: ScheduleRun) => runs.set(runKey(run), run);

  return {
    async add(added) {
      return added.filter((run) => {
        const free = runs.get(runKey(run)) === undefined;
        if (free) put(run);
        return free;
      });
    },

    async lockOpen(now, limit, spared, believedUntil) {
      return [...runs.values()]
        .filter(({ leaseUntil }) => leaseUntil !== null && (leaseUntil <= now || (believedUntil !== null && leaseUntil > believedUntil)))
        .sort((left, right) => Number(left.leaseUntil) - Number(right.leaseUntil))
        .flatMap((run) => {
          const schedule = schedules.get(run.scheduleId);
          return schedule === undefined || spared.includes(schedule.appId) ? [] : [{ run, schedule }];
        })
        .slice(0, limit);
    },

    async save(saved) {
      for (const run of saved) put(run);
    },

    async finish(ended) {
      for (const one of ended) {
        const run = runs.get(runKey(one.run));
        if (run !== undefined && run.attempts === one.run.attempts) put(endedRun(run, one));
      }
    },

    async renew(worker, runIds, leaseUntil) {
      const held = [...runs.values()].filter((run) => run.worker === worker && runIds.includes(run.id) && isOpen(run));
      for (const run of held) put({ ...run, leaseUntil });
    },

    async forgetSkippedAfter(scheduleIds, instant) {
      const skipped = [...runs.values()].filter(({ scheduleId, dueAt, status }) => {
        return scheduleIds.includes(scheduleId) && dueAt > instant && SKIPPED.some((skipped) => skipped === status);
      });
      for (const run of skipped) runs.delete(runKey(run));
    },

    async forgetBefore(before) {
      const old = [...schedules.values()].flatMap(({ id }) => {
        const ended = [...runs.values()].filter((run) => run.scheduleId === id && !isOpen(run)).sort(latestFirst);
        return ended.filter((run, index) => index >= RUNS_KEPT_MAX || run.dueAt < before);
      });
      for (const run of old) runs.delete(runKey(run));
      return old.length;
    },
  };
}

function endedRun(run: ScheduleRun, { endedAt, outcome }: EndedRun): ScheduleRun {
  return { ...run, ...outcome, endedAt, worker: null, leaseUntil: null };
}
