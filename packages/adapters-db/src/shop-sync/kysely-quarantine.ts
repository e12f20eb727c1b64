import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { nextTry, type QuarantineStore, type QuarantineViews, quarantineId } from '@comptoir/core/shop-sync/quarantine.js';
import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { quarantinedOf } from './shop-sync-tables.js';

/** As `nextTry` of the core: an hour, two, four … at most a day. */
const NEXT_TRY = sql`excluded.last_at + make_interval(hours => least(24, power(2, least(kept.attempts, 5)))::int)`;

export function makeKyselyQuarantine(db: Handle): QuarantineStore {
  return {
    async put({ tenantId, siteId }, entity, refused, at) {
      if (refused.length === 0) return;
      const rows = refused.map(({ externalId, code, reason, digest }) => ({
        ...{ entity, code, reason, digest },
        tenant_id: tenantId,
        site_id: siteId,
        id: quarantineId(entity, externalId),
        external_id: externalId,
        attempts: 1,
        first_at: at,
        last_at: at,
        next_try_at: nextTry(1, at),
      }));
      await sql`
        insert into sync_quarantine as kept select * from jsonb_populate_recordset(null::sync_quarantine, ${jsonText(rows)}::jsonb)
        on conflict (tenant_id, site_id, id) do update set code = excluded.code, reason = excluded.reason, digest = excluded.digest,
          attempts = kept.attempts + 1, last_at = excluded.last_at, next_try_at = ${NEXT_TRY}`.execute(db);
    },

    async clear({ tenantId, siteId }, entity, externalIds) {
      const { numDeletedRows } = await db
        .deleteFrom('sync_quarantine')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where(isAnyOf(externalIds.map((externalId) => quarantineId(entity, externalId))))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async setNextTry({ tenantId, siteId }, id, at) {
      const row = await db
        .updateTable('sync_quarantine')
        .set({ next_try_at: at })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      return quarantinedOf(row);
    },
  };
}

export function makeKyselyQuarantineViews(db: Handle): QuarantineViews {
  return {
    async get(scope, id) {
      const row = await ofSite(db, scope).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : quarantinedOf(row);
    },

    async list(scope, filter) {
      const { entity, dismissed, search } = filter;
      const matching = ofSite(db, scope)
        .$if(entity !== undefined, (query) => query.where('entity', '=', entity ?? 'orders'))
        .$if(dismissed !== undefined, (query) => query.where('next_try_at', dismissed === true ? 'is' : 'is not', null))
        .$if(search !== undefined && search !== '', (query) => query.where('external_id', '=', search ?? ''));
      const { items, ...page } = await readPage(matching.orderBy('last_at', 'desc').orderBy(sql`id collate "C"`), filter);
      return { ...page, items: items.map(quarantinedOf) };
    },

    async waiting() {
      const { rows } = await sql<{
        readonly tenant_id: string;
        readonly site_id: string;
        readonly entity: ShopEntity;
        readonly count: number;
      }>`
        select tenant_id, site_id, entity, count(*)::int as count from sync_quarantine where next_try_at is not null group by 1, 2, 3`.execute(
        db,
      );
      return rows.map(({ tenant_id: tenantId, site_id: siteId, entity, count }) => ({ tenantId, siteId, entity, count }));
    },

    async due(scope, entity, at) {
      const rows = await ofSite(db, scope).where('entity', '=', entity).where('next_try_at', '<=', at).execute();
      return rows.map(({ external_id: externalId }) => externalId);
    },

    async byExternalIds(scope, entity, externalIds) {
      const ids = externalIds.map((externalId) => quarantineId(entity, externalId));
      return (await ofSite(db, scope).where(isAnyOf(ids)).execute()).map(quarantinedOf);
    },
  };
}

function isAnyOf(ids: readonly string[]) {
  return sql<boolean>`id = any(${[...ids]}::text[])`;
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('sync_quarantine').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}
