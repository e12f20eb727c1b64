import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import type { Site } from '../sites/site.js';
import { withoutBuyer } from './forgotten-buyer.js';
import { type Invoice, type InvoicePayment, openCents } from './invoice.js';
import { invoiceWords, metricsOf, sortInvoices, summaryOf } from './invoice-lists.js';
import { isIssued, refusedStep } from './invoice-states.js';
import type { InvoiceFilter, InvoiceStore, InvoiceViews } from './invoice-store.js';
import { type NumberSeries, newSeries, nextNumber } from './number-series.js';
import { numberedPast, seriesOfPast } from './past-invoice.js';

export interface InvoiceTables {
  readonly invoices: MemoryTable<Invoice>;
  readonly payments: MemoryTable<InvoicePayment & Pick<Scope, 'tenantId' | 'siteId'>>;
  readonly series: MemoryTable<NumberSeries & Pick<Scope, 'tenantId' | 'siteId'>>;
  /** By the hash of the token: the id. */
  readonly links: MemoryTable<string>;
  readonly sites: MemoryRows<Site>;
}

/** Invoices without a database. */
export function makeMemoryInvoices(tables: InvoiceTables): { store: InvoiceStore; views: InvoiceViews } {
  const { invoices, payments, series, links, sites } = tables;

  function requireFreeNumber({ tenantId, siteId }: Scope, { id, number }: Invoice): void {
    const isTaken = ofSite(invoices, { tenantId, siteId }).some(
      (other) => other.number !== null && other.number === number && other.id !== id,
    );
    if (isTaken) throw new DomainError('duplicate');
  }

  function found(scope: Scope, id: string): Invoice {
    const invoice = one(invoices, scope, id);
    if (invoice === null) throw new DomainError('unknown_record');
    return invoice;
  }

  const store: InvoiceStore = {
    async create({ tenantId, siteId, actor }, invoice) {
      if (invoices.get(invoice.id) !== undefined) throw new DomainError('duplicate');
      requireFreeNumber({ tenantId, siteId, actor }, invoice);
      invoices.set(invoice.id, { ...invoice, tenantId, siteId });
    },
    async issueAll(scope, past) {
      const { tenantId, siteId } = scope;
      const keyOf = ({ kind, series: name }: Pick<NumberSeries, 'kind' | 'series'>) => `${tenantId} ${siteId} ${kind} ${name}`;
      const known = seriesOfPast(past).map((each) => series.get(keyOf(each)) ?? newSeries(each.series, each.kind));
      const issued = numberedPast(past, known);
      for (const each of issued.series) series.set(keyOf(each), { ...each, tenantId, siteId });
      for (const invoice of issued.invoices) await store.create(scope, invoice);
      for (const payment of past.flatMap((one) => one.payments)) await store.addPayment(scope, payment);
      return issued.invoices;
    },
    async change(scope, id, decide) {
      const before = found(scope, id);
      const after = await decide(before);
      if (after === before) return before;
      requireFreeNumber(scope, after);
      const { status, paidCents, creditedCents, sentAt, version } = after;
      const kept = isIssued(before) ? { ...before, status, paidCents, creditedCents, sentAt, version } : after;
      invoices.set(id, kept);
      return kept;
    },
    async forgetBuyer(scope, id) {
      invoices.set(id, withoutBuyer(found(scope, id)));
    },
    async deleteDraft(scope, id) {
      const invoice = found(scope, id);
      if (isIssued(invoice)) throw refusedStep(invoice, 'delete');
      invoices.delete(id);
    },
    async takeNumber({ tenantId, siteId }, name, kind, date) {
      const key = `${tenantId} ${siteId} ${kind} ${name}`;
      const given = nextNumber(series.get(key) ?? newSeries(name, kind), date);
      series.set(key, { ...given.series, tenantId, siteId });
      return given;
    },
    async setSeries(scope, { series: name, kind, pattern, yearly }) {
      const { tenantId, siteId } = scope;
      const others = ofSite(series, scope).filter((each) => each.kind !== kind || each.series !== name);
      if (others.some((each) => each.pattern === pattern)) throw new DomainError('duplicate');
      const key = `${tenantId} ${siteId} ${kind} ${name}`;
      const set = { ...(series.get(key) ?? newSeries(name, kind)), pattern, yearly };
      series.set(key, { ...set, tenantId, siteId });
      return seriesOf(set);
    },
    async addPayment(scope, payment) {
      const { tenantId, siteId } = found(scope, payment.invoiceId);
      payments.set(payment.id, { ...payment, tenantId, siteId });
    },
    creditNotes: async (scope, invoiceId) => ofSite(invoices, scope).filter((note) => note.creditOf?.id === invoiceId && isIssued(note)),
    ofOrder: async (scope, orderId) =>
      ofSite(invoices, scope).filter((invoice) => invoice.orderId === orderId && invoice.kind !== 'quote' && isIssued(invoice)),
    async addLink(scope, tokenHash, invoiceId) {
      found(scope, invoiceId);
      links.set(tokenHash, invoiceId);
    },
    async pastDue(date, limit) {
      return [...invoices.values()].flatMap((invoice) => pastDueOf(invoice, date, sites)).slice(0, limit);
    },
  };
  return { store, views: viewsOf(tables) };
}

