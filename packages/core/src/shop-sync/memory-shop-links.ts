import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { ShopLink, ShopLinkStore, ShopLinkViews } from './shop-link.js';
import type { ShopEntity } from './shop-records.js';
import { keyOfRecord, ofSite, type SiteRow } from './site-rows.js';

export type ShopLinkTable = MemoryTable<SiteRow<ShopLink>>;

/** What records of shops are here, without a database: one transaction runs at a time, so nobody waits for a lock. */
export function makeMemoryShopLinks(table: ShopLinkTable): { store: ShopLinkStore; views: ShopLinkViews } {
  return {
    store: {
      lock: async () => undefined,
      async put({ tenantId, siteId }, links) {
        for (const row of links) table.set(keyOfRecord({ tenantId, siteId }, row.entity, row.externalId), { tenantId, siteId, row });
      },
    },
    views: {
      async byExternalIds(scope, entity, externalIds) {
        const found = [...new Set(externalIds)].map((id) => table.committed.get(keyOfRecord(scope, entity, id))?.row);
        return found.filter((link) => link !== undefined);
      },
      present: async (scope, entity) =>
        linksOf(table.committed, scope, entity)
          .filter(({ goneAt }) => goneAt === null)
          .map(({ externalId }) => externalId),
      byLocalId: async (scope, entity, localId) => linksOf(table.committed, scope, entity).find((link) => link.localId === localId) ?? null,
    },
  };
}

function linksOf(rows: MemoryRows<SiteRow<ShopLink>>, scope: Scope, entity: ShopEntity): ShopLink[] {
  return ofSite(rows, scope).filter((link) => link.entity === entity);
}
