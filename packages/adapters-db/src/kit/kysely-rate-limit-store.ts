import { type RateLimitStore, type RatePolicy, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from './database-handle.js';

/** One row per bucket holds the instants of its takings (ms); its lock makes concurrent takers count one after the other. */
export function makeKyselyRateLimits(db: Handle): RateLimitStore {
  const hitsOf = async ({ tenantId, siteId }: Scope, bucket: string): Promise<number[]> => {
    const { rows } = await sql<{ hits: unknown[] }>`
      select hits from rate_limits where tenant_id = ${tenantId} and site_id = ${siteId} and bucket = ${bucket}`.execute(db);
    return numbers(rows[0]?.hits);
  };
  const peek = async (scope: Scope, bucket: string, policy: RatePolicy, now: Date) =>
    rateStateOf(await hitsOf(scope, bucket), policy, now, false);

  return {
    async take(scope, bucket, policy, now) {
      const at = now.getTime();
      const since = at - policy.windowSecs * 1000;
      const { rows } = await sql<{ hits: unknown[] }>`
        insert into rate_limits (tenant_id, site_id, bucket, hits, updated_at)
        values (${scope.tenantId}, ${scope.siteId}, ${bucket}, array[${at}::bigint], ${now})
        on conflict (tenant_id, site_id, bucket) do update
          set hits = array(select hit from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) || ${at}::bigint,
              updated_at = ${now}
          where (select count(*) from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) < ${policy.limit}::int
        returning hits`.execute(db);
      const [row] = rows;
      return row === undefined ? peek(scope, bucket, policy, now) : rateStateOf(numbers(row.hits), policy, now, true);
    },

    peek,

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('rate_limits').where('updated_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Drivers read the elements of a bigint array as text or as numbers. */
function numbers(values: readonly unknown[] | undefined): number[] {
  return (values ?? []).map(Number);
}
