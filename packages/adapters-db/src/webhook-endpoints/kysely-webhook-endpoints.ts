import type { Scope } from '@comptoir/core/kit/scope.js';
import type { EndpointScope } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import type { WebhookEndpointStore } from '@comptoir/core/webhook-endpoints/webhook-endpoint-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { insertion } from '../kit/row-set.js';
import { uuidOf } from '../kit/uuids.js';
import { deliveryColumns, deliveryOf, deliveryRow, endpointColumns, endpointOf } from './webhook-endpoint-tables.js';

export function makeKyselyWebhookEndpoints(db: Handle): WebhookEndpointStore {
  return { ...endpointWrites(db), ...deliveryWrites(db) };
}

type EndpointWrites = Pick<WebhookEndpointStore, 'create' | 'change' | 'remove' | 'listening'>;

function endpointWrites(db: Handle): EndpointWrites {
  return {
    async create({ tenantId, siteId }, endpoint) {
      const row = { tenant_id: tenantId, site_id: siteId, id: endpoint.id, created_at: endpoint.createdAt, ...endpointColumns(endpoint) };
      await db.insertInto('webhook_endpoints').values(row).execute().catch(asUnknownRecord);
    },

    async change(scope, id, decide) {
      // Not the lock of a deletion: whoever makes a change adds deliveries to the endpoint meanwhile.
      const row = await db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where(isOwn(scope))
        .where('id', '=', uuidOf(id))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const before = endpointOf(row);
      const after = decide(before);
      if (after === before) return before;
      await db.updateTable('webhook_endpoints').set(endpointColumns(after)).where(isOwn(scope)).where('id', '=', before.id).execute();
      return after;
    },

    async remove(scope, id) {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_endpoints')
        .where(isOwn(scope))
        .where('id', '=', uuidOf(id))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    listening: ({ tenantId, siteId }) =>
      db
        .selectFrom('webhook_endpoints')
        .select(['id', 'types'])
        .where('tenant_id', '=', tenantId)
        .where(sql<boolean>`(site_id is null or site_id = ${siteId})`)
        .where('disabled_at', 'is', null)
        .orderBy('id')
        .forKeyShare()
        .execute(),
  };
}

type DeliveryWrites = Pick<WebhookEndpointStore, 'addDeliveries' | 'changeDelivery' | 'releaseFailed' | 'forgetBefore'>;

function deliveryWrites(db: Handle): DeliveryWrites {
  return {
    async addDeliveries({ tenantId, siteId }, deliveries) {
      const rows = deliveries.map((delivery) => ({ tenant_id: tenantId, site_id: siteId, ...deliveryRow(delivery) }));
      await insertion('webhook_deliveries', rows).execute(db);
    },

    async changeDelivery({ tenantId, siteId }, id, decide) {
      const row = await db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const after = decide(deliveryOf(row));
      const update = db.updateTable('webhook_deliveries').set(deliveryColumns(after)).where('tenant_id', '=', tenantId);
      await update.where('id', '=', row.id).execute();
      return after;
    },

    async releaseFailed(scope, endpointId, since, limit) {
      const { rows } = await sql<{ readonly id: string; readonly siteId: string }>`
        with chosen as (
          select id from webhook_deliveries
          where tenant_id = ${scope.tenantId} and state = 'failed' and created_at >= ${since}
            and endpoint_id in (select id from webhook_endpoints where ${isOwn(scope)} and id = ${uuidOf(endpointId)})
          order by created_at, id limit ${limit} for update
        ), released as (
          update webhook_deliveries as delivery set state = 'waiting', attempts = 0
          from chosen where delivery.tenant_id = ${scope.tenantId} and delivery.id = chosen.id
          returning delivery.id, delivery.site_id, delivery.created_at
        )
        select id, site_id as "siteId" from released order by created_at, id`.execute(db);
      return rows;
    },

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Whether an endpoint hears of the establishment, as a part of another statement. */
export function isHeardOf({ tenantId, siteId }: Pick<Scope, 'tenantId' | 'siteId'>) {
  return sql<boolean>`exists (
    select from webhook_endpoints
    where tenant_id = ${tenantId} and (site_id is null or site_id = ${siteId}) and disabled_at is null
  )`;
}

/** Endpoints of the establishment, or those of the whole organisation. */
export function isOwn({ tenantId, siteId }: EndpointScope) {
  return sql<boolean>`(tenant_id = ${tenantId} and site_id is not distinct from ${siteId}::uuid)`;
}
