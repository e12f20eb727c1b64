import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncLinkStore } from '@comptoir/core/links/sync-link-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { insertion } from '../kit/row-set.js';
import { uuidOf } from '../kit/uuids.js';
import { callOf, deliveryColumns, deliveryOf, deliveryRow, linkColumns, linkOf, movementOf } from './sync-link-tables.js';

export function makeKyselySyncLinks(db: Handle): SyncLinkStore {
  const keyOf = ({ tenantId, siteId }: Scope, linkId: string) => ({ tenant_id: tenantId, site_id: siteId, link_id: uuidOf(linkId) });

  return {
    ...linkWrites(db),
    ...deliveryWrites(db),

    async recall({ tenantId, siteId }, linkId, callId) {
      const row = await db
        .selectFrom('sync_calls')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('link_id', '=', uuidOf(linkId))
        .where('id', '=', callId)
        .executeTakeFirst();
      return row === undefined ? null : callOf(row);
    },

    async remember(scope, linkId, { id, digest, answer, at }) {
      await db
        .insertInto('sync_calls')
        .values({ ...keyOf(scope, linkId), id, digest, answer: json(answer), at })
        .execute();
    },

    async knownMovements({ tenantId, siteId }, linkId, ids) {
      const rows = await db
        .selectFrom('sync_movements')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('link_id', '=', uuidOf(linkId))
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute();
      return rows.map(movementOf);
    },

    async addMovements(scope, linkId, movements) {
      const rows = movements.map((movement) => ({ ...keyOf(scope, linkId), ...movement }));
      await insertion('sync_movements', rows).execute(db);
    },

    async forgetBefore(callsBefore, deliveriesBefore) {
      const calls = await db.deleteFrom('sync_calls').where('at', '<', callsBefore).executeTakeFirst();
      const deliveries = await db
        .deleteFrom('sync_deliveries')
        .where('created_at', '<', deliveriesBefore)
        .where('state', 'in', ['delivered', 'dead'])
        .executeTakeFirst();
      return Number(calls.numDeletedRows + deliveries.numDeletedRows);
    },
  };
}

type LinkWrites = Pick<SyncLinkStore, 'create' | 'change' | 'remove' | 'addressees'>;

function linkWrites(db: Handle): LinkWrites {
  return {
    async create({ tenantId, siteId }, link) {
      const row = { tenant_id: tenantId, site_id: siteId, id: link.id, created_at: link.createdAt, ...linkColumns(link) };
      await db.insertInto('sync_links').values(row).execute().catch(asUnknownRecord);
    },

    async change({ tenantId, siteId }, id, decide) {
      // Not the lock of a deletion: whoever records a sale adds deliveries to the link meanwhile.
      const row = await db
        .selectFrom('sync_links')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const before = linkOf(row);
      const after = decide(before);
      if (after === before) return before;
      const update = db.updateTable('sync_links').set(linkColumns(after)).where('tenant_id', '=', tenantId);
      await update.where('site_id', '=', siteId).where('id', '=', before.id).execute();
      return after;
    },

    async remove({ tenantId, siteId }, id) {
      const removal = db.deleteFrom('sync_links').where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
      const { numDeletedRows } = await removal.where('id', '=', uuidOf(id)).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async addressees({ tenantId, siteId }) {
      // They stay until the transaction ends: a link that is revoked meanwhile must not undo a sale.
      const rows = await db
        .selectFrom('sync_links')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('url', 'is not', null)
        .orderBy('id')
        .forKeyShare()
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

type DeliveryWrites = Pick<SyncLinkStore, 'addDeliveries' | 'changeDelivery' | 'release'>;

function deliveryWrites(db: Handle): DeliveryWrites {
  return {
    async addDeliveries(scope, deliveries) {
      const rows = deliveries.map((delivery) => deliveryRow(scope, delivery));
      if (rows.length > 0) await db.insertInto('sync_deliveries').values(rows).execute();
    },

    async changeDelivery({ tenantId, siteId }, id, decide) {
      const row = await db
        .selectFrom('sync_deliveries')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const after = decide(deliveryOf(row));
      const update = db.updateTable('sync_deliveries').set(deliveryColumns(after)).where('tenant_id', '=', tenantId);
      await update.where('site_id', '=', siteId).where('id', '=', row.id).execute();
      return after;
    },

    async release({ tenantId, siteId }, linkId) {
      const { rows } = await sql<{ readonly id: string }>`
        with released as (
          update sync_deliveries set state = 'waiting'
          where tenant_id = ${tenantId} and site_id = ${siteId} and link_id = ${uuidOf(linkId)} and state = 'held'
          returning id, created_at
        )
        select id from released order by created_at, id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
