import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { ofSite, type SiteRow } from './site-rows.js';
import { SYNC_OUTCOMES, type SyncFigures, type SyncRun, type SyncRunFilter, type SyncRunStore, type SyncRunViews } from './sync-run.js';

export type SyncRunTable = MemoryTable<SiteRow<SyncRun>>;

/** Runs of synchronizations, without a database. */
export function makeMemorySyncRuns(table: SyncRunTable): { store: SyncRunStore; views: SyncRunViews } {
  return {
    store: {
      async begin({ tenantId, siteId }, run) {
        const open = run.dryRun ? [] : ofSite(table, { tenantId, siteId }).filter(({ dryRun, outcome }) => !dryRun && outcome === null);
        if (open.some(({ leaseUntil }) => leaseUntil > run.startedAt)) return null;
        const cut = open.find(({ job }) => job === run.job);
        const row =
          cut === undefined ? run : { ...cut, leaseUntil: run.leaseUntil, holder: run.holder, accepted: run.accepted ?? cut.accepted };
        if (cut === undefined && table.get(run.id) !== undefined) throw new DomainError('duplicate');
        table.set(row.id, { tenantId, siteId, row });
        return row;
      },
      async save({ tenantId, siteId }, run) {
        const before = ofSite(table, { tenantId, siteId }).find(({ id }) => id === run.id);
        if (before === undefined || before.outcome !== null || before.holder !== run.holder) return false;
        table.set(run.id, { tenantId, siteId, row: run });
        return true;
      },
      async forgetBefore(before) {
        const rows = [...table.values()];
        const old = rows.filter(({ row }) => row.finishedAt !== null && row.finishedAt < before);
        const dropped = old.filter((kept) => !isNeeded(kept, rows));
        for (const { row } of dropped) table.delete(row.id);
        return dropped.length;
      },
    },
    views: {
      get: async (scope, id) => ofSite(table.committed, scope).find((run) => run.id === id) ?? null,
      async list(scope, filter) {
        const rows = ofSite(table.committed, scope).filter((run) => isWanted(run, filter));
        return pageRows(rows.sort(newestFirst), filter);
      },
      async lastGood(scope, job) {
        const good = ofSite(table.committed, scope).filter((run) => run.job === job && !run.dryRun && isGood(run));
        return good.sort((left, right) => right.openedAt.getTime() - left.openedAt.getTime())[0] ?? null;
      },
      async lastStopped(scope) {
        return (
          ofSite(table.committed, scope)
            .filter(({ vanished }) => vanished !== null)
            .sort(newestFirst)[0] ?? null
        );
      },
      async firstStart(scope) {
        const starts = ofSite(table.committed, scope).filter(({ dryRun }) => !dryRun);
        return starts.map(({ startedAt }) => startedAt).sort((left, right) => left.getTime() - right.getTime())[0] ?? null;
      },
      async figures(since) {
        const rows = [...table.committed.values()].filter(({ row }) => !row.dryRun);
        const jobs = new Map(rows.map((kept) => [`${kept.tenantId} ${kept.siteId} ${kept.row.job}`, kept]));
        return [...jobs.values()].map((one) =>
          figuresOf(
            one,
            rows.filter((kept) => isOfOneJob(kept, one)),
            since,
          ),
        );
      },
    },
  };
}

/** The first run of its establishment, or the last good one of its job. */
function isNeeded(kept: SiteRow<SyncRun>, rows: readonly SiteRow<SyncRun>[]): boolean {
  if (kept.row.dryRun) return false;
  const beside = rows.filter((other) => other.siteId === kept.siteId && other.tenantId === kept.tenantId && !other.row.dryRun);
  if (beside.every(({ row }) => row.startedAt >= kept.row.startedAt)) return true;
  const good = beside.filter((other) => isOfOneJob(other, kept) && isGood(other.row));
  return isGood(kept.row) && good.every(({ row }) => row.openedAt <= kept.row.openedAt);
}

function isOfOneJob(one: SiteRow<SyncRun>, other: SiteRow<SyncRun>): boolean {
  return one.tenantId === other.tenantId && one.siteId === other.siteId && one.row.job === other.row.job;
}

/** `rows` are the runs of one job of an establishment, that of `one`. */
function figuresOf({ tenantId, siteId, row: { job } }: SiteRow<SyncRun>, rows: readonly SiteRow<SyncRun>[], since: Date): SyncFigures {
  const runs = rows.map(({ row }) => row);
  const lately = runs.filter(({ finishedAt }) => finishedAt !== null && finishedAt >= since);
  const counts = SYNC_OUTCOMES.map((outcome) => [outcome, lately.filter((run) => run.outcome === outcome).length] as const);
  const secondsOf = ({ startedAt, finishedAt }: SyncRun) => ((finishedAt ?? startedAt).getTime() - startedAt.getTime()) / 1000;
  const opened = runs.filter(isGood).map(({ openedAt }) => openedAt.getTime());
  return {
    ...{ tenantId, siteId, job },
    ended: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    seconds: lately.reduce((sum, run) => sum + secondsOf(run), 0),
    requests: lately.reduce((sum, { counts: { requests } }) => sum + requests, 0),
    goodAt: opened.length === 0 ? null : new Date(Math.max(...opened)),
    firstAt: new Date(Math.min(...runs.map(({ startedAt }) => startedAt.getTime()))),
  };
}

function isGood({ outcome }: SyncRun): boolean {
  return outcome === 'completed' || outcome === 'completed_with_quarantine';
}

function isWanted(run: SyncRun, { job, outcome }: SyncRunFilter): boolean {
  return (job === undefined || run.job === job) && (outcome === undefined || run.outcome === outcome);
}

function newestFirst(left: SyncRun, right: SyncRun): number {
  return right.startedAt.getTime() - left.startedAt.getTime() || compareText(right.id, left.id);
}
