import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import { URL_SETTING } from './connection.js';
import type { EngineDeps } from './execution.js';
import { dueTonight } from './nightly.js';
import type { ShopSyncService } from './shop-sync-service.js';
import type { SyncJob, SyncRun } from './sync-run.js';

/** Establishments of one process at a time: each reads its shop and writes for itself. */
const AT_ONCE = 4;

export const SYNC_ACTOR = { kind: 'system', name: 'shop-sync' } as const;

/** `ShopSyncService.runEverywhere`. */
export async function runEverywhere(
  deps: Pick<EngineDeps, 'views' | 'clock' | 'crypto' | 'logger'>,
  run: ShopSyncService['run'],
  job: SyncJob,
  signal?: StopSignal,
): Promise<readonly SyncRun[]> {
  const waiting = await longestWaitingFirst(deps, job);
  const ended: SyncRun[] = [];

  async function next(): Promise<void> {
    for (let scope = waiting.shift(); scope !== undefined && signal?.aborted !== true; scope = waiting.shift()) {
      const done = await runOne(deps, run, scope, job, signal);
      if (done !== null) ended.push(done);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return ended;
}

async function runOne(
  { logger }: Pick<EngineDeps, 'logger'>,
  run: ShopSyncService['run'],
  scope: Scope,
  job: SyncJob,
  signal: StopSignal | undefined,
): Promise<SyncRun | null> {
  try {
    return await run(scope, job, signal === undefined ? {} : { signal });
  } catch (error) {
    // What was cut goes on another time, and who is busy, or has no shop any more, needs nothing.
    const isExpected =
      signal?.aborted === true || (error instanceof DomainError && ['sync_running', 'not_configured'].includes(error.code));
    if (!isExpected) logger.error({ err: error, siteId: scope.siteId, job }, 'an establishment could not be synchronized');
    return null;
  }
}

async function longestWaitingFirst(deps: Pick<EngineDeps, 'views' | 'clock' | 'crypto'>, job: SyncJob): Promise<Scope[]> {
  const connected = await deps.views.settings.sitesWith(URL_SETTING);
  const waits: { readonly scope: Scope; readonly since: number }[] = [];
  for (const { tenantId, siteId } of connected) {
    const scope = { tenantId, siteId, actor: SYNC_ACTOR };
    if (job === 'full' && !(await isNightlyDue(deps, scope))) continue;
    waits.push({ scope, since: (await deps.views.syncRuns.lastGood(scope, job))?.openedAt.getTime() ?? 0 });
  }
  return waits.sort((left, right) => left.since - right.since).map(({ scope }) => scope);
}

async function isNightlyDue({ views, clock, crypto }: Pick<EngineDeps, 'views' | 'clock' | 'crypto'>, scope: Scope): Promise<boolean> {
  const site = await views.sites.get(scope);
  const due = site === null ? null : dueTonight(crypto, site, clock.now());
  if (due === null) return false;
  const { items } = await views.syncRuns.list(scope, { job: 'full', page: 1, pageSize: 20 });
  const last = items.find(({ dryRun }) => !dryRun);
  // One that was cut, and is nobody's any more, is gone on with.
  return last === undefined || (last.outcome === null ? last.leaseUntil <= clock.now() : (last.finishedAt ?? last.startedAt) < due);
}
