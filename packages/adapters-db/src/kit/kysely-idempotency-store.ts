import { IDEMPOTENCY_KEPT_HOURS, type IdempotencyStore, inFlight, type RememberedCall } from '@comptoir/core/kit/idempotency.js';
import { sql } from 'kysely';
import type { Handle } from './database-handle.js';

const keptSince = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_KEPT_HOURS * 3_600_000);

export function makeKyselyIdempotency(db: Handle): IdempotencyStore {
  return {
    /**
     * The advisory lock is the claim: it ends with the transaction, and a second caller learns at once that it is taken instead
     * of waiting. A first caller that commits between this statement's snapshot and its lock is not seen here; `remember` then
     * meets its row.
     */
    async claim({ tenantId }, claim, now) {
      const name = [tenantId, claim.owner, claim.route, claim.key].join('\n');
      const { rows } = await sql<{ locked: boolean; fingerprint: string | null; outcome: RememberedCall['outcome'] | null }>`
        select claimed.locked, known.fingerprint, known.outcome
        from (select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked) as claimed
        left join idempotency_keys as known
          on known.tenant_id = ${tenantId} and known.owner = ${claim.owner} and known.route = ${claim.route}
          and known.key = ${claim.key} and known.created_at > ${keptSince(now)}`.execute(db);
      const [row] = rows;
      if (row?.locked !== true) throw inFlight();
      return row.fingerprint === null || row.outcome === null ? null : { fingerprint: row.fingerprint, outcome: row.outcome };
    },

    async remember({ tenantId }, claim, outcome, now) {
      const { rows } = await sql`
        insert into idempotency_keys (tenant_id, owner, route, key, fingerprint, outcome, created_at)
        values (${tenantId}, ${claim.owner}, ${claim.route}, ${claim.key}, ${claim.fingerprint}, ${JSON.stringify(outcome)}::jsonb, ${now})
        on conflict (tenant_id, owner, route, key) do update
          set fingerprint = excluded.fingerprint, outcome = excluded.outcome, created_at = excluded.created_at
          where idempotency_keys.created_at <= ${keptSince(now)}
        returning key`.execute(db);
      if (rows.length === 0) throw inFlight();
    },

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
