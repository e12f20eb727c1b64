import type { SchedulerService } from '@comptoir/core/scheduler/scheduler-service.js';
import type { ShopSyncService } from '@comptoir/core/shop-sync/shop-sync-service.js';
import { SYNC_JOBS } from '@comptoir/core/shop-sync/sync-run.js';
import { SYNC_APP_ID, SYNC_SCHEDULES, syncTaskName } from '@comptoir/core/shop-sync/sync-schedules.js';
import type { HostTask } from './host-tasks.js';

/** The jobs of the synchronization with online shops, as tasks that schedules may name. */
export function shopSyncTasks(service: () => Pick<ShopSyncService, 'runEverywhere'>): Readonly<Record<string, HostTask>> {
  const tasks = SYNC_JOBS.map((job): [string, HostTask] => [syncTaskName(job), ({ signal }) => service().runEverywhere(job, signal)]);
  return Object.fromEntries(tasks);
}

/** Makes the schedules of these jobs as this version has them; done at every start, whoever else starts beside it. */
export async function registerShopSync(scheduler: Pick<SchedulerService, 'register'>): Promise<void> {
  for (const schedule of SYNC_SCHEDULES) await scheduler.register(SYNC_APP_ID, schedule);
}