function viewsOf({ invoices, payments, series, links }: InvoiceTables): InvoiceViews {
  return {
    get: async (scope, id) => one(invoices.committed, scope, id),
    async list(scope, filter) {
      const wanted = wantedWords(filter.search);
      const rows = ofSite(invoices.committed, scope).filter(
        (invoice) => isListed(invoice, filter) && hasWords(invoiceWords(invoice), wanted),
      );
      const page = pageRows(sortInvoices(rows, filter.sort), filter);
      return { ...page, items: page.items.map(summaryOf) };
    },
    payments: async (scope, invoiceId) =>
      ofSite(payments.committed, scope)
        .filter((payment) => payment.invoiceId === invoiceId)
        .sort((left, right) => left.at.getTime() - right.at.getTime())
        .map(({ tenantId: _tenant, siteId: _site, ...payment }) => payment),
    async byLink(tokenHash) {
      const id = links.committed.get(tokenHash);
      return (id === undefined ? undefined : invoices.committed.get(id)) ?? null;
    },
    series: async (scope) =>
      ofSite(series.committed, scope)
        .map(seriesOf)
        .sort((left, right) => (`${left.kind} ${left.series}` < `${right.kind} ${right.series}` ? -1 : 1)),
    metrics: async (scope, span) => metricsOf(ofSite(invoices.committed, scope), ofSite(payments.committed, scope), span),
  };
}

function one(rows: MemoryRows<Invoice>, { tenantId, siteId }: Scope, id: string): Invoice | null {
  const invoice = rows.get(id);
  return invoice?.tenantId === tenantId && invoice.siteId === siteId ? invoice : null;
}

function ofSite<Row extends Pick<Scope, 'tenantId' | 'siteId'>>(
  rows: MemoryRows<Row>,
  { tenantId, siteId }: Pick<Scope, 'tenantId' | 'siteId'>,
): Row[] {
  return [...rows.values()].filter((row) => row.tenantId === tenantId && row.siteId === siteId);
}

function seriesOf({ series, kind, pattern, yearly, year, last, lastDate }: NumberSeries): NumberSeries {
  return { series, kind, pattern, yearly, year, last, lastDate };
}

function isListed(invoice: Invoice, { kind, status, clientIds, orderId, from, to }: InvoiceFilter): boolean {
  const { issueDate } = invoice;
  return (
    (kind === undefined || invoice.kind === kind) &&
    (status === undefined || invoice.status === status) &&
    (clientIds === undefined || (invoice.buyer.clientId !== null && clientIds.includes(invoice.buyer.clientId))) &&
    (orderId === undefined || invoice.orderId === orderId) &&
    (from === undefined || (issueDate !== null && issueDate >= from)) &&
    (to === undefined || (issueDate !== null && issueDate <= to))
  );
}

function pastDueOf(invoice: Invoice, date: string, sites: MemoryRows<Site>) {
  const { tenantId, siteId, id, kind, status, dueDate } = invoice;
  const isWaiting = status === 'sent' || ((status === 'issued' || status === 'partially_paid') && openCents(invoice) > 0);
  const timezone = [...sites.values()].find((site) => site.tenantId === tenantId && site.id === siteId)?.timezone;
  if (!isWaiting || dueDate === null || dueDate >= date || timezone === undefined) return [];
  return [{ tenantId, siteId, id, kind, dueDate, timezone }];
}
