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
  /** Milliseconds since 1970: reading two instants took longer than reading all the rest of a message. */
  readonly run_at: number;
}

/** Before every instant that a message is due at. */
const BEGINNING = new Date(0);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** All queues in one statement (migration 0042 says how). */
export async function claimMessages(db: Handle, wants: readonly Want[], token: string, now: Date): Promise<readonly ClaimedJob[]> {
  if (wants.length === 0) return [];
  const { rows } = await sql<ClaimedRow>`
    select id, app_id, queue, payload, attempts, max_attempts, floor(extract(epoch from run_at) * 1000)::float8 as run_at from queue_claim(
      ${wants.map(({ appId }) => appId)}::text[], ${wants.map(({ queue }) => queue)}::text[], ${wants.map(({ limit }) => limit)}::int[],
      ${wants.map(({ leaseUntil }) => leaseUntil)}::timestamptz[], ${wants.map(({ after }) => after?.runAt ?? BEGINNING)}::timestamptz[],
      ${wants.map(({ after }) => after?.id ?? FIRST_ID)}::uuid[], ${token}::uuid, ${now}::timestamptz)`.execute(db);
  return wants.flatMap((want) => jobsOf(want, rows, token));
}

function jobsOf({ appId, queue, leaseUntil }: Want, rows: readonly ClaimedRow[], token: string): readonly ClaimedJob[] {
  const lease = { token, until: leaseUntil };
  return rows
    .filter((row) => row.queue === queue && row.app_id === appId)
    .sort(byPlace)
    .map(({ id, payload, attempts, max_attempts: maxAttempts, run_at }) => {
      return { id, appId, queue, payload, attempts, maxAttempts, runAt: new Date(run_at), lease };
    });
}

function byPlace(left: ClaimedRow, right: ClaimedRow): number {
  return left.run_at - right.run_at || (left.id < right.id ? -1 : 1);
}
