import { type Kysely, sql } from 'kysely';

/**
 * What a dispatcher does all the time, each in one round trip and a transaction of its own. They are functions, because a function has
 * settings for its plans, and the statistics of a queue are always of another time:
 * - a plan that is kept from when the queue was empty reads all of a full one for each message: every call is planned anew, from
 *   the size that the table has then (`plan_cache_mode`);
 * - and only by indexes. A plan that has no other way than one that is switched off looks so dear that the server would compile it,
 *   for a second (`jit`).
 *
 * Nobody is told of what they write, so losing it in a crash of the server is as good as not having written it: the lease ends, and the
 * message is delivered again. So they do not wait for the disk.
 */
const SETTINGS = `
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off set plan_cache_mode = force_custom_plan`;
const WITHOUT_WAITING = `perform set_config('synchronous_commit', 'off', true)`;

/** The names of messages that are gone, locked in the order in which they are taken; then free from `free_from` on. */
const FREE_NAMES = `freed as (
    select name.app_id, name.queue, name.dedup_id from gone join queue_names as name
      on (name.app_id, name.queue, name.dedup_id, name.message_id) = (gone.app_id, gone.queue, gone.dedup_id, gone.id)
    order by name.app_id collate "C", name.queue collate "C", name.dedup_id collate "C" for update of name
  ), renamed as (
    update queue_names as name set free_at = free_from from freed
    where (name.app_id, name.queue, name.dedup_id) = (freed.app_id, freed.queue, freed.dedup_id)
  )`;

const FUNCTIONS = [
  // Each queue is read from its place in the index on, and only as far as it is asked for.
  `create function queue_claim(
    app_ids text[], queues text[], limits int[], lease_untils timestamptz[], after_run_ats timestamptz[], after_ids uuid[],
    token uuid, due_until timestamptz
  ) returns setof queue_messages language plpgsql ${SETTINGS} as $$
  begin
    ${WITHOUT_WAITING};
    return query with picked as (
      select due.id, wanted.until
      from unnest(app_ids, queues, limits, lease_untils, after_run_ats, after_ids)
        as wanted (app_id, queue, most, until, after_run_at, after_id)
      cross join lateral (
        select message.id from queue_messages as message
        where message.app_id = wanted.app_id and message.queue = wanted.queue and message.lease_until is null
          and message.run_at <= due_until and (message.run_at, message.id) > (wanted.after_run_at, wanted.after_id)
        order by message.run_at, message.id limit wanted.most for update skip locked
      ) as due
    )
    update queue_messages as message set lease_token = token, lease_until = picked.until
    from picked where message.id = picked.id
    returning message.*;
  end $$`,

  `create function queue_acknowledge(ids uuid[], tokens uuid[], free_from timestamptz) returns int language plpgsql ${SETTINGS} as $$
  declare settled int;
  begin
    ${WITHOUT_WAITING};
    with gone as (
      delete from queue_messages as message using unnest(ids, tokens) as lease (id, token)
      where message.id = lease.id and message.lease_token = lease.token
      returning message.id, message.app_id, message.queue, message.dedup_id
    ), ${FREE_NAMES}
    select count(*) into settled from gone;
    return settled;
  end $$`,

  `create function queue_put_back(ids uuid[], tokens uuid[], all_attempts int[], run_ats timestamptz[]) returns int
  language plpgsql ${SETTINGS} as $$
  declare settled int;
  begin
    ${WITHOUT_WAITING};
    update queue_messages as message set lease_token = null, lease_until = null, attempts = lease.attempts, run_at = lease.run_at
    from unnest(ids, tokens, all_attempts, run_ats) as lease (id, token, attempts, run_at)
    where message.id = lease.id and message.lease_token = lease.token;
    get diagnostics settled = row_count;
    return settled;
  end $$`,

  `create function queue_bury(
    ids uuid[], tokens uuid[], all_attempts int[], statuses int[], errors text[], died_at timestamptz, free_from timestamptz
  ) returns int language plpgsql ${SETTINGS} as $$
  declare settled int;
  begin
    ${WITHOUT_WAITING};
    with gone as (
      delete from queue_messages as message
      using unnest(ids, tokens, all_attempts, statuses, errors) as lease (id, token, all_attempts, status, error)
      where message.id = lease.id and message.lease_token = lease.token
      returning message.*, lease.all_attempts, lease.status, lease.error
    ), buried as (
      insert into queue_dead_letters (id, app_id, queue, payload, attempts, max_attempts, last_status, last_error, created_at, dead_at)
      select id, app_id, queue, payload, gone.all_attempts, max_attempts, status, error, created_at, died_at from gone
    ), ${FREE_NAMES}
    select count(*) into settled from gone;
    return settled;
  end $$`,

  `create function queue_reclaim(ended_after timestamptz, ended_by timestamptz, most int) returns int language plpgsql ${SETTINGS} as $$
  declare reclaimed int;
  begin
    ${WITHOUT_WAITING};
    update queue_messages as message set lease_token = null, lease_until = null, attempts = attempts + 1, run_at = ended_by
    from (
      select id from queue_messages where lease_until <= ended_by and lease_until > ended_after
      order by lease_until limit most for update skip locked
    ) as ended
    where message.id = ended.id;
    get diagnostics reclaimed = row_count;
    return reclaimed;
  end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of FUNCTIONS) await sql.raw(statement).execute(db);
}
