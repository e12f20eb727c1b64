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

/**
 * Ends leases, all in one statement: it names a function of migration 0042 for each kind of end that there is. Returns how many were
 * settled: a token of an earlier lease settles nothing.
 */
export async function settleMessages(db: Handle, jobs: readonly SettledJob[], now: Date): Promise<number> {
  if (jobs.length === 0) return 0;
  const acked = jobs.filter((job): job is Settled<'acked'> => job.settlement.kind === 'acked');
  const again = jobs.filter((job): job is Settled<'again'> => job.settlement.kind === 'again');
  const dead = jobs.filter((job): job is Settled<'dead'> => job.settlement.kind === 'dead');
  const freeFrom = new Date(now.getTime() + DEDUP_KEPT_MS);
  const counts = [
    ...(acked.length > 0 ? [acknowledge(acked, freeFrom)] : []),
    ...(again.length > 0 ? [putBack(again)] : []),
    ...(dead.length > 0 ? [bury(dead, now, freeFrom)] : []),
  ];
  const { rows } = await sql<{ settled: number }>`select ${sql.join(counts, sql` + `)} as settled`.execute(db);
  return rows[0]?.settled ?? 0;
}

function acknowledge(jobs: readonly Settled<'acked'>[], freeFrom: Date): RawBuilder<number> {
  return sql`queue_acknowledge(${leasesOf(jobs)}, ${freeFrom}::timestamptz)`;
}

function putBack(jobs: readonly Settled<'again'>[]): RawBuilder<number> {
  return sql`queue_put_back(${leasesOf(jobs)},
    ${jobs.map(({ settlement }) => settlement.attempts)}::int[], ${jobs.map(({ settlement }) => settlement.runAt)}::timestamptz[])`;
}

function bury(jobs: readonly Settled<'dead'>[], now: Date, freeFrom: Date): RawBuilder<number> {
  return sql`queue_bury(${leasesOf(jobs)},
    ${jobs.map(({ settlement }) => settlement.attempts)}::int[], ${jobs.map(({ settlement }) => settlement.status)}::int[],
    ${jobs.map(({ settlement }) => settlement.error)}::text[], ${now}::timestamptz, ${freeFrom}::timestamptz)`;
}

function leasesOf(jobs: readonly SettledJob[]): RawBuilder<unknown> {
  return sql`${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ token }) => token)}::uuid[]`;
}
