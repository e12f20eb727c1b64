import type { z } from 'zod';
import type { CursorPage } from '../kit/page.js';
import { joinCommand } from './command-line.js';
import type { ScheduledWork } from './schedule.js';
import type { ScheduleRun } from './schedule-run.js';
import type { ScheduleEntry } from './schedule-store.js';
import type { listOutput, runsOutput } from './scheduler-contract.js';

export function presentEntry({ schedule, lastRun }: ScheduleEntry): z.input<typeof listOutput>['entries'][number] {
  return {
    name: schedule.name,
    schedule: schedule.cron,
    timezone: schedule.timezone,
    kind: schedule.work.kind,
    target: targetOf(schedule.work),
    enabled: schedule.enabled,
    timeout_secs: schedule.timeoutSecs,
    catchup_secs: schedule.catchupSecs,
    overlap: schedule.overlap,
    next_run_at: schedule.nextRunAt?.toISOString() ?? null,
    last_run: lastRun === null ? null : presentLastRun(lastRun),
  };
}

function presentLastRun(run: ScheduleRun) {
  return { at: (run.startedAt ?? run.dueAt).toISOString(), status: run.status, error: run.error, took_ms: tookMs(run) };
}

export function presentRuns({ items, nextCursor }: CursorPage<ScheduleRun>): z.input<typeof runsOutput> {
  return { runs: items.map(presentRun), nextCursor };
}

function presentRun(run: ScheduleRun) {
  const { trigger, status, attempts, error, output, skipped } = run;
  return {
    due_at: run.dueAt.toISOString(),
    trigger,
    status,
    attempts,
    started_at: run.startedAt?.toISOString() ?? null,
    took_ms: tookMs(run),
    http_status: run.httpStatus,
    error,
    output,
    skipped,
  };
}

function tookMs({ startedAt, endedAt }: ScheduleRun): number | null {
  return startedAt === null || endedAt === null ? null : endedAt.getTime() - startedAt.getTime();
}

function targetOf(work: ScheduledWork): string {
  switch (work.kind) {
    case 'handler_url':
      return work.url;
    case 'task':
      return work.task;
    case 'command':
      return joinCommand(work.argv);
  }
}
