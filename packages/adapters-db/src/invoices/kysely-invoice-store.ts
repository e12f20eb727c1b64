import { withoutBuyer } from '@comptoir/core/invoices/forgotten-buyer.js';
import type { Invoice, InvoiceKind } from '@comptoir/core/invoices/invoice.js';
import { isIssued, refusedStep } from '@comptoir/core/invoices/invoice-states.js';
import type { InvoiceStore } from '@comptoir/core/invoices/invoice-store.js';
import { type NumberSeries, newSeries, nextNumber } from '@comptoir/core/invoices/number-series.js';
import { numberedPast, seriesOfPast } from '@comptoir/core/invoices/past-invoice.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { uuidOf } from '../kit/uuids.js';
import { invoiceOf, invoiceRowOf, lifeRowOf, paymentRowOf, personRowOf, seriesOf } from './invoice-tables.js';
import { pastInvoices, pastPayments } from './past-invoices.js';

export function makeKyselyInvoices(db: Handle): InvoiceStore {
  return {
    async create({ tenantId, siteId }, invoice) {
      const row = { ...invoiceRowOf(invoice), tenant_id: tenantId, site_id: siteId };
      await db.insertInto('invoices').values(row).execute().catch(asUnknownRecord);
    },

    async issueAll(scope, past) {
      const known: NumberSeries[] = [];
      for (const { series, kind } of seriesOfPast(past)) known.push(await lockedSeries(db, scope, series, kind));
      const issued = numberedPast(past, known);
      for (const each of issued.series) await count(db, scope, each);
      if (issued.invoices.length > 0) await pastInvoices(scope, issued.invoices).execute(db).catch(asUnknownRecord);
      const payments = past.flatMap((one) => one.payments);
      if (payments.length > 0) await pastPayments(scope, payments).execute(db).catch(asUnknownRecord);
      return issued.invoices;
    },

    async change(scope, id, decide) {
      const before = await locked(db, scope, id);
      const after = await decide(before);
      if (after === before) return before;
      // Of what is issued the rest is not even sent: the database would refuse it.
      const row = isIssued(before) ? lifeRowOf(after) : invoiceRowOf(after);
      await ofSiteToUpdate(db, scope).where('id', '=', before.id).set(row).execute().catch(asUnknownRecord);
      return isIssued(before) ? { ...before, ...lifeOf(after) } : after;
    },

    async forgetBuyer(scope, id) {
      const before = await locked(db, scope, id);
      const after = withoutBuyer(before);
      if (after !== before) await ofSiteToUpdate(db, scope).where('id', '=', before.id).set(personRowOf(after)).execute();
    },

    async deleteDraft(scope, id) {
      const invoice = await locked(db, scope, id);
      if (isIssued(invoice)) throw refusedStep(invoice, 'delete');
      const { tenantId, siteId } = scope;
      await db
        .deleteFrom('invoices')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', invoice.id)
        .execute();
    },

    async takeNumber(scope, series, kind, date) {
      const given = nextNumber(await lockedSeries(db, scope, series, kind), date);
      await count(db, scope, given.series);
      return given;
    },

    async setSeries(scope, { series, kind, pattern, yearly }) {
      const before = await lockedSeries(db, scope, series, kind);
      await seriesToUpdate(db, scope, series, kind).set({ pattern, yearly }).execute();
      return { ...before, pattern, yearly };
    },

    async addPayment({ tenantId, siteId }, payment) {
      const row = { ...paymentRowOf(payment), tenant_id: tenantId, site_id: siteId };
      await db.insertInto('invoice_payments').values(row).execute().catch(asUnknownRecord);
    },

    async creditNotes(scope, invoiceId) {
      const rows = await issued(db, scope).where('credited_id', '=', uuidOf(invoiceId)).orderBy('created_at').orderBy('id').execute();
      return rows.map(invoiceOf);
    },

    async ofOrder(scope, orderId) {
      const rows = await issued(db, scope)
        .where('order_id', '=', orderId)
        .where('kind', '!=', 'quote')
        .orderBy('created_at')
        .orderBy(sql`number collate "C"`)
        .orderBy('id')
        .execute();
      return rows.map(invoiceOf);
    },

    async addLink({ tenantId, siteId }, tokenHash, invoiceId, at) {
      const row = { token_hash: tokenHash, tenant_id: tenantId, site_id: siteId, invoice_id: uuidOf(invoiceId), created_at: at };
      await db.insertInto('invoice_links').values(row).execute().catch(asUnknownRecord);
    },

    async pastDue(date, limit) {
      const rows = await db
        .selectFrom('invoices')
        .innerJoin('sites', (join) => join.onRef('sites.tenant_id', '=', 'invoices.tenant_id').onRef('sites.id', '=', 'invoices.site_id'))
        .select(['invoices.tenant_id', 'invoices.site_id', 'invoices.id', 'invoices.kind', 'invoices.due_date', 'sites.timezone'])
        // As the index of such invoices says it: with parameters instead, the planner could not know that it will do.
        .where(sql<boolean>`invoices.status in ('sent', 'issued', 'partially_paid')`)
        .where(sql<boolean>`(invoices.kind = 'quote' or gross_cents > paid_cents + credited_cents)`)
        .where('invoices.due_date', '<', date)
        .orderBy('invoices.due_date')
        .orderBy('invoices.id')
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const { id, kind, timezone } = row;
        return { id, kind, timezone, tenantId: row.tenant_id, siteId: row.site_id, dueDate: row.due_date ?? date };
      });
    },
  };
}

async function locked(db: Handle, scope: Scope, id: string): Promise<Invoice> {
  const row = await ofSite(db, scope).where('id', '=', uuidOf(id)).forUpdate().executeTakeFirst();
  if (row === undefined) throw new DomainError('unknown_record');
  return invoiceOf(row);
}

/** The series, made where it is new, and this transaction alone with it. */
async function lockedSeries(db: Handle, scope: Scope, name: string, kind: InvoiceKind) {
  const { tenantId, siteId } = scope;
  const { pattern, yearly } = newSeries(name, kind);
  const row = await db
    .insertInto('invoice_series')
    .values({ tenant_id: tenantId, site_id: siteId, kind, series: name, pattern, yearly, year: null, last: null, last_date: null })
    // Changes nothing, but locks the row that is there.
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'site_id', 'kind', 'series']).doUpdateSet({ last: sql<number>`invoice_series.last` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return seriesOf(row);
}

async function count(db: Handle, scope: Scope, { series, kind, year, last, lastDate }: NumberSeries): Promise<void> {
  await seriesToUpdate(db, scope, series, kind).set({ year, last, last_date: lastDate }).execute();
}

function seriesToUpdate(db: Handle, { tenantId, siteId }: Scope, series: string, kind: InvoiceKind) {
  return db
    .updateTable('invoice_series')
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('series', '=', series);
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('invoices').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function issued(db: Handle, scope: Scope) {
  return ofSite(db, scope).where('status', '!=', 'draft');
}

function ofSiteToUpdate(db: Handle, { tenantId, siteId }: Scope) {
  return db.updateTable('invoices').where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function lifeOf({ status, paidCents, creditedCents, sentAt, version }: Invoice) {
  return { status, paidCents, creditedCents, sentAt, version };
}
