import type { KeyKind } from '@comptoir/core/api-keys/api-key.js';
import type { ApiKeyStore, ApiKeyViews, KeyUse } from '@comptoir/core/api-keys/api-key-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { ForeignKeyViolation } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { apiKeyOf, columnsOf } from './api-key-rows.js';

export function makeKyselyApiKeys(db: Handle): ApiKeyStore {
  return {
    async create({ tenantId, siteId }, key) {
      const owned = { tenant_id: uuidOf(tenantId), site_id: uuidOf(siteId), id: key.id, kind: key.kind };
      await db
        .insertInto('api_keys')
        .values({ ...owned, ...columnsOf(key) })
        .execute()
        .catch(asUnknownShop);
    },

    async change(scope, kind, id, decide) {
      const row = await ofSite(db, scope, kind).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = apiKeyOf(row);
      const { tenantId, siteId } = before;
      const after = { ...decide(before), id, kind, tenantId, siteId };
      await db.updateTable('api_keys').set(columnsOf(after)).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      return after;
    },

    async countUses(uses) {
      if (uses.length > 0) await counting(uses).execute(db);
    },
  };
}

function asUnknownShop(error: unknown): never {
  throw error instanceof ForeignKeyViolation ? new DomainError('unknown_shop', { cause: error }) : error;
}

/**
 * One statement for any number of uses. It locks the keys in the order of their ids, so that hosts that write at once wait for each
 * other instead of colliding; a use of a key that does not exist finds nothing to lock and counts for nothing.
 */
function counting(uses: readonly KeyUse[]): RawBuilder<unknown> {
  return sql`
    with sent as (
      select * from jsonb_to_recordset(${jsonText(uses.map(useRow))}::jsonb) as use (tenant text, id text, day date, calls bigint, at timestamptz)
    ), known as (
      select tenant_id, id from api_keys where (tenant_id::text, id) in (select tenant, id from sent) order by id for no key update
    ), used as (
      select known.tenant_id, known.id, sent.day, sum(sent.calls) as calls, max(sent.at) as last_at
      from known join sent on sent.id = known.id and sent.tenant = known.tenant_id::text
      group by known.tenant_id, known.id, sent.day
    ), counted as (
      insert into api_key_uses (tenant_id, key_id, day, calls) select tenant_id, id, day, calls from used
      on conflict (tenant_id, key_id, day) do update set calls = api_key_uses.calls + excluded.calls
    )
    update api_keys set last_used_at = greatest(api_keys.last_used_at, latest.at)
    from (select tenant_id, id, max(last_at) as at from used group by tenant_id, id) as latest
    where api_keys.tenant_id = latest.tenant_id and api_keys.id = latest.id`;
}

function useRow({ tenantId, keyId, day, calls, lastUsedAt }: KeyUse) {
  return { tenant: tenantId, id: keyId, day, calls, at: lastUsedAt };
}

export function makeKyselyApiKeyViews(db: Handle): ApiKeyViews {
  return {
    async byId(kind, id) {
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
      return row === undefined ? null : apiKeyOf(row);
    },

    async get(scope, kind, id) {
      const row = await ofSite(db, scope, kind).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : apiKeyOf(row);
    },

    async list(scope, kind, filter, now) {
      const found = ofSite(db, scope, kind).where(matches([sql.ref('name')], filter.search).$castTo<boolean>());
      const hasEnded = sql<boolean>`(revoked_at is not null or coalesce(expires_at <= ${now}, false))`;
      const matching = filter.ended === undefined ? found : found.where(hasEnded, '=', filter.ended);
      const { items, ...page } = await readPage(matching.orderBy('created_at', 'desc').orderBy(sql`id collate "C" desc`), filter);
      return { items: items.map(apiKeyOf), ...page };
    },

    async uses({ tenantId, siteId }, id, sinceDay) {
      return db
        .selectFrom('api_key_uses')
        .innerJoin('api_keys', (join) =>
          join.onRef('api_keys.tenant_id', '=', 'api_key_uses.tenant_id').onRef('api_keys.id', '=', 'api_key_uses.key_id'),
        )
        .select(['api_key_uses.day', 'api_key_uses.calls'])
        .where('api_keys.tenant_id', '=', uuidOf(tenantId))
        .where('api_keys.site_id', '=', uuidOf(siteId))
        .where('api_keys.id', '=', id)
        .where('api_key_uses.day', '>=', sinceDay)
        .orderBy('api_key_uses.day')
        .execute();
    },
  };
}

function ofSite(db: Handle, { tenantId, siteId }: Scope, kind: KeyKind) {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', uuidOf(tenantId))
    .where('site_id', '=', uuidOf(siteId))
    .where('kind', '=', kind);
}
