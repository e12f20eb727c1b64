import { type Kysely, sql } from 'kysely';

/**
 * What a clock that was ahead has written into the push queue, put right. "Ahead" is judged by the later of the caller's clock and the
 * database's: a caller whose clock is behind would take every lease for one that lasts too long.
 *
 * As in migration 0012, every call is planned anew and by indexes alone: leases from the end of theirs, messages from the end of each queue.
 */
const SETTINGS = `
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off set plan_cache_mode = force_custom_plan`;

const FUNCTIONS = [
  `create function queue_reclaim_ahead(app_ids text[], queues text[], lease_secs int[], called_at timestamptz, skew interval, most int)
  returns int language plpgsql ${SETTINGS} as $$
  declare reclaimed int;
    farthest timestamptz := greatest(called_at, clock_timestamp()) + skew;
  begin
    update queue_messages as message set lease_token = null, lease_until = null, attempts = attempts + 1, run_at = called_at
    from (
      select leased.id from queue_messages as leased
      join unnest(app_ids, queues, lease_secs) as horizon (app_id, queue, secs) on (leased.app_id, leased.queue) = (horizon.app_id, horizon.queue)
      where leased.lease_until > farthest and leased.lease_until > farthest + make_interval(secs => horizon.secs)
      limit most for update of leased skip locked
    ) as ahead
    where message.id = ahead.id;
    get diagnostics reclaimed = row_count;
    return reclaimed;
  end $$`,

  `create function queue_bring_forward(app_ids text[], queues text[], wait_secs int[], called_at timestamptz, skew interval, most int)
  returns int language plpgsql ${SETTINGS} as $$
  declare brought int;
    farthest timestamptz := greatest(called_at, clock_timestamp()) + skew;
  begin
    update queue_messages as message
    set created_at = least(message.created_at, called_at),
        run_at = called_at + case when message.attempts = 0 then message.run_at - message.created_at else interval '0' end
    from (
      select waiting.id from unnest(app_ids, queues, wait_secs) as horizon (app_id, queue, secs)
      cross join lateral (
        select late.id from queue_messages as late
        where late.app_id = horizon.app_id and late.queue = horizon.queue and late.lease_until is null and late.run_at > farthest
          and (late.created_at > farthest or (late.attempts > 0 and late.run_at > farthest + make_interval(secs => horizon.secs)))
        limit most for update skip locked
      ) as waiting
      limit most
    ) as ahead
    where message.id = ahead.id;
    get diagnostics brought = row_count;
    return brought;
  end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of FUNCTIONS) await sql.raw(statement).execute(db);
}
