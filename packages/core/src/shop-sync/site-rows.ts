import type { MemoryRows } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { DriftReportTable } from './drift/memory-drift-reports.js';
import type { QuarantineTable } from './memory-quarantine.js';
import type { ShopLinkTable } from './memory-shop-links.js';
import type { SyncRunTable } from './memory-sync-runs.js';
import type { ShopEntity } from './shop-records.js';

/** A row of an establishment in a table in memory. */
export interface SiteRow<Row> {
  readonly tenantId: string;
  readonly siteId: string;
  readonly row: Row;
}

/** Everything that is kept of synchronizations, in memory. */
export interface ShopSyncTables {
  readonly drift: DriftReportTable;
  readonly links: ShopLinkTable;
  readonly quarantine: QuarantineTable;
  readonly runs: SyncRunTable;
}

type Owner = Pick<Scope, 'tenantId' | 'siteId'>;

/** Where a record of the shop is kept in its table. */
export function keyOfRecord({ tenantId, siteId }: Owner, entity: ShopEntity, externalId: string): string {
  return `${tenantId} ${siteId} ${entity} ${externalId}`;
}

export function ofSite<Row>(rows: MemoryRows<SiteRow<Row>>, { tenantId, siteId }: Owner): Row[] {
  return [...rows.values()].filter((kept) => kept.tenantId === tenantId && kept.siteId === siteId).map(({ row }) => row);
}
