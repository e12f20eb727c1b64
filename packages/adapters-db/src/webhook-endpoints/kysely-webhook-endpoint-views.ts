import { cursorPage } from '@comptoir/core/kit/page.js';
import { placeCursorOf, readPlaceCursor } from '@comptoir/core/kit/place-cursor.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { EndpointScope } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import type { WebhookEndpointViews } from '@comptoir/core/webhook-endpoints/webhook-endpoint-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { isOwn } from './kysely-webhook-endpoints.js';
import { deliveryOf, endpointOf } from './webhook-endpoint-tables.js';

export function makeKyselyWebhookEndpointViews(db: Handle): WebhookEndpointViews {
  const endpoints = (scope: EndpointScope) => db.selectFrom('webhook_endpoints').selectAll().where(isOwn(scope));
  const heard = ({ tenantId, siteId }: Scope) =>
    db.selectFrom('webhook_endpoints').where('tenant_id', '=', tenantId).where(sql<boolean>`(site_id is null or site_id = ${siteId})`);
  const deliveries = (scope: EndpointScope) =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('tenant_id', '=', scope.tenantId)
      .where(sql<boolean>`endpoint_id in (select id from webhook_endpoints where ${isOwn(scope)})`);

  return {
    async get(scope, id) {
      const row = await endpoints(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : endpointOf(row);
    },
    async list(scope, { search, ...page }) {
      let query = endpoints(scope).orderBy('created_at').orderBy('id');
      const words = search?.toLowerCase() ?? '';
      if (words !== '') query = query.where(sql<boolean>`position(${words} in lower(name || E'\n' || url)) > 0`);
      const { items, ...rest } = await readPage(query, page);
      return { items: items.map(endpointOf), ...rest };
    },
    async hearing(scope, id) {
      const row = await heard(scope).selectAll().where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : endpointOf(row);
    },
    async delivery(scope, id) {
      const row = await deliveries(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : deliveryOf(row);
    },
    async ofSite({ tenantId, siteId }, id) {
      const query = db.selectFrom('webhook_deliveries').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
      const row = await query.where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : deliveryOf(row);
    },
    async deliveries(scope, { cursor, limit, endpointId, type, state, from, to }) {
      const after = readPlaceCursor(cursor);
      let query = deliveries(scope).orderBy('created_at', 'desc').orderBy('id', 'desc');
      if (after !== null) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${uuidOf(after.id)}::uuid)`);
      if (endpointId !== undefined) query = query.where('endpoint_id', '=', uuidOf(endpointId));
      if (type !== undefined) query = query.where('type', '=', type);
      if (state !== undefined) query = query.where('state', '=', state);
      if (from !== undefined) query = query.where('created_at', '>=', from);
      if (to !== undefined) query = query.where('created_at', '<', to);
      const rows = await query.limit(limit + 1).execute();
      return cursorPage(rows.map(deliveryOf), limit, ({ createdAt: at, id }) => placeCursorOf({ at, id }));
    },
  };
}
