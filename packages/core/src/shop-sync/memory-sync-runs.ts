import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { ofSite, type SiteRow } from './site-rows.js';
import type { SyncRun, SyncRunFilter, SyncRunStore, SyncRunViews } from './sync-run.js';

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
    },
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
