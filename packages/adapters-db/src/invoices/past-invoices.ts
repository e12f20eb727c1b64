import type { Invoice, InvoicePayment } from '@comptoir/core/invoices/invoice.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { RawBuilder } from 'kysely';
import { insertion } from '../kit/row-set.js';
import { paymentRowOf, plainRowOf } from './invoice-tables.js';

type Owner = Pick<Scope, 'tenantId' | 'siteId'>;

/** One statement with one parameter, so that credit notes may stand before their invoices, and years of both take no longer than one. */
export function pastInvoices({ tenantId, siteId }: Owner, invoices: readonly Invoice[]): RawBuilder<unknown> {
  return insertion(
    'invoices',
    invoices.map((invoice) => ({ tenant_id: tenantId, site_id: siteId, ...plainRowOf(invoice) })),
  );
}

export function pastPayments({ tenantId, siteId }: Owner, payments: readonly InvoicePayment[]): RawBuilder<unknown> {
  return insertion(
    'invoice_payments',
    payments.map((payment) => ({ tenant_id: tenantId, site_id: siteId, ...paymentRowOf(payment) })),
  );
}
