import type { Schedule } from '@comptoir/core/scheduler/schedule.js';
import type { ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import type { Insertable, Selectable } from 'kysely';
import { json } from '../kit/json.js';
import type { ScheduleRunTable, ScheduleTable } from './schedule-tables.js';

export function scheduleOf(row: Selectable<ScheduleTable>): Schedule {
  const { id, name, cron, timezone, work, payload, overlap, enabled } = row;
  return {
    id,
    appId: row.app_id,
    name,
    cron,
    timezone,
    work,
    payload,
    timeoutSecs: row.timeout_secs,
    catchupSecs: row.catchup_secs,
    overlap,
    enabled,
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
  };
}

export function scheduleRowOf(schedule: Schedule): Insertable<ScheduleTable> {
  const { id, name, cron, timezone, work, payload, overlap, enabled } = schedule;
  return {
    id,
    app_id: schedule.appId,
    name,
    cron,
    timezone,
    work: json(work),
    payload,
    timeout_secs: schedule.timeoutSecs,
    catchup_secs: schedule.catchupSecs,
    overlap,
    enabled,
    next_run_at: schedule.nextRunAt,
    created_at: schedule.createdAt,
  };
}

export function runOf(row: Selectable<ScheduleRunTable>): ScheduleRun {
  const { id, trigger, status, attempts, worker, error, output, skipped } = row;
  return {
    scheduleId: row.schedule_id,
    dueAt: row.due_at,
    id,
    trigger,
    status,
    attempts,
    worker,
    leaseUntil: row.lease_until,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    httpStatus: row.http_status,
    error,
    output,
    skipped,
  };
}

export function runRowOf(run: ScheduleRun): Insertable<ScheduleRunTable> {
  const { id, trigger, status, attempts, worker, error, output, skipped } = run;
  return {
    schedule_id: run.scheduleId,
    due_at: run.dueAt,
    id,
    trigger,
    status,
    attempts,
    worker,
    lease_until: run.leaseUntil,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    http_status: run.httpStatus,
    error,
    output,
    skipped,
  };
}
