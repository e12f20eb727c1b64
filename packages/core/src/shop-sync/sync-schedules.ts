import type { ScheduleDefinition } from '../scheduler/schedule.js';
import { TIMEOUT_SECS_MAX } from '../scheduler/scheduler-contract.js';
import type { SyncJob } from './sync-run.js';

/** Whose schedules of the product itself are, in the lists of the scheduler. */
export const SYNC_APP_ID = 'comptoir';

/**
 * One schedule per job, whose task goes through the establishments that have a shop: they come and go without any bookkeeping of schedules, a
 * process runs only some of them at once, and a tick is one process's alone.
 */
export const SYNC_SCHEDULES: readonly ScheduleDefinition[] = [
  scheduleOf('orders', '0 */3 * * *', false),
  scheduleOf('products', '0 */3 * * *', false),
  // Each establishment has its minute of its own night. Where one night takes long, others begin beside it.
  scheduleOf('full', '*/15 * * * *', true),
];

export function syncTaskName(job: SyncJob): string {
  return `shop-sync-${job}`;
}

function scheduleOf(job: SyncJob, cron: string, overlap: boolean): ScheduleDefinition {
  const name = syncTaskName(job);
  const times = { cron, timezone: 'UTC', timeoutSecs: TIMEOUT_SECS_MAX, catchupSecs: 900 };
  return { name, ...times, overlap, enabled: true, payload: 'null', work: { kind: 'task', task: name } };
}
