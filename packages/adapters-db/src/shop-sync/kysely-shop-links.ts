import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ShopLinkStore, ShopLinkViews } from '@comptoir/core/shop-sync/shop-link.js';
import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { hasKey } from '../kit/has-key.js';
import { jsonText } from '../kit/json.js';
import { linkOf, linkRowOf, type ShopLinkTable } from './shop-sync-tables.js';

export function makeKyselyShopLinks(db: Handle): ShopLinkStore {
  return {
    // Not the row of the establishment: that one is locked whenever a product is sold or changed.
    async lock({ tenantId, siteId }) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`shop-sync\n${tenantId}\n${siteId}`}, 0))`.execute(db);
    },

    async put({ tenantId, siteId }, links) {
      if (links.length === 0) return;
      const rows = links.map((link) => ({ ...linkRowOf(link), tenant_id: tenantId, site_id: siteId }));
      await sql`
        insert into shop_links select * from jsonb_populate_recordset(null::shop_links, ${jsonText(rows)}::jsonb)
        on conflict (tenant_id, site_id, entity, external_id) do update set local_id = excluded.local_id, digest = excluded.digest,
          shop_updated_at = excluded.shop_updated_at, imported_at = excluded.imported_at, gone_at = excluded.gone_at`.execute(db);
    },
  };
}

export function makeKyselyShopLinkViews(db: Handle): ShopLinkViews {
  const ofEntity = ({ tenantId, siteId }: Scope, entity: ShopEntity) =>
    db.selectFrom('shop_links').where('tenant_id', '=', tenantId).where('site_id', '=', siteId).where('entity', '=', entity);
  return {
    // Each by itself: as one list they would be compared with every link of an establishment that is new to the statistics.
    async byExternalIds({ tenantId, siteId }, entity, externalIds) {
      const { rows } = await sql<Selectable<ShopLinkTable>>`
        select link.* from (select distinct unnest(${[...externalIds]}::text[]) as external_id) as wanted
        cross join lateral (
          select * from shop_links
          where tenant_id = ${tenantId} and site_id = ${siteId} and entity = ${entity} and shop_links.external_id = wanted.external_id offset 0
        ) as link`.execute(db);
      return rows.map(linkOf);
    },

    async present(scope, entity) {
      const rows = await ofEntity(scope, entity).select('external_id').where('gone_at', 'is', null).execute();
      return rows.map(({ external_id: externalId }) => externalId);
    },

    async byLocalId(scope, entity, localId) {
      const { tenantId, siteId } = scope;
      const key = [sql`${localId}::text`, sql`${entity}::text`, sql`${siteId}::uuid`, sql`${tenantId}::uuid`] as const;
      const row = await db
        .selectFrom('shop_links')
        .selectAll()
        .where(hasKey(['local_id', 'entity', 'site_id', 'tenant_id'], key))
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : linkOf(row);
    },
  };
}
