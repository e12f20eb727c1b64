import type { Scope } from '@comptoir/core/kit/scope.js';
import { bySum, type MoneySum } from '@comptoir/core/settlement/money-sums.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { ofSite } from './order-contents.js';

type SumRow = Omit<MoneySum, 'paidCents' | 'refundedCents'> & { readonly paid_cents: number; readonly refunded_cents: number };

/** What came in and went back between each two neighbouring instants, of both sources, counted by the database. */
export async function sumsBetween(db: Handle, scope: Scope, instants: readonly Date[]): Promise<readonly MoneySum[]> {
  const [first, last] = [instants[0], instants.at(-1)];
  if (first === undefined || last === undefined) return [];
  // As text, because drivers disagree on how lists of instants become parameters.
  const bounds = sql`${`{${instants.map((instant) => instant.toISOString()).join(',')}}`}::timestamptz[]`;
  const within = (column: string) => sql`${ofSite(scope)} and ${sql.ref(column)} >= ${first} and ${sql.ref(column)} < ${last}`;
  const { rows } = await sql<SumRow>`
    select width_bucket(at, ${bounds}) - 1 as period, source, method,
      count(paid) as payments, coalesce(sum(paid), 0)::bigint as paid_cents,
      count(refunded) as refunds, coalesce(sum(refunded), 0)::bigint as refunded_cents
    from (
      select 'recorded' as source, method, captured_at as at, amount_cents as paid, null::bigint as refunded
      from order_payments where ${within('captured_at')}
      union all
      select 'recorded', method, recorded_at, null, amount_cents from order_refunds where ${within('recorded_at')}
      union all
      select 'provider', method, paid_at, amount_cents, null from payments where ${within('paid_at')}
      union all
      select 'provider', method, refunded_at, null, amount_cents from payments where ${within('refunded_at')}
    ) moves
    group by 1, 2, 3`.execute(db);
  const sums = rows.map(({ paid_cents: paidCents, refunded_cents: refundedCents, ...sum }) => ({ ...sum, paidCents, refundedCents }));
  return sums.sort(bySum);
}
