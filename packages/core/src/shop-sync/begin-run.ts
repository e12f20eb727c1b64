import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Views } from '../stores.js';
import { LEASE_MS } from './run-ledger.js';
import type { SyncJob, SyncRun, SyncRunViews } from './sync-run.js';
import { sinceOf } from './sync-windows.js';

export interface BeginDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'syncRuns'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Begins a run, or takes over one that was cut. Throws `sync_running`. */
export async function beginRun(
  { unitOfWork, views, clock, ids }: BeginDeps,
  scope: Scope,
  job: SyncJob,
  dryRun: boolean,
): Promise<SyncRun> {
  const now = clock.now();
  const unfinished = dryRun ? null : await lastTimedOut(views.syncRuns, scope, job);
  const where = unfinished ?? { openedAt: now, since: await sinceOf(views.syncRuns, scope, job, now), cursor: null };
  const wanted: SyncRun = {
    ...where,
    ...{ id: ids.uuid(), job, dryRun, startedAt: now, holder: ids.uuid() },
    ...{ outcome: null, reason: null, finishedAt: null, expected: 0 },
    counts: { read: 0, unchanged: 0, quarantined: 0, gone: 0, requests: 0, writes: {} },
    leaseUntil: new Date(now.getTime() + LEASE_MS),
  };
  const begun = await unitOfWork(scope, (_services, { syncRuns }) => syncRuns.begin(scope, wanted));
  if (begun === null) throw new DomainError('sync_running');
  return begun;
}

/** Where the job ran out of time and was not ended since: a shop that takes longer than the limit is read all the same, in several runs. */
async function lastTimedOut(
  runs: SyncRunViews,
  scope: Scope,
  job: SyncJob,
): Promise<Pick<SyncRun, 'openedAt' | 'since' | 'cursor'> | null> {
  const [timedOut, good] = await Promise.all([
    runs.list(scope, { job, outcome: 'timed_out', page: 1, pageSize: 20 }),
    runs.lastGood(scope, job),
  ]);
  const last = timedOut.items.find(({ dryRun }) => !dryRun);
  if (last === undefined || (good !== null && good.openedAt >= last.openedAt)) return null;
  const { openedAt, since, cursor } = last;
  return { openedAt, since, cursor };
}
