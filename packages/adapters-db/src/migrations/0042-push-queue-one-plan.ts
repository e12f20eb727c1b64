import { type Kysely, sql } from 'kysely';

/**
 * The functions of migrations 0012 and 0040 again, each of whose statements has one plan that can be made of it.
 *
 * Where a queue was analyzed while its table held nothing but dead rows, the planner takes the table for empty however full it is a second later, until
 * it is analyzed anew. To join what was picked to its rows it then reads all rows in the order of their ids, for each claim: the queue stood for a minute. So
 * nothing is joined. Rows are named by an array of ids, for which there is only their index; and what is looked up for each element of a list
 * is a lateral query with a limit, which cannot become the outer side. Then no plan depends on statistics, and one that is kept is as good as a new one.
 *
 * As before they are planned by indexes alone, and what they write does not wait for the disk (migration 0012 says why).
 */
const SETTINGS = `
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off set plan_cache_mode = force_generic_plan`;
const WITHOUT_WAITING = `perform set_config('synchronous_commit', 'off', true)`;

/** Of the leases that were given, those that are still held. */
const HELD = `cross join lateral (
        select message.id from queue_messages as message where message.id = lease.id and message.lease_token = lease.token limit 1
      ) as held`;
/** A row that was leased anew since it was looked up has another token. */
const STILL_HELD = 'message.lease_token = any(tokens)';

/** The names of messages that are gone, free from `free_from` on: one after the other, in the order in which they are taken. */
const NAMED = `array_agg(row(app_id, queue, dedup_id, id, null)::queue_names
        order by app_id collate "C", queue collate "C", dedup_id collate "C") filter (where dedup_id is not null)`;
const FREE_NAMES = `foreach name in array coalesce(named, '{}') loop
      update queue_names as taken set free_at = free_from
      where taken.app_id = name.app_id and taken.queue = name.queue and taken.dedup_id = name.dedup_id and taken.message_id = name.message_id;
    end loop`;

