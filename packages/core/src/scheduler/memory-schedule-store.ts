import type { MemoryTable } from '../kit/memory-database.js';
import { isOpen, type RunTable, runKey } from './memory-schedule-run-store.js';
import type { Schedule } from './schedule.js';
import type { LockedSchedule, ScheduleStore } from './schedule-store.js';

export type ScheduleTable = MemoryTable<Schedule>;

/** What the scheduler's stores look into. */
export interface ScheduleTables {
  readonly schedules: ScheduleTable;
  readonly runs: RunTable;
}

/** Schedules of a single process. Nothing needs a lock where transactions come one after the other. */
export function makeMemorySchedules({ schedules, runs }: ScheduleTables): ScheduleStore {
  const ofApp = (appId: string) => [...schedules.values()].filter((schedule) => schedule.appId === appId);
  const named = (appId: string, name: string) => ofApp(appId).find((schedule) => schedule.name === name) ?? null;
  const locked = (schedule: Schedule): LockedSchedule => ({
    schedule,
    busy: [...runs.values()].some((run) => run.scheduleId === schedule.id && isOpen(run)),
  });

  return {
    async change(appId, name, decide) {
      const schedule = decide(named(appId, name), ofApp(appId).length);
      schedules.set(schedule.id, schedule);
      return schedule;
    },

    async remove(appId, name) {
      const schedule = named(appId, name);
      if (schedule === null) return false;
      for (const run of [...runs.values()].filter(({ scheduleId }) => scheduleId === schedule.id)) runs.delete(runKey(run));
      return schedules.delete(schedule.id);
    },

    async lock(appId, name) {
      const schedule = named(appId, name);
      return schedule === null ? null : locked(schedule);
    },

    async lockDue(now, limit, spared) {
      return [...schedules.values()]
        .filter(({ appId, nextRunAt }) => nextRunAt !== null && nextRunAt <= now && !spared.includes(appId))
        .sort((left, right) => Number(left.nextRunAt) - Number(right.nextRunAt))
        .slice(0, limit)
        .map(locked);
    },

    async lockAhead(instant, afterId, limit) {
      return [...schedules.values()]
        .filter(({ id, nextRunAt }) => nextRunAt !== null && nextRunAt > instant && (afterId === null || id > afterId))
        .sort((left, right) => (left.id < right.id ? -1 : 1))
        .slice(0, limit);
    },

    async advance(ticks) {
      for (const { id, nextRunAt } of ticks) {
        const schedule = schedules.get(id);
        if (schedule !== undefined) schedules.set(id, { ...schedule, nextRunAt });
      }
    },
  };
}
