import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import type { PushReceipt } from '@comptoir/core/push-queue/push-queue-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { isFree } from './believed-times.js';

interface Named extends NewJob {
  readonly dedupId: string;
}

/** Inserts the messages whose names are free, in one statement per table however many there are. */
export async function pushMessages(db: Handle, jobs: readonly NewJob[], now: Date): Promise<readonly PushReceipt[]> {
  const holders = await takeNames(db, jobs.filter(isNamed), now);
  const receipts = jobs.map((job) => receiptOf(job, holders));
  const fresh = jobs.filter((_, index) => receipts[index]?.deduplicated === false);
  if (fresh.length > 0) await insertMessages(db, fresh);
  return receipts;
}

function isNamed(job: NewJob): job is Named {
  return job.dedupId !== null;
}

function receiptOf(job: NewJob, holders: ReadonlyMap<string, string>): PushReceipt {
  const holder = isNamed(job) ? (holders.get(nameOf(job)) ?? job.id) : job.id;
  return { id: holder, deduplicated: holder !== job.id };
}

async function insertMessages(db: Handle, jobs: readonly NewJob[]): Promise<void> {
  await sql`
    insert into queue_messages (id, app_id, queue, payload, max_attempts, dedup_id, run_at, created_at, lease_token, lease_until)
    select * from unnest(
      ${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ appId }) => appId)}::text[], ${jobs.map(({ queue }) => queue)}::text[],
      ${jobs.map(({ payload }) => payload)}::text[], ${jobs.map(({ maxAttempts }) => maxAttempts)}::int[],
      ${jobs.map(({ dedupId }) => dedupId)}::text[], ${jobs.map(({ runAt }) => runAt)}::timestamptz[],
      ${jobs.map(({ createdAt }) => createdAt)}::timestamptz[], ${jobs.map(({ lease }) => lease?.token ?? null)}::uuid[],
      ${jobs.map(({ lease }) => lease?.until ?? null)}::timestamptz[])`.execute(db);
}

interface NameRow {
  readonly app_id: string;
  readonly queue: string;
  readonly dedup_id: string;
  readonly message_id: string;
}

/** Who has each name from now on: the first message that asks for it, unless an earlier one still does. */
async function takeNames(db: Handle, jobs: readonly Named[], now: Date): Promise<ReadonlyMap<string, string>> {
  if (jobs.length === 0) return new Map();
  // A statement cannot touch a row twice, and two that take names in different orders would wait for each other.
  const first = new Map(jobs.toReversed().map((job) => [nameOf(job), job]));
  const wanted = [...first].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, job]) => job);
  const names = sql`unnest(${wanted.map(({ appId }) => appId)}::text[], ${wanted.map(({ queue }) => queue)}::text[],
    ${wanted.map(({ dedupId }) => dedupId)}::text[], ${wanted.map(({ id }) => id)}::uuid[]) as wanted (app_id, queue, dedup_id, message_id)`;
  await sql`
    insert into queue_names (app_id, queue, dedup_id, message_id)
    select app_id, queue, dedup_id, message_id from ${names}
    on conflict (app_id, queue, dedup_id) do update set message_id = excluded.message_id, free_at = null
      where ${isFree(now)}`.execute(db);
  // In a statement of its own: one that waited for another transaction would see the names as they were before.
  // With a limit, so that each name is looked up by itself: a plan for a table that was analyzed while it was empty reads all of it otherwise.
  const { rows } = await sql<NameRow>`
    select app_id, queue, dedup_id, holder.message_id
    from ${names} cross join lateral (
      select taken.message_id from queue_names as taken
      where taken.app_id = wanted.app_id and taken.queue = wanted.queue and taken.dedup_id = wanted.dedup_id limit 1
    ) as holder`.execute(db);
  return new Map(rows.map((row) => [nameOf({ appId: row.app_id, queue: row.queue, dedupId: row.dedup_id }), row.message_id]));
}

const nameOf = ({ appId, queue, dedupId }: Pick<Named, 'appId' | 'queue' | 'dedupId'>) => `${appId}\n${queue}\n${dedupId}`;
