import type { ClaimedJob, Want } from '@comptoir/core/push-queue/push-queue-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

interface ClaimedRow {
  readonly id: string;
  readonly app_id: string;
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly run_at: Date;
  readonly created_at: Date;
  readonly lease_until: Date;
}

/** Before every instant that a message is due at. */
const BEGINNING = new Date(0);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** All queues in one statement; each is read from its place in the index on, and only as far as it is asked for. */
export async function claimMessages(db: Handle, wants: readonly Want[], token: string, now: Date): Promise<readonly ClaimedJob[]> {
  if (wants.length === 0) return [];
  await planByIndex(db);
  const { rows } = await sql<ClaimedRow>`
    with wanted as (
      select * from unnest(
        ${wants.map(({ appId }) => appId)}::text[], ${wants.map(({ queue }) => queue)}::text[], ${wants.map(({ limit }) => limit)}::int[],
        ${wants.map(({ leaseUntil }) => leaseUntil)}::timestamptz[], ${wants.map(({ after }) => after?.runAt ?? BEGINNING)}::timestamptz[],
        ${wants.map(({ after }) => after?.id ?? FIRST_ID)}::uuid[]
      ) as wanted (app_id, queue, most, lease_until, after_run_at, after_id)
    ), picked as (
      select due.id, wanted.lease_until from wanted cross join lateral (
        select id from queue_messages as message
        where message.app_id = wanted.app_id and message.queue = wanted.queue and message.lease_until is null
          and message.run_at <= ${now} and (message.run_at, message.id) > (wanted.after_run_at, wanted.after_id)
        order by message.run_at, message.id limit wanted.most for update skip locked
      ) as due
    )
    update queue_messages as message set lease_token = ${token}::uuid, lease_until = picked.lease_until
    from picked where message.id = picked.id
    returning message.id, app_id, queue, payload, attempts, max_attempts, run_at, created_at, message.lease_until`.execute(db);
  return rows.map((row) => jobOf(row, token)).sort(byPlace);
}

/**
 * The statistics of a queue are always of another time: planned by those of an empty table, a claim would read all of a full one.
 * And nobody is told of a claim, so losing one in a crash of the server is as good as not having made it: it need not wait for the disk.
 */
export async function planByIndex(db: Handle): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('synchronous_commit', 'off', true)`.execute(db);
}

function jobOf(row: ClaimedRow, token: string): ClaimedJob {
  return {
    id: row.id,
    appId: row.app_id,
    queue: row.queue,
    payload: row.payload,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    runAt: row.run_at,
    createdAt: row.created_at,
    lease: { token, until: row.lease_until },
  };
}

function byPlace(left: ClaimedJob, right: ClaimedJob): number {
  return left.runAt.getTime() - right.runAt.getTime() || (left.id < right.id ? -1 : 1);
}
