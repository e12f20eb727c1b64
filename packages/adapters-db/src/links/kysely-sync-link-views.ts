import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncLinkViews } from '@comptoir/core/links/sync-link-store.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { deliveryOf, linkOf } from './sync-link-tables.js';

export function makeKyselySyncLinkViews(db: Handle): SyncLinkViews {
  const links = ({ tenantId, siteId }: Scope) =>
    db.selectFrom('sync_links').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
  const deliveries = ({ tenantId, siteId }: Scope) =>
    db.selectFrom('sync_deliveries').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);

  return {
    async get(scope, id) {
      const row = await links(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : linkOf(row);
    },
    async find(id) {
      const row = await db.selectFrom('sync_links').selectAll().where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : linkOf(row);
    },
    async list(scope) {
      return (await links(scope).orderBy('created_at').orderBy('id').execute()).map(linkOf);
    },
    async delivery(scope, id) {
      const row = await deliveries(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : deliveryOf(row);
    },
    async deliveries(scope, { linkId, state, ...page }) {
      let query = deliveries(scope);
      if (linkId !== undefined) query = query.where('link_id', '=', uuidOf(linkId));
      if (state !== undefined) query = query.where('state', '=', state);
      const { items, ...rest } = await readPage(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
      return { items: items.map(deliveryOf), ...rest };
    },
  };
}
