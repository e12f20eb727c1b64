import type { Scope } from '@comptoir/core/kit/scope.js';
import type { VendorType } from '@comptoir/core/shop-sync/shop-records.js';
import type { VendorFilter, VendorViews } from '@comptoir/core/vendors/vendor-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { ofSite, uuids } from './vendor-conditions.js';
import { type VendorRow, vendorOf } from './vendor-rows.js';

export function makeKyselyVendorViews(db: Handle): VendorViews {
  const vendors = (scope: Scope) => db.selectFrom('vendors').selectAll().where(ofSite(scope));
  const standing = (scope: Scope) => vendors(scope).where('merged_into', 'is', null);

  return {
    async get(scope, id) {
      const row = await vendors(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : vendorOf(row);
    },

    async byShopIds({ tenantId, siteId }, ids) {
      const { rows } = await sql<VendorRow & { readonly wanted_type: VendorType | null; readonly wanted_id: string }>`
        select distinct on (wanted.external_id, wanted.type) vendor.*, wanted.type as wanted_type, wanted.external_id as wanted_id
        from jsonb_to_recordset(${jsonText(ids.map(({ type, externalId }) => ({ type, external_id: externalId })))}::jsonb)
          as wanted (type text, external_id text)
        join vendors named on named.tenant_id = ${tenantId} and named.site_id = ${siteId} and named.external_id = wanted.external_id
          and named.vendor_type is not distinct from wanted.type
        join vendors vendor on vendor.tenant_id = ${tenantId} and vendor.site_id = ${siteId}
          and vendor.id = coalesce(named.merged_into, named.id)
        order by wanted.external_id, wanted.type, (named.merged_into is null) desc, named.updated_at desc, named.id`.execute(db);
      return rows.map(({ wanted_type, wanted_id, ...row }) => ({ type: wanted_type, externalId: wanted_id, vendor: vendorOf(row) }));
    },

    async byPortalHash(hash) {
      const row = await db
        .selectFrom('vendors')
        .selectAll()
        .where(sql<boolean>`data -> 'portal' ->> 'hash' = ${hash}`)
        .where('merged_into', 'is', null)
        .executeTakeFirst();
      return row === undefined ? null : { tenantId: row.tenant_id, siteId: row.site_id, vendor: vendorOf(row) };
    },

    async list(scope, filter) {
      const found = standing(scope).where(isAskedFor(filter));
      const { items, ...page } = await readPage(found.orderBy(BY_NAME), filter);
      return { items: items.map(vendorOf), ...page };
    },

    all: async (scope) => (await standing(scope).orderBy(BY_NAME).execute()).map(vendorOf),

    async productCounts(scope, ids) {
      const { rows } = await sql<{ readonly id: string; readonly products: number }>`
        select default_vendor_id as id, count(*) as products from items
        where ${ofSite(scope)} and deleted_at is null and default_vendor_id = any (${uuids(ids)}) group by default_vendor_id`.execute(db);
      return new Map(rows.map(({ id, products }) => [id, products]));
    },
  };
}

const BY_NAME = sql`name collate "C", id`;

function isAskedFor({ search, type, active }: VendorFilter): RawBuilder<boolean> {
  const conditions = [
    hasWantedWords(sql.ref('search_words'), search),
    ...(type === undefined ? [] : [sql`vendor_type = ${type}`]),
    ...(active === undefined ? [] : [sql`(data -> 'active' is distinct from 'false'::jsonb) = ${active}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