const FUNCTIONS = [
  `create or replace function queue_claim(
    app_ids text[], queues text[], limits int[], lease_untils timestamptz[], after_run_ats timestamptz[], after_ids uuid[],
    token uuid, due_until timestamptz
  ) returns setof queue_messages language plpgsql ${SETTINGS} as $$
  declare picked uuid[]; untils timestamptz[];
  begin
    ${WITHOUT_WAITING};
    select array_agg(due.id), array_agg(wanted.until) into picked, untils
    from unnest(app_ids, queues, limits, lease_untils, after_run_ats, after_ids)
      as wanted (app_id, queue, most, until, after_run_at, after_id)
    cross join lateral (
      select message.id from queue_messages as message
      where message.app_id = wanted.app_id and message.queue = wanted.queue and message.lease_until is null
        and message.run_at <= due_until and (message.run_at, message.id) > (wanted.after_run_at, wanted.after_id)
      order by message.run_at, message.id limit wanted.most for update skip locked
    ) as due;
    if picked is null then return; end if;
    return query update queue_messages as message
      set lease_token = token, lease_until = untils[array_position(picked, message.id)]
      where message.id = any(picked)
      returning message.*;
  end $$`,

  `create or replace function queue_acknowledge(ids uuid[], tokens uuid[], free_from timestamptz) returns int language plpgsql ${SETTINGS} as $$
  declare settled int; named queue_names[]; name queue_names;
  begin
    ${WITHOUT_WAITING};
    with gone as (
      delete from queue_messages as message
      where message.id = any(array(select held.id from unnest(ids, tokens) as lease (id, token) ${HELD})) and ${STILL_HELD}
      returning message.id, message.app_id, message.queue, message.dedup_id
    )
    select count(*), ${NAMED} into settled, named from gone;
    ${FREE_NAMES};
    return settled;
  end $$`,

  `create or replace function queue_put_back(ids uuid[], tokens uuid[], all_attempts int[], run_ats timestamptz[]) returns int
  language plpgsql ${SETTINGS} as $$
  declare settled int; own uuid[]; own_attempts int[]; own_run_ats timestamptz[];
  begin
    ${WITHOUT_WAITING};
    select array_agg(lease.id), array_agg(lease.attempts), array_agg(lease.run_at) into own, own_attempts, own_run_ats
    from unnest(ids, tokens, all_attempts, run_ats) as lease (id, token, attempts, run_at) ${HELD};
    update queue_messages as message set lease_token = null, lease_until = null,
      attempts = own_attempts[array_position(own, message.id)], run_at = own_run_ats[array_position(own, message.id)]
    where message.id = any(own) and ${STILL_HELD};
    get diagnostics settled = row_count;
    return settled;
  end $$`,

  `create or replace function queue_bury(
    ids uuid[], tokens uuid[], all_attempts int[], statuses int[], errors text[], died_at timestamptz, free_from timestamptz
  ) returns int language plpgsql ${SETTINGS} as $$
  declare settled int; named queue_names[]; name queue_names; own uuid[]; own_attempts int[]; own_statuses int[]; own_errors text[];
  begin
    ${WITHOUT_WAITING};
    select array_agg(lease.id), array_agg(lease.attempts), array_agg(lease.status), array_agg(lease.error)
    into own, own_attempts, own_statuses, own_errors
    from unnest(ids, tokens, all_attempts, statuses, errors) as lease (id, token, attempts, status, error) ${HELD};
    with gone as (
      delete from queue_messages as message where message.id = any(own) and ${STILL_HELD}
      returning message.*, array_position(own, message.id) as place
    ), buried as (
      insert into queue_dead_letters (id, app_id, queue, payload, attempts, max_attempts, last_status, last_error, created_at, dead_at)
      select id, app_id, queue, payload, own_attempts[place], max_attempts, own_statuses[place], own_errors[place], created_at, died_at from gone
    )
    select count(*), ${NAMED} into settled, named from gone;
    ${FREE_NAMES};
    return settled;
  end $$`,

  `create or replace function queue_reclaim(ended_after timestamptz, ended_by timestamptz, most int) returns int language plpgsql ${SETTINGS} as $$
  declare reclaimed int;
  begin
    ${WITHOUT_WAITING};
    update queue_messages as message set lease_token = null, lease_until = null, attempts = attempts + 1, run_at = ended_by
    where message.id = any(array(
      select ended.id from queue_messages as ended where ended.lease_until <= ended_by and ended.lease_until > ended_after
      order by ended.lease_until limit most for update skip locked
    ));
    get diagnostics reclaimed = row_count;
    return reclaimed;
  end $$`,

  `create or replace function queue_reclaim_ahead(
    app_ids text[], queues text[], lease_secs int[], called_at timestamptz, skew interval, most int
  ) returns int language plpgsql ${SETTINGS} as $$
  declare reclaimed int;
    farthest timestamptz := greatest(called_at, clock_timestamp()) + skew;
  begin
    update queue_messages as message set lease_token = null, lease_until = null, attempts = attempts + 1, run_at = called_at
    where message.id = any(array(
      select leased.id from unnest(app_ids, queues, lease_secs) as horizon (app_id, queue, secs)
      cross join lateral (
        select late.id from queue_messages as late
        where late.app_id = horizon.app_id and late.queue = horizon.queue
          and late.lease_until > farthest and late.lease_until > farthest + make_interval(secs => horizon.secs)
        limit most for update skip locked
      ) as leased
      limit most
    ));
    get diagnostics reclaimed = row_count;
    return reclaimed;
  end $$`,

  `create or replace function queue_bring_forward(
    app_ids text[], queues text[], wait_secs int[], called_at timestamptz, skew interval, most int
  ) returns int language plpgsql ${SETTINGS} as $$
  declare brought int;
    farthest timestamptz := greatest(called_at, clock_timestamp()) + skew;
  begin
    update queue_messages as message
    set created_at = least(message.created_at, called_at),
        run_at = called_at + case when message.attempts = 0 then message.run_at - message.created_at else interval '0' end
    where message.id = any(array(
      select waiting.id from unnest(app_ids, queues, wait_secs) as horizon (app_id, queue, secs)
      cross join lateral (
        select late.id from queue_messages as late
        where late.app_id = horizon.app_id and late.queue = horizon.queue and late.lease_until is null and late.run_at > farthest
          and (late.created_at > farthest or (late.attempts > 0 and late.run_at > farthest + make_interval(secs => horizon.secs)))
        limit most for update skip locked
      ) as waiting
      limit most
    ));
    get diagnostics brought = row_count;
    return brought;
  end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of FUNCTIONS) await sql.raw(statement).execute(db);
}
