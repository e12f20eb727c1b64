import { type RateLimitStore, type RatePolicy, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database-handle.js';

/** One row per bucket holds the instants of its takings (ms); its lock makes concurrent takers count one after the other. */
export function makeKyselyRateLimits(db: Handle): RateLimitStore {
  const hitsOf = async ({ tenantId, siteId }: Scope, bucket: string): Promise<number[]> => {
    const { rows } = await sql<HitsRow>`
      select hits from rate_limits where tenant_id = ${tenantId} and site_id = ${siteId} and bucket = ${bucket}`.execute(db);
    return hitsOfRow(rows[0]);
  };
  const peek = async (scope: Scope, bucket: string, policy: RatePolicy, now: Date) =>
    rateStateOf(await hitsOf(scope, bucket), policy, now, false);

  return {
    async take(scope, bucket, policy, now) {
      const { rows } = await rateTake(scope, bucket, policy, now).execute(db);
      const [row] = rows;
      return row === undefined ? peek(scope, bucket, policy, now) : rateStateOf(hitsOfRow(row), policy, now, true);
    },

    peek,

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('rate_limits').where('updated_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export interface HitsRow {
  readonly hits: readonly unknown[];
}

/**
 * Takes one and returns the bucket, or no row when there is no room. `where` is a further condition, so that a larger statement
 * can take only if something else in it succeeded.
 */
export function rateTake(
  { tenantId, siteId }: Scope,
  bucket: string,
  { limit, windowSecs }: RatePolicy,
  now: Date,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<HitsRow> {
  const at = now.getTime();
  const since = at - windowSecs * 1000;
  return sql`
    insert into rate_limits (tenant_id, site_id, bucket, hits, updated_at)
    select ${tenantId}::uuid, ${siteId}::uuid, ${bucket}, array[${at}::bigint], ${now}::timestamptz where ${where}
    on conflict (tenant_id, site_id, bucket) do update
      set hits = array(select hit from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) || ${at}::bigint,
          updated_at = ${now}
      where (select count(*) from unnest(rate_limits.hits) as hit where hit > ${since}::bigint) < ${limit}::int
    returning hits`;
}

/** Drivers read the elements of a bigint array as text or as numbers. */
export function hitsOfRow(row: HitsRow | undefined): number[] {
  return (row?.hits ?? []).map(Number);
}
