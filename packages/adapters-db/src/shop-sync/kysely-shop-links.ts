import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ShopLinkStore, ShopLinkViews } from '@comptoir/core/shop-sync/shop-link.js';
import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { linkOf, linkRowOf } from './shop-sync-tables.js';

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
    async byExternalIds(scope, entity, externalIds) {
      const ids = [...externalIds];
      const rows = await ofEntity(scope, entity).selectAll().where(sql<boolean>`external_id = any(${ids}::text[])`).execute();
      return rows.map(linkOf);
    },

    async present(scope, entity) {
      const rows = await ofEntity(scope, entity).select('external_id').where('gone_at', 'is', null).execute();
      return rows.map(({ external_id: externalId }) => externalId);
    },

    async byLocalId(scope, entity, localId) {
      const row = await ofEntity(scope, entity).selectAll().where('local_id', '=', localId).limit(1).executeTakeFirst();
      return row === undefined ? null : linkOf(row);
    },
  };
}
