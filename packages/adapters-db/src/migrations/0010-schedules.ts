import { type Kysely, sql } from 'kysely';

/**
 * Schedules of apps on this machine, and their runs. Both belong to apps, not to tenants.
 *
 * The key of a run is what makes a tick unique: a schedule and a due time, whichever process takes it. A run is open while it has a
 * lease. `payload` is text, because jsonb would not give back what was registered: it sorts keys and drops repeated ones.
 */
const STATEMENTS = [
  `create table schedules (
    id uuid primary key,
    app_id text not null,
    name text not null,
    cron text not null,
    timezone text not null,
    work jsonb not null,
    payload text not null,
    timeout_secs int not null check (timeout_secs > 0),
    catchup_secs int not null check (catchup_secs >= 0),
    overlap boolean not null,
    enabled boolean not null,
    next_run_at timestamptz,
    created_at timestamptz not null,
    unique (app_id, name),
    check (enabled or next_run_at is null)
  )`,
  'create index schedules_due on schedules (next_run_at) where next_run_at is not null',
  `create table schedule_runs (
    schedule_id uuid not null references schedules (id) on delete cascade,
    due_at timestamptz not null,
    id uuid not null,
    trigger text not null check (trigger in ('schedule', 'now')),
    status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'timed_out', 'lost', 'skipped_missed',
      'skipped_overlap')),
    attempts int not null,
    worker uuid,
    lease_until timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    http_status int,
    error text,
    output text,
    skipped int not null,
    primary key (schedule_id, due_at),
    check ((status in ('queued', 'running')) = (lease_until is not null)),
    check ((status = 'running') = (worker is not null))
  )`,
  'create index schedule_runs_open on schedule_runs (schedule_id, lease_until) where lease_until is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
