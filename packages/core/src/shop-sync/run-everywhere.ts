import { hasCode } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import { URL_SETTING } from './connection.js';
import { RUN_LIMIT_MS } from './execute-run.js';
import type { EngineDeps } from './execution.js';
import { dueTonight } from './nightly.js';
import { pause } from './patience.js';
import type { ShopSyncService } from './shop-sync-service.js';
import type { SyncJob, SyncRun } from './sync-run.js';

/** Establishments of one process at a time: each reads its shop and writes for itself. */
const AT_ONCE = 4;

export const SYNC_ACTOR = { kind: 'system', name: 'shop-sync' } as const;

/** Who is busy is asked again after so long: the jobs of the day have the same cadence, and an establishment does one at a time. */
const BUSY_AGAIN_MS = 10_000;

type EverywhereDeps = Pick<EngineDeps, 'views' | 'clock' | 'crypto' | 'logger' | 'timers'>;

/** `ShopSyncService.runEverywhere`. */
export async function runEverywhere(
  deps: EverywhereDeps,
  run: ShopSyncService['run'],
  job: SyncJob,
  signal: StopSignal,
): Promise<readonly SyncRun[]> {
  const until = deps.clock.now().getTime() + RUN_LIMIT_MS;
  const ended: SyncRun[] = [];
  let waiting = await longestWaitingFirst(deps, job);
  while (waiting.length > 0) {
    const busy: Scope[] = [];
    await inTurn(waiting, signal, async (scope) => {
      const done = await runOne(deps, run, scope, job, signal);
      if (done === 'busy') busy.push(scope);
      else if (done !== null) ended.push(done);
    });
    // The night's job looks again by itself.
    if (job === 'full' || busy.length === 0 || signal.aborted || deps.clock.now().getTime() >= until) break;
    await pause(deps.timers, BUSY_AGAIN_MS, signal);
    waiting = busy;
  }
  return ended;
}

/** So many at once, until the signal is given. */
async function inTurn(scopes: readonly Scope[], signal: StopSignal, work: (scope: Scope) => Promise<void>): Promise<void> {
  const left = [...scopes];
  async function next(): Promise<void> {
    for (let scope = left.shift(); scope !== undefined && !signal.aborted; scope = left.shift()) await work(scope);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** `busy`: another run of the establishment is under way; null: it could not be begun, or was cut. */
async function runOne(
  { logger }: Pick<EngineDeps, 'logger'>,
  run: ShopSyncService['run'],
  scope: Scope,
  job: SyncJob,
  signal: StopSignal,
): Promise<SyncRun | 'busy' | null> {
  try {
    return await run(scope, job, { signal });
  } catch (error) {
    if (hasCode(error, 'sync_running')) return 'busy';
    // What was cut goes on another time, and who has no shop any more needs nothing.
    const isExpected = signal.aborted || hasCode(error, 'not_configured');
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

/** Whether the night's run of the establishment is still to be done. */
export async function isNightlyDue(
  { views, clock, crypto }: Pick<EngineDeps, 'views' | 'clock' | 'crypto'>,
  scope: Scope,
): Promise<boolean> {
  const site = await views.sites.get(scope);
  const due = site === null ? null : dueTonight(crypto, site, clock.now());
  if (due === null) return false;
  const { items } = await views.syncRuns.list(scope, { job: 'full', page: 1, pageSize: 20 });
  const last = items.find(({ dryRun }) => !dryRun);
  // One that was cut, and is nobody's any more, is gone on with.
  return last === undefined || (last.outcome === null ? last.leaseUntil <= clock.now() : (last.finishedAt ?? last.startedAt) < due);
}
