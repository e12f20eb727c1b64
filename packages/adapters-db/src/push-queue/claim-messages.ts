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
  readonly lease_until: Date;
}

/** Before every instant that a message is due at. */
const BEGINNING = new Date(0);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** All queues in one statement (migration 0012 says how). */
export async function claimMessages(db: Handle, wants: readonly Want[], token: string, now: Date): Promise<readonly ClaimedJob[]> {
  if (wants.length === 0) return [];
  const { rows } = await sql<ClaimedRow>`
    select id, app_id, queue, payload, attempts, max_attempts, run_at, lease_until from queue_claim(
      ${wants.map(({ appId }) => appId)}::text[], ${wants.map(({ queue }) => queue)}::text[], ${wants.map(({ limit }) => limit)}::int[],
      ${wants.map(({ leaseUntil }) => leaseUntil)}::timestamptz[], ${wants.map(({ after }) => after?.runAt ?? BEGINNING)}::timestamptz[],
      ${wants.map(({ after }) => after?.id ?? FIRST_ID)}::uuid[], ${token}::uuid, ${now}::timestamptz)`.execute(db);
  return rows.map((row) => jobOf(row, token)).sort(byPlace);
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
    lease: { token, until: row.lease_until },
  };
}

function byPlace(left: ClaimedJob, right: ClaimedJob): number {
  return left.runAt.getTime() - right.runAt.getTime() || (left.id < right.id ? -1 : 1);
}
