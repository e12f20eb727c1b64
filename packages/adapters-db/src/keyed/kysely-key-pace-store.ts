import { type KeyPaceStore, type PacedCall, type PaceTaking, paceBucket } from '@comptoir/core/keyed/key-pace-store.js';
import { type RatePolicy, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { hitsOfRow, makeKyselyRateLimits } from '../kit/kysely-rate-limit-store.js';
import { uuidOf } from '../kit/uuids.js';

/** Calls of many keys, counted in one statement. */
export function makeKyselyKeyPaces(db: Handle): KeyPaceStore {
  const { peek } = makeKyselyRateLimits(db);
  return {
    async take(calls, policy, now) {
      const { rows } = await takeEach(calls, policy, now).execute(db);
      const found = new Map(rows.map((row) => [row.n, row]));
      return Promise.all(
        calls.map(async ({ scope, keyId }, n): Promise<PaceTaking> => {
          const row = found.get(n);
          const taken = row !== undefined && row.hits !== null;
          const rate = taken
            ? rateStateOf(hitsOfRow({ hits: row.hits }), policy, now, true)
            : await peek(scope, paceBucket(keyId), policy, now);
          return { rate, version: row?.version ?? null };
        }),
      );
    },
  };
}

interface TakenRow {
  readonly n: number;
  /** Null when there was no room. */
  readonly hits: readonly unknown[] | null;
  readonly version: number;
}

/** No row for an establishment that is gone. Sorted, so that two who take from the same buckets do not wait in a circle. */
function takeEach(calls: readonly PacedCall[], { limit, windowSecs }: RatePolicy, now: Date): RawBuilder<TakenRow> {
  const at = now.getTime();
  const since = at - windowSecs * 1000;
  const wanted = calls.map(({ scope, keyId }, n) => ({
    n,
    tenant_id: uuidOf(scope.tenantId),
    site_id: uuidOf(scope.siteId),
    bucket: paceBucket(keyId),
  }));
  return sql`
    with call as materialized (
      select call.*, sites.version
      from jsonb_to_recordset(${jsonText(wanted)}::jsonb) as call (n int, tenant_id uuid, site_id uuid, bucket text)
      join sites on sites.tenant_id = call.tenant_id and sites.id = call.site_id
    ), taken as (
      insert into rate_limits (tenant_id, site_id, bucket, hits, updated_at)
      select tenant_id, site_id, bucket, array[${at}::bigint], ${now}::timestamptz from call
      order by tenant_id, site_id, bucket collate "C"
      on conflict (tenant_id, site_id, bucket) do update
        set hits = array(select hit from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) || ${at}::bigint,
            updated_at = ${now}
        where (select count(*) from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) < ${limit}::int
      returning tenant_id, site_id, bucket, hits
    )
    select n, version, hits from call left join taken using (tenant_id, site_id, bucket)`;
}
