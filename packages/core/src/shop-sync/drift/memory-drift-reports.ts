import type { MemoryTable } from '../../kit/memory-database.js';
import type { Scope } from '../../kit/scope.js';
import type { SiteRow } from '../site-rows.js';
import type { DriftReport, DriftReportStore, DriftReportViews } from './drift-report.js';

export type DriftReportTable = MemoryTable<SiteRow<DriftReport>>;

/** The last reports without a database. */
export function makeMemoryDriftReports(table: DriftReportTable): { store: DriftReportStore; views: DriftReportViews } {
  const keyOf = ({ tenantId, siteId }: Scope) => `${tenantId} ${siteId}`;
  return {
    store: {
      async put(scope, row) {
        table.set(keyOf(scope), { tenantId: scope.tenantId, siteId: scope.siteId, row });
      },
    },
    views: { last: async (scope) => table.committed.get(keyOf(scope))?.row ?? null },
  };
}
