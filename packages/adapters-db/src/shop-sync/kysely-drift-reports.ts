import type { DriftReport, DriftReportStore, DriftReportViews } from '@comptoir/core/shop-sync/drift/drift-report.js';
import type { Handle } from '../kit/database-handle.js';
import { type Json, json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

export interface DriftReportTable {
  tenant_id: string;
  site_id: string;
  started_at: Date;
  finished_at: Date;
  requests: number;
  entities: Json<DriftReport['entities']>;
}

export function makeKyselyDriftReports(db: Handle): DriftReportStore {
  return {
    async put({ tenantId, siteId }, { startedAt, finishedAt, requests, entities }) {
      const report = { started_at: startedAt, finished_at: finishedAt, requests, entities: json(entities) };
      await db
        .insertInto('drift_reports')
        .values({ tenant_id: tenantId, site_id: siteId, ...report })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'site_id']).doUpdateSet(report))
        .execute();
    },
  };
}

export function makeKyselyDriftReportViews(db: Handle): DriftReportViews {
  return {
    async last({ tenantId, siteId }) {
      const row = await db
        .selectFrom('drift_reports')
        .selectAll()
        .where('tenant_id', '=', uuidOf(tenantId))
        .where('site_id', '=', uuidOf(siteId))
        .executeTakeFirst();
      if (row === undefined) return null;
      const { started_at: startedAt, finished_at: finishedAt, requests, entities } = row;
      return { startedAt, finishedAt, requests, entities };
    },
  };
}
