import { CLOCK_SKEW_MAX_MS } from '@comptoir/core/kit/clock.js';
import { DEDUP_KEPT_MS } from '@comptoir/core/push-queue/push-queue-store.js';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** By how much clocks may be apart. */
export const CLOCK_SKEW: RawBuilder<unknown> = sql`make_interval(secs => ${CLOCK_SKEW_MAX_MS / 1000})`;

/**
 * Of a row of `queue_names`: nobody has the name any more, or it is kept for longer than names are, because the clock of whoever settled its
 * message was ahead.
 */
export function isFree(now: Date): RawBuilder<SqlBool> {
  const keptSecs = (DEDUP_KEPT_MS + CLOCK_SKEW_MAX_MS) / 1000;
  return sql`(queue_names.free_at <= ${now}
    or queue_names.free_at > greatest(${now}::timestamptz, now()) + make_interval(secs => ${keptSecs}))`;
}
