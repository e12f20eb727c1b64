import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import {
  nextTry,
  type QuarantinedRecord,
  type QuarantineFilter,
  type QuarantineStore,
  type QuarantineViews,
  quarantineId,
  type SetApart,
} from './quarantine.js';
import type { ShopEntity } from './shop-records.js';
import { keyOfRecord, ofSite, type SiteRow } from './site-rows.js';

export type QuarantineTable = MemoryTable<SiteRow<QuarantinedRecord>>;

/** Records that are set apart, without a database. */
export function makeMemoryQuarantine(table: QuarantineTable): { store: QuarantineStore; views: QuarantineViews } {
  const byId = (rows: MemoryRows<SiteRow<QuarantinedRecord>>, scope: Scope, id: string) => ofSite(rows, scope).find((row) => row.id === id);
  return {
    store: {
      async put({ tenantId, siteId }, entity, refused, at) {
        for (const one of refused) {
          const key = keyOfRecord({ tenantId, siteId }, entity, one.externalId);
          table.set(key, { tenantId, siteId, row: setApart(table.get(key)?.row, entity, one, at) });
        }
      },
      clear: async (scope, entity, externalIds) =>
        new Set(externalIds.filter((externalId) => table.delete(keyOfRecord(scope, entity, externalId)))).size,
      async setNextTry(scope, id, at) {
        const before = byId(table, scope, id);
        if (before === undefined) throw new DomainError('unknown_record');
        const row = { ...before, nextTryAt: at };
        table.set(keyOfRecord(scope, row.entity, row.externalId), { tenantId: scope.tenantId, siteId: scope.siteId, row });
        return row;
      },
    },
    views: {
      get: async (scope, id) => byId(table.committed, scope, id) ?? null,
      async list(scope, filter) {
        const rows = ofSite(table.committed, scope).filter((row) => isWanted(row, filter));
        return pageRows(rows.sort(newestFirst), filter);
      },
      async waiting() {
        const rows = [...table.committed.values()].filter(({ row }) => row.nextTryAt !== null);
        const isBeside = (one: (typeof rows)[number], other: (typeof rows)[number]) =>
          one.tenantId === other.tenantId && one.siteId === other.siteId && one.row.entity === other.row.entity;
        const firsts = rows.filter((one) => rows.find((other) => isBeside(one, other)) === one);
        return firsts.map((one) => {
          const { tenantId, siteId, row } = one;
          return { tenantId, siteId, entity: row.entity, count: rows.filter((other) => isBeside(one, other)).length };
        });
      },
      due: async (scope, entity, at) =>
        ofSite(table.committed, scope)
          .filter((row) => row.entity === entity && row.nextTryAt !== null && row.nextTryAt <= at)
          .map(({ externalId }) => externalId),
      async byExternalIds(scope, entity, externalIds) {
        const found = [...new Set(externalIds)].map((id) => table.committed.get(keyOfRecord(scope, entity, id))?.row);
        return found.filter((row) => row !== undefined);
      },
    },
  };
}

function setApart(before: QuarantinedRecord | undefined, entity: ShopEntity, refused: SetApart, at: Date): QuarantinedRecord {
  const { externalId, code, reason, digest } = refused;
  const attempts = (before?.attempts ?? 0) + 1;
  const id = quarantineId(entity, externalId);
  return {
    id,
    entity,
    externalId,
    code,
    reason,
    digest,
    attempts,
    firstAt: before?.firstAt ?? at,
    lastAt: at,
    nextTryAt: nextTry(attempts, at),
  };
}

function isWanted(row: QuarantinedRecord, { entity, dismissed, search }: QuarantineFilter): boolean {
  return (
    (entity === undefined || row.entity === entity) &&
    (dismissed === undefined || (row.nextTryAt === null) === dismissed) &&
    (search === undefined || search === '' || row.externalId === search)
  );
}

function newestFirst(left: QuarantinedRecord, right: QuarantinedRecord): number {
  return right.lastAt.getTime() - left.lastAt.getTime() || compareText(left.id, right.id);
}
