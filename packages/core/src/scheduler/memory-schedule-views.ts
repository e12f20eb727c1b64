import { latestFirst } from './memory-schedule-run-store.js';
import type { ScheduleTables } from './memory-schedule-store.js';
import type { Schedule } from './schedule.js';
import type { ScheduleViews } from './schedule-store.js';

export function makeMemoryScheduleViews(tables: ScheduleTables): ScheduleViews {
  const [schedules, runs] = [tables.schedules.committed, tables.runs.committed];
  const ofApp = (appId: string) => [...schedules.values()].filter((schedule) => schedule.appId === appId);
  const runsOf = ({ id }: Schedule) => [...runs.values()].filter(({ scheduleId }) => scheduleId === id).sort(latestFirst);
  const dueTimes = () => [...schedules.values()].flatMap(({ nextRunAt }) => (nextRunAt === null ? [] : [nextRunAt.getTime()]));
  const earliestOf = (times: readonly number[]) => (times.length === 0 ? null : new Date(Math.min(...times)));

  return {
    async list(appId) {
      const mine = ofApp(appId).sort((left, right) => (left.name < right.name ? -1 : 1));
      return mine.map((schedule) => ({ schedule, lastRun: runsOf(schedule).find(({ startedAt }) => startedAt !== null) ?? null }));
    },

    async runs(appId, name, { before, limit }) {
      const schedule = ofApp(appId).find((one) => one.name === name);
      if (schedule === undefined) return null;
      return runsOf(schedule)
        .filter(({ dueAt }) => before === null || dueAt < before)
        .slice(0, limit);
    },

    nextDue: async (after) => earliestOf(dueTimes().filter((time) => time > after.getTime())),

    async figures() {
      const all = [...schedules.values()];
      const enabled = all.filter((schedule) => schedule.enabled).length;
      return { enabled, disabled: all.length - enabled, earliest: earliestOf(dueTimes()) };
    },
  };
}
