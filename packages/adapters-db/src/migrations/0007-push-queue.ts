import { type Kysely, sql } from 'kysely';

/**
 * The push queue. Rows of `queue_messages` live for seconds: free space on their pages keeps versions of a row together, and they
 * are vacuumed long before the usual fifth of the table is dead. Both indexes hold only what they are searched for.
 */
const STATEMENTS = [
  `create table queue_messages (
    id uuid primary key,
    app_id text not null,
    queue text not null,
    payload text not null,
    attempts int not null default 0 check (attempts >= 0),
    max_attempts int check (max_attempts > 0),
    dedup_id text,
    run_at timestamptz not null,
    created_at timestamptz not null,
    lease_token uuid,
    lease_until timestamptz,
    check ((lease_token is null) = (lease_until is null))
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)`,
  'create index queue_messages_due on queue_messages (app_id, queue, run_at, id) where lease_until is null',
  'create index queue_messages_leased on queue_messages (lease_until) where lease_until is not null',
  `create table queue_dead_letters (
    id uuid primary key,
    app_id text not null,
    queue text not null,
    payload text not null,
    attempts int not null,
    max_attempts int,
    last_status int,
    last_error text not null,
    created_at timestamptz not null,
    dead_at timestamptz not null
  )`,
  'create index queue_dead_letters_of_app on queue_dead_letters (app_id, dead_at, id)',
  'create index queue_dead_letters_of_queue on queue_dead_letters (app_id, queue, dead_at, id)',
  // free_at: null while the message lives.
  `create table queue_names (
    app_id text not null,
    queue text not null,
    dedup_id text not null,
    message_id uuid not null,
    free_at timestamptz,
    primary key (app_id, queue, dedup_id)
  ) with (autovacuum_vacuum_scale_factor = 0.05)`,
  'create index queue_names_free on queue_names (free_at) where free_at is not null',
  `create table queue_workers (
    app_id text not null,
    queue text not null,
    handler_url text not null,
    concurrency int not null check (concurrency > 0),
    visibility_timeout_secs int not null check (visibility_timeout_secs > 0),
    max_attempts int not null check (max_attempts > 0),
    primary key (app_id, queue)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
