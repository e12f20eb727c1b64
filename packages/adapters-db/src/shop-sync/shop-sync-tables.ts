import type { QuarantinedRecord } from '@comptoir/core/shop-sync/quarantine.js';
import type { ShopLink } from '@comptoir/core/shop-sync/shop-link.js';
import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import type { SyncCursor, SyncJob, SyncOutcome, SyncRun, VanishedCounts, WriteCounts } from '@comptoir/core/shop-sync/sync-run.js';
import type { Selectable } from 'kysely';
import { type Json, json } from '../kit/json.js';

export interface ShopLinkTable {
  tenant_id: string;
  site_id: string;
  entity: ShopEntity;
  external_id: string;
  local_id: string;
  digest: string;
  shop_updated_at: Date | null;
  imported_at: Date;
  gone_at: Date | null;
}

export interface SyncRunTable {
  tenant_id: string;
  site_id: string;
  id: string;
  job: SyncJob;
  dry_run: boolean;
  opened_at: Date;
  since: Date | null;
  cursor: Json<SyncCursor> | null;
  outcome: SyncOutcome | null;
  reason: string | null;
  read: number;
  unchanged: number;
  quarantined: number;
  gone: number;
  requests: number;
  writes: Json<WriteCounts>;
  expected: number;
  started_at: Date;
  finished_at: Date | null;
  lease_until: Date;
  holder: string;
  vanished: Json<VanishedCounts> | null;
  accepted: Json<VanishedCounts> | null;
}

export interface SyncQuarantineTable {
  tenant_id: string;
  site_id: string;
  id: string;
  entity: ShopEntity;
  external_id: string;
  code: string;
  reason: string;
  attempts: number;
  first_at: Date;
  last_at: Date;
  next_try_at: Date | null;
  digest: string | null;
}

export function linkOf(row: Selectable<ShopLinkTable>): ShopLink {
  return {
    entity: row.entity,
    externalId: row.external_id,
    localId: row.local_id,
    digest: row.digest,
    shopUpdatedAt: row.shop_updated_at,
    importedAt: row.imported_at,
    goneAt: row.gone_at,
  };
}

export function linkRowOf({ entity, externalId, localId, digest, shopUpdatedAt, importedAt, goneAt }: ShopLink) {
  return {
    entity,
    external_id: externalId,
    local_id: localId,
    digest,
    shop_updated_at: shopUpdatedAt,
    imported_at: importedAt,
    gone_at: goneAt,
  };
}

export function runOf(row: Selectable<SyncRunTable>): SyncRun {
  const { id, job, since, cursor, outcome, reason, expected, holder, vanished, accepted } = row;
  return {
    ...{ id, job, since, cursor, outcome, reason, expected, holder, vanished, accepted },
    dryRun: row.dry_run,
    openedAt: row.opened_at,
    counts: {
      read: row.read,
      unchanged: row.unchanged,
      quarantined: row.quarantined,
      gone: row.gone,
      requests: row.requests,
      writes: row.writes,
    },
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    leaseUntil: row.lease_until,
  };
}

export function runRowOf({ id, job, since, cursor, outcome, reason, expected, holder, counts, vanished, accepted, ...run }: SyncRun) {
  const { read, unchanged, quarantined, gone, requests, writes } = counts;
  return {
    ...{ id, job, since, outcome, reason, expected, holder },
    ...{ read, unchanged, quarantined, gone, requests },
    dry_run: run.dryRun,
    opened_at: run.openedAt,
    cursor: cursor === null ? null : json(cursor),
    writes: json(writes),
    vanished: vanished === null ? null : json(vanished),
    accepted: accepted === null ? null : json(accepted),
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    lease_until: run.leaseUntil,
  };
}

export function quarantinedOf(row: Selectable<SyncQuarantineTable>): QuarantinedRecord {
  const { id, entity, code, reason, attempts, digest } = row;
  return {
    ...{ id, entity, code, reason, attempts, digest },
    externalId: row.external_id,
    firstAt: row.first_at,
    lastAt: row.last_at,
    nextTryAt: row.next_try_at,
  };
}
