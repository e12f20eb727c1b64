import { z } from 'zod';
import type { AuditEntry } from '../audit/audit-entry.js';
import { makeAuditEntry } from '../audit/make-audit-entry.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Views } from '../stores.js';
import { LEASE_MS } from './run-ledger.js';
import type { RunOptions } from './shop-sync-service.js';
import type { SyncJob, SyncRun, SyncRunViews, VanishedCounts } from './sync-run.js';
import { sinceOf } from './sync-windows.js';

export interface BeginDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'syncRuns'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

export type BeginOptions = Required<Pick<RunOptions, 'dryRun' | 'acceptDisappearance'>>;

/** Begins a run, or takes over one that was cut. What it accepts is in the audit log. Throws `sync_running`, `nothing_to_accept`. */
export async function beginRun(
  { unitOfWork, views, clock, ids }: BeginDeps,
  scope: Scope,
  job: SyncJob,
  { dryRun, acceptDisappearance }: BeginOptions,
): Promise<SyncRun> {
  const now = clock.now();
  const accepted = acceptDisappearance ? await shownBefore(views.syncRuns, scope, job) : null;
  const unfinished = dryRun ? null : await lastTimedOut(views.syncRuns, scope, job);
  const where = unfinished ?? { openedAt: now, since: await sinceOf(views.syncRuns, scope, job, now), cursor: null };
  const wanted: SyncRun = {
    ...where,
    ...{ id: ids.uuid(), job, dryRun, startedAt: now, holder: ids.uuid() },
    ...{ outcome: null, reason: null, finishedAt: null, expected: 0, vanished: null, accepted },
    counts: { read: 0, unchanged: 0, quarantined: 0, gone: 0, requests: 0, writes: {} },
    leaseUntil: new Date(now.getTime() + LEASE_MS),
  };
  const begun = await unitOfWork(scope, async (_services, { syncRuns, audit }) => {
    const run = await syncRuns.begin(scope, wanted);
    if (run !== null && accepted !== null) await audit.append(acceptance({ clock, ids }, scope, run));
    return run;
  });
  if (begun === null) throw new DomainError('sync_running');
  return begun;
}

/** What the last full run was stopped by, unless one was good since. Throws `nothing_to_accept`. */
async function shownBefore(runs: SyncRunViews, scope: Scope, job: SyncJob): Promise<VanishedCounts> {
  const stopped = job === 'full' ? await standingStop(runs, scope) : null;
  if (stopped === null || stopped.vanished === null) throw new DomainError('nothing_to_accept');
  return stopped.vanished;
}

/** The last full run that took nothing away because too much was gone; null when there was none, or one was good since. */
export async function standingStop(runs: Pick<SyncRunViews, 'lastGood' | 'lastStopped'>, scope: Scope): Promise<SyncRun | null> {
  const [stopped, good] = await Promise.all([runs.lastStopped(scope), runs.lastGood(scope, 'full')]);
  const isOver = stopped !== null && good !== null && good.startedAt >= stopped.startedAt;
  return isOver ? null : stopped;
}

/** Whoever says that it is meant answers for it. */
function acceptance(
  deps: Pick<BeginDeps, 'clock' | 'ids'>,
  { tenantId, siteId, actor }: Scope,
  { id, accepted, dryRun }: SyncRun,
): AuditEntry {
  const who = { actor: actorName(actor), sessionId: null, requestId: id, address: '' };
  const input = { accepted, dryRun };
  return makeAuditEntry(deps, { ...who, tenantId, siteId, action: 'shopSync.acceptDisappearance', subjectId: id, input }, z.unknown());
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
