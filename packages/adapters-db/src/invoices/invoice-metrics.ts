import type { InvoiceMetrics, MetricsSpan } from '@comptoir/core/invoices/invoice-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/** Sums for the dashboard, each of them answered from an index alone (`invoices_sums`, `invoices_owed`). */

const DEBTORS = 10;

export async function readInvoiceMetrics(db: Handle, scope: Scope, span: MetricsSpan): Promise<InvoiceMetrics> {
  const months = await monthsOf(db, scope, span);
  const { ageing, open, overdue } = await openOf(db, scope, span);
  const total = (of: (month: MonthRow) => number) => months.reduce((sum, month) => sum + of(month), 0);
  const creditedCents = total((month) => month.credited_gross);
  return {
    invoiced: {
      count: total((month) => month.count),
      netCents: total((month) => month.net - month.credited_net),
      taxCents: total((month) => month.tax - month.credited_tax),
      grossCents: total((month) => month.gross - month.credited_gross),
    },
    creditedCents,
    paidCents: await paidOf(db, scope, span),
    open,
    overdue,
    months: months.map(({ month, gross, credited_gross: credited }) => ({ month, grossCents: gross, creditedCents: credited })),
    ageing,
    debtors: await debtorsOf(db, scope),
  };
}

interface MonthRow {
  readonly month: string;
  readonly count: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly credited_net: number;
  readonly credited_tax: number;
  readonly credited_gross: number;
}

async function monthsOf(db: Handle, { tenantId, siteId }: Scope, { from, to }: MetricsSpan): Promise<readonly MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(issue_date, 'YYYY-MM') as month,
      count(*) filter (where kind = 'invoice') as count,
      coalesce(sum(net_cents) filter (where kind = 'invoice'), 0)::bigint as net,
      coalesce(sum(tax_cents) filter (where kind = 'invoice'), 0)::bigint as tax,
      coalesce(sum(gross_cents) filter (where kind = 'invoice'), 0)::bigint as gross,
      coalesce(sum(net_cents) filter (where kind = 'credit_note'), 0)::bigint as credited_net,
      coalesce(sum(tax_cents) filter (where kind = 'credit_note'), 0)::bigint as credited_tax,
      coalesce(sum(gross_cents) filter (where kind = 'credit_note'), 0)::bigint as credited_gross
    from invoices
    where tenant_id = ${tenantId} and site_id = ${siteId} and issue_date between ${from}::date and ${to}::date and kind <> 'quote'
    group by 1 order by 1`.execute(db);
  return rows;
}

interface AgeingRow {
  readonly bucket: keyof InvoiceMetrics['ageing'];
  readonly count: number;
  readonly cents: number;
}

async function openOf(db: Handle, { tenantId, siteId }: Scope, { today }: MetricsSpan) {
  const { rows } = await sql<AgeingRow>`
    select case
        when due_date is null or due_date >= ${today}::date then 'notDue'
        when due_date >= ${today}::date - 30 then 'days1to30'
        when due_date >= ${today}::date - 60 then 'days31to60'
        when due_date >= ${today}::date - 90 then 'days61to90'
        else 'over90' end as bucket,
      count(*) as count, sum(gross_cents - paid_cents - credited_cents)::bigint as cents
    from invoices
    where tenant_id = ${tenantId} and site_id = ${siteId} and kind = 'invoice' and status in ('issued', 'partially_paid', 'overdue')
      and gross_cents > paid_cents + credited_cents
    group by 1`.execute(db);
  const ageing = { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };
  for (const { bucket, cents } of rows) ageing[bucket] = cents;
  return { ageing, open: sumOf(rows), overdue: sumOf(rows.filter(({ bucket }) => bucket !== 'notDue')) };
}

function sumOf(rows: readonly AgeingRow[]) {
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    cents: rows.reduce((sum, row) => sum + row.cents, 0),
  };
}

async function paidOf(db: Handle, { tenantId, siteId }: Scope, { from, to, timezone }: MetricsSpan): Promise<number> {
  const { rows } = await sql<{ readonly cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from invoice_payments
    where tenant_id = ${tenantId} and site_id = ${siteId}
      and at >= ${from}::timestamp at time zone ${timezone} and at < (${to}::date + 1)::timestamp at time zone ${timezone}`.execute(db);
  return rows[0]?.cents ?? 0;
}

async function debtorsOf(db: Handle, { tenantId, siteId }: Scope): Promise<InvoiceMetrics['debtors']> {
  const { rows } = await sql<InvoiceMetrics['debtors'][number]>`
    select client_id as "clientId", min(buyer_name collate "C") as name, count(*) as count,
      sum(gross_cents - paid_cents - credited_cents)::bigint as cents
    from invoices
    where tenant_id = ${tenantId} and site_id = ${siteId} and kind = 'invoice' and status in ('issued', 'partially_paid', 'overdue')
      and gross_cents > paid_cents + credited_cents
    group by client_id, case when client_id is null then buyer_name end
    order by cents desc, name limit ${DEBTORS}`.execute(db);
  return rows;
}
