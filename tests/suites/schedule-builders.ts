import { randomUUID } from 'node:crypto';
import type { Schedule } from '@comptoir/core/scheduler/schedule.js';
import { newRun, type ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import { freshName, MINUTE_MS, NOON } from './builders.js';

/** A schedule of an app of its own, due a minute after noon. */
export function aSchedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    id: randomUUID(),
    appId: freshName('app'),
    name: 'news',
    cron: '* * * * *',
    timezone: 'Europe/Paris',
    work: { kind: 'handler_url', url: 'https://app.example/tick' },
    payload: '{"b":1,"a":"\\u0000é"}',
    timeoutSecs: 30,
    catchupSecs: 60,
    overlap: false,
    enabled: true,
    nextRunAt: new Date(NOON.getTime() + MINUTE_MS),
    createdAt: NOON,
    ...changes,
  };
}

/** A tick of the schedule that has succeeded. */
export function aRun(schedule: Pick<Schedule, 'id'>, changes: Partial<ScheduleRun> = {}): ScheduleRun {
  return newRun({
    scheduleId: schedule.id,
    dueAt: NOON,
    id: randomUUID(),
    status: 'succeeded',
    attempts: 1,
    startedAt: NOON,
    endedAt: NOON,
    httpStatus: 200,
    ...changes,
  });
}

/** A run that a worker has until an instant. */
export function aRunningRun(schedule: Pick<Schedule, 'id'>, changes: Partial<ScheduleRun> = {}): ScheduleRun {
  const running = { status: 'running', worker: randomUUID(), leaseUntil: new Date(NOON.getTime() + MINUTE_MS) } as const;
  return aRun(schedule, { ...running, endedAt: null, httpStatus: null, ...changes });
}
