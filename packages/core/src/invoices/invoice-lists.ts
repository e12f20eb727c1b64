import { sumCents } from '../kit/money.js';
import { searchWordsOf } from '../kit/search-words.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { type Invoice, type InvoicePayment, openCents } from './invoice.js';
import type { AgeingBucket, InvoiceMetrics, InvoiceSort, InvoiceSummary, MetricsSpan } from './invoice-store.js';

/** What every store makes of invoices for lists, and what the one in memory makes of them for the dashboard. */

/** What an invoice is found by. */
export function invoiceWords({ number, buyer, orderNumber, reference }: Invoice): readonly string[] {
  return searchWordsOf([number, buyer.name, buyer.address?.company ?? null, buyer.email, orderNumber, reference]);
}

export function summaryOf(invoice: Invoice): InvoiceSummary {
  const { id, kind, status, number, issueDate, dueDate, orderId, currency, netCents, taxCents, grossCents, paidCents, creditedCents } =
    invoice;
  const { buyer, createdAt, version } = invoice;
  const head = { id, kind, status, number, issueDate, dueDate, orderId, currency, createdAt, version };
  return { ...head, netCents, taxCents, grossCents, paidCents, creditedCents, buyerName: buyer.name, clientId: buyer.clientId };
}

/** In the order of the list; what has no value of the sort comes after all that has, as drafts do in a list by number. */
export function sortInvoices(invoices: readonly Invoice[], sort: InvoiceSort | undefined): Invoice[] {
  const sign = sort === undefined || sort.startsWith('-') ? -1 : 1;
  const keyOf = KEYS[(sort ?? 'created').replace('-', '')] ?? KEYS.created;
  return [...invoices].sort((left, right) => {
    const [a, b] = [keyOf?.(left) ?? null, keyOf?.(right) ?? null];
    if (a === b) return left.id < right.id ? -sign : sign;
    if (a === null || b === null) return a === null ? sign : -sign;
    return a < b ? -sign : sign;
  });
}

const KEYS: Readonly<Record<string, (invoice: Invoice) => string | number | null>> = {
  created: ({ createdAt }) => createdAt.getTime(),
  number: ({ number }) => number,
  issueDate: ({ issueDate }) => issueDate,
  dueDate: ({ dueDate }) => dueDate,
  total: ({ grossCents }) => grossCents,
};

const OWED = ['issued', 'partially_paid', 'overdue'];
const DEBTORS = 10;

export function metricsOf(invoices: readonly Invoice[], payments: readonly InvoicePayment[], span: MetricsSpan): InvoiceMetrics {
  const issued = invoices.filter(({ issueDate }) => issueDate !== null && issueDate >= span.from && issueDate <= span.to);
  const sold = issued.filter(({ kind }) => kind === 'invoice');
  const notes = issued.filter(({ kind }) => kind === 'credit_note');
  const open = invoices.filter((invoice) => invoice.kind === 'invoice' && OWED.includes(invoice.status) && openCents(invoice) > 0);
  const overdue = open.filter(({ dueDate }) => dueDate !== null && dueDate < span.today);
  const sum = (rows: readonly Invoice[], of: (invoice: Invoice) => number) => sumCents(rows.map(of));
  return {
    invoiced: {
      count: sold.length,
      netCents: sum(sold, ({ netCents }) => netCents) - sum(notes, ({ netCents }) => netCents),
      taxCents: sum(sold, ({ taxCents }) => taxCents) - sum(notes, ({ taxCents }) => taxCents),
      grossCents: sum(sold, ({ grossCents }) => grossCents) - sum(notes, ({ grossCents }) => grossCents),
    },
    creditedCents: sum(notes, ({ grossCents }) => grossCents),
    paidCents: sumCents(
      payments.filter(({ at }) => isWithin(wallTimeAt(at, span.timezone).date, span)).map(({ amountCents }) => amountCents),
    ),
    open: { count: open.length, cents: sum(open, openCents) },
    overdue: { count: overdue.length, cents: sum(overdue, openCents) },
    months: monthsOf(sold, notes),
    ageing: ageingOf(open, span.today),
    debtors: debtorsOf(open),
  };
}

function isWithin(day: string, { from, to }: MetricsSpan): boolean {
  return day >= from && day <= to;
}

function monthsOf(sold: readonly Invoice[], notes: readonly Invoice[]): InvoiceMetrics['months'] {
  const monthOf = ({ issueDate }: Invoice) => (issueDate ?? '').slice(0, 7);
  const months = [...new Set([...sold, ...notes].map(monthOf))].sort();
  const sumOf = (rows: readonly Invoice[], month: string) =>
    sumCents(rows.filter((row) => monthOf(row) === month).map((row) => row.grossCents));
  return months.map((month) => ({ month, grossCents: sumOf(sold, month), creditedCents: sumOf(notes, month) }));
}

function ageingOf(open: readonly Invoice[], today: string): Readonly<Record<AgeingBucket, number>> {
  const ageing = { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };
  for (const invoice of open) ageing[bucketOf(invoice.dueDate, today)] += openCents(invoice);
  return ageing;
}

function bucketOf(dueDate: string | null, today: string): AgeingBucket {
  if (dueDate === null || dueDate >= today) return 'notDue';
  const days = Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000);
  if (days <= 30) return 'days1to30';
  if (days <= 60) return 'days31to60';
  return days <= 90 ? 'days61to90' : 'over90';
}

/** By client, or by name where there is none. */
function debtorsOf(open: readonly Invoice[]): InvoiceMetrics['debtors'] {
  const debtors = new Map<string, { clientId: string | null; name: string; count: number; cents: number }>();
  for (const invoice of open) {
    const { clientId, name } = invoice.buyer;
    const key = clientId ?? `name ${name}`;
    const known = debtors.get(key);
    debtors.set(key, {
      clientId,
      name: known?.name ?? name,
      count: (known?.count ?? 0) + 1,
      cents: (known?.cents ?? 0) + openCents(invoice),
    });
  }
  return [...debtors.values()].sort((left, right) => right.cents - left.cents || (left.name < right.name ? -1 : 1)).slice(0, DEBTORS);
}
