import type { Page } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ListedPayment, MoneySource } from '@comptoir/core/settlement/listed-payment.js';
import type { RecordedMethod, RecordedStatus } from '@comptoir/core/settlement/recorded-payment.js';
import type { PaymentFilter } from '@comptoir/core/settlement/settlement-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { ofSite } from './order-contents.js';
import { beginsWith } from './reference-search.js';

interface ReceivedRow {
  readonly id: string;
  readonly source: MoneySource;
  readonly order_id: string;
  readonly method: RecordedMethod;
  readonly provider: string | null;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly status: RecordedStatus;
  readonly reference: string | null;
  readonly note: string | null;
  readonly received_at: Date;
  readonly captured_at: Date | null;
  readonly voided_at: Date | null;
  readonly reconciled_at: Date | null;
  readonly recorded_by: string | null;
}

/** One source of money; what of recorded money went back is not in it yet. */
type Source = (scope: Scope) => RawBuilder<ReceivedRow>;

const recorded: Source = (scope) => sql`
  select id, 'recorded'::text as source, order_id, method, null::text as provider, amount_cents, 0::bigint as refunded_cents, status, reference,
    note, received_at, captured_at, voided_at, reconciled_at, recorded_by
  from order_payments where ${ofSite(scope)}`;

const byProvider: Source = (scope) => sql`
  select id, 'provider'::text as source, order_id, method, provider, amount_cents,
    case when refunded_at is null then 0 else amount_cents end as refunded_cents, 'captured'::text as status, provider_ref as reference,
    null::text as note, paid_at as received_at, paid_at as captured_at, null::timestamptz as voided_at, null::timestamptz as reconciled_at,
    null::text as recorded_by
  from payments where ${ofSite(scope)} and paid_at is not null`;

/** Money of both sources, as one table: conditions on it reach the indexes of both. */
export function receivedPayments(db: Handle, scope: Scope) {
  return db.selectFrom(sql<ReceivedRow>`(${recorded(scope)} union all ${byProvider(scope)})`.as('received')).selectAll();
}

const LATEST = sql`order by received_at desc, id desc`;

/** One page of it. Each source gives what can be on the page, as far as its index goes; only that is sorted. */
export async function receivedPage(db: Handle, scope: Scope, filter: PaymentFilter): Promise<Page<ReceivedRow>> {
  const { page, pageSize } = filter;
  const first = (source: Source) =>
    sql`(select * from (${source(scope)}) money where ${isAskedFor(filter)} ${LATEST} limit ${page * pageSize})`;
  const { total } = await receivedPayments(db, scope)
    .where(isAskedFor(filter))
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const { rows: items } = await sql<ReceivedRow>`
    select * from (${first(recorded)} union all ${first(byProvider)}) received ${LATEST}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { items, total, page, pageSize };
}

function isAskedFor(filter: PaymentFilter): RawBuilder<boolean> {
  const { source, orderId, method, status, reconciled, from, to, search } = filter;
  const conditions = [beginsWith(sql.ref('reference'), search)];
  const equal = { source, order_id: orderId, method, status };
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) conditions.push(sql<boolean>`${sql.ref(column)} = ${value}`);
  }
  if (reconciled !== undefined) conditions.push(sql<boolean>`(reconciled_at is not null) = ${reconciled}`);
  if (from !== undefined) conditions.push(sql<boolean>`received_at >= ${from}`);
  if (to !== undefined) conditions.push(sql<boolean>`received_at < ${to}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The payments of the rows, in their order, with what went back of each. */
export async function listedOf(db: Handle, scope: Scope, rows: readonly ReceivedRow[]): Promise<readonly ListedPayment[]> {
  const recorded = rows.filter(({ source }) => source === 'recorded').map(({ id }) => id);
  const back = recorded.length === 0 ? new Map<string, number>() : await refundedOf(db, scope, recorded);
  return rows.map((row) => ({ ...listed(row), refundedCents: back.get(row.id) ?? row.refunded_cents }));
}

async function refundedOf(db: Handle, scope: Scope, paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sums = await db
    .selectFrom('order_refunds')
    .select(['payment_id', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where(ofSite(scope))
    .where('payment_id', 'in', paymentIds)
    .groupBy('payment_id')
    .execute();
  return new Map(sums.map(({ payment_id, cents }) => [payment_id, cents]));
}

function listed(row: ReceivedRow): Omit<ListedPayment, 'refundedCents'> {
  const { id, source, method, provider, status, reference, note } = row;
  return {
    ...{ id, source, method, provider, status, reference, note },
    orderId: row.order_id,
    amountCents: row.amount_cents,
    receivedAt: row.received_at,
    capturedAt: row.captured_at,
    voidedAt: row.voided_at,
    reconciledAt: row.reconciled_at,
    recordedBy: row.recorded_by,
  };
}
