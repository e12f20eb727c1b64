import type { Settlement } from '@comptoir/core/push-queue/push-job.js';
import { DEDUP_KEPT_MS, type SettledJob } from '@comptoir/core/push-queue/push-queue-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/** Messages that end in one way; their settlement says more. */
interface Settled<Kind extends Settlement['kind']> {
  readonly id: string;
  readonly token: string;
  readonly settlement: Extract<Settlement, { kind: Kind }>;
}

/** Ends leases, each kind of end in one statement. Returns how many were settled: a token of an earlier lease settles nothing. */
export async function settleMessages(db: Handle, jobs: readonly SettledJob[], now: Date): Promise<number> {
  const acked = jobs.filter((job): job is Settled<'acked'> => job.settlement.kind === 'acked');
  const again = jobs.filter((job): job is Settled<'again'> => job.settlement.kind === 'again');
  const dead = jobs.filter((job): job is Settled<'dead'> => job.settlement.kind === 'dead');
  const freeAt = new Date(now.getTime() + DEDUP_KEPT_MS);
  let settled = 0;
  if (acked.length > 0) settled += await acknowledge(db, acked, freeAt);
  if (again.length > 0) settled += await putBack(db, again);
  if (dead.length > 0) settled += await bury(db, dead, now, freeAt);
  return settled;
}

interface GoneRow {
  readonly id: string;
  readonly app_id: string;
  readonly queue: string;
  readonly dedup_id: string | null;
}

async function acknowledge(db: Handle, jobs: readonly Settled<'acked'>[], freeAt: Date): Promise<number> {
  const { rows } = await sql<GoneRow>`
    delete from queue_messages as message using ${leasesOf(jobs)} as lease (id, token)
    where message.id = lease.id and message.lease_token = lease.token
    returning message.id, message.app_id, message.queue, message.dedup_id`.execute(db);
  await freeNames(db, rows, freeAt);
  return rows.length;
}

async function putBack(db: Handle, jobs: readonly Settled<'again'>[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update queue_messages as message set lease_token = null, lease_until = null, attempts = lease.attempts, run_at = lease.run_at
    from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ token }) => token)}::uuid[],
      ${jobs.map(({ settlement }) => settlement.attempts)}::int[], ${jobs.map(({ settlement }) => settlement.runAt)}::timestamptz[])
      as lease (id, token, attempts, run_at)
    where message.id = lease.id and message.lease_token = lease.token`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function bury(db: Handle, jobs: readonly Settled<'dead'>[], now: Date, freeAt: Date): Promise<number> {
  const { rows } = await sql<GoneRow>`
    with gone as (
      delete from queue_messages as message using unnest(
        ${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ token }) => token)}::uuid[],
        ${jobs.map(({ settlement }) => settlement.attempts)}::int[], ${jobs.map(({ settlement }) => settlement.status)}::int[],
        ${jobs.map(({ settlement }) => settlement.error)}::text[]) as lease (id, token, attempts, status, error)
      where message.id = lease.id and message.lease_token = lease.token
      returning message.*, lease.attempts as all_attempts, lease.status, lease.error
    ), buried as (
      insert into queue_dead_letters (id, app_id, queue, payload, attempts, max_attempts, last_status, last_error, created_at, dead_at)
      select id, app_id, queue, payload, all_attempts, max_attempts, status, error, created_at, ${now} from gone
    )
    select id, app_id, queue, dedup_id from gone`.execute(db);
  await freeNames(db, rows, freeAt);
  return rows.length;
}

function leasesOf(jobs: readonly SettledJob[]): RawBuilder<unknown> {
  return sql`unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ token }) => token)}::uuid[])`;
}

/** The names of messages that are gone can be taken again from `freeAt` on. Locked in the order in which they are taken. */
async function freeNames(db: Handle, gone: readonly GoneRow[], freeAt: Date): Promise<void> {
  const named = gone.filter(({ dedup_id }) => dedup_id !== null);
  if (named.length === 0) return;
  await sql`
    with freed as (
      select app_id, queue, dedup_id from queue_names join unnest(
        ${named.map(({ app_id }) => app_id)}::text[], ${named.map(({ queue }) => queue)}::text[],
        ${named.map(({ dedup_id }) => dedup_id)}::text[], ${named.map(({ id }) => id)}::uuid[]
      ) as gone (app_id, queue, dedup_id, message_id) using (app_id, queue, dedup_id, message_id)
      order by app_id collate "C", queue collate "C", dedup_id collate "C" for update of queue_names
    )
    update queue_names set free_at = ${freeAt} from freed
    where (queue_names.app_id, queue_names.queue, queue_names.dedup_id) = (freed.app_id, freed.queue, freed.dedup_id)`.execute(db);
}
