import type { DraftSource, Invoice, InvoiceKind, InvoicePayment, PaymentMeans } from '@comptoir/core/invoices/invoice.js';
import { invoiceWords } from '@comptoir/core/invoices/invoice-lists.js';
import type { InvoiceStatus } from '@comptoir/core/invoices/invoice-states.js';
import type { NumberSeries } from '@comptoir/core/invoices/number-series.js';
import type { TaxRounding } from '@comptoir/core/kit/tax-rounding.js';
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Json, json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

/** One row is one document with all that is on it: what is issued is never read or changed in parts. */
export interface InvoiceTable {
  tenant_id: string;
  site_id: string;
  id: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  series: string;
  number: string | null;
  issue_date: string | null;
  delivery_date: string | null;
  due_date: string | null;
  currency: string;
  language: string;
  prices: Invoice['prices'];
  rounding: TaxRounding;
  seller: Json<Invoice['seller']>;
  buyer: Json<Invoice['buyer']>;
  client_id: string | null;
  buyer_name: string;
  lines: Json<Invoice['lines']>;
  taxes: Json<Invoice['taxes']>;
  net_cents: number;
  tax_cents: number;
  gross_cents: number;
  paid_cents: number;
  credited_cents: number;
  order_id: string | null;
  order_number: string | null;
  quote_id: string | null;
  recurring_id: string | null;
  credit_of: Json<Invoice['creditOf']>;
  /** Of `credit_of`. */
  credited_id: ColumnType<string | null, never, never>;
  credit_request: Json<Invoice['creditRequest']>;
  reason: string | null;
  reference: string | null;
  note: string | null;
  terms: string | null;
  mentions: Json<readonly string[]>;
  draft: Json<DraftSource | null>;
  search_words: string[];
  created_at: Date;
  sent_at: Date | null;
  version: number;
}

export interface InvoiceSeriesTable {
  tenant_id: string;
  site_id: string;
  kind: InvoiceKind;
  series: string;
  pattern: string;
  yearly: boolean;
  year: number | null;
  last: number | null;
  last_date: string | null;
}

export interface InvoicePaymentTable {
  tenant_id: string;
  site_id: string;
  id: string;
  invoice_id: string;
  at: Date;
  amount_cents: number;
  means: PaymentMeans;
  reference: string | null;
  actor: string;
}

export interface InvoiceLinkTable {
  token_hash: string;
  tenant_id: string;
  site_id: string;
  invoice_id: string;
  created_at: Date;
}

export function invoiceOf(row: Selectable<InvoiceTable>): Invoice {
  const { id, kind, status, series, number, currency, language, prices, rounding, seller, buyer, lines, taxes } = row;
  const { reason, reference, note, terms, mentions, draft, version } = row;
  return {
    ...{ id, kind, status, series, number, currency, language, prices, rounding, seller, buyer, lines, taxes },
    ...{ reason, reference, note, terms, mentions, draft, version },
    tenantId: row.tenant_id,
    siteId: row.site_id,
    issueDate: row.issue_date,
    deliveryDate: row.delivery_date,
    dueDate: row.due_date,
    netCents: row.net_cents,
    taxCents: row.tax_cents,
    grossCents: row.gross_cents,
    paidCents: row.paid_cents,
    creditedCents: row.credited_cents,
    orderId: row.order_id,
    orderNumber: row.order_number,
    quoteId: row.quote_id,
    recurringId: row.recurring_id,
    creditOf: row.credit_of,
    creditRequest: row.credit_request,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}

/** Documents as they are, for `jsonb_populate_recordset`. */
export function plainRowOf(invoice: Invoice) {
  const { id, kind, series, number, currency, language, prices, rounding, reason, reference, note, terms } = invoice;
  return {
    ...{ id, kind, series, number, currency, language, prices, rounding, reason, reference, note, terms },
    ...lifeRowOf(invoice),
    issue_date: invoice.issueDate,
    delivery_date: invoice.deliveryDate,
    due_date: invoice.dueDate,
    seller: invoice.seller,
    buyer: invoice.buyer,
    client_id: invoice.buyer.clientId === null ? null : uuidOf(invoice.buyer.clientId),
    buyer_name: invoice.buyer.name,
    lines: invoice.lines,
    taxes: invoice.taxes,
    net_cents: invoice.netCents,
    tax_cents: invoice.taxCents,
    gross_cents: invoice.grossCents,
    order_id: invoice.orderId,
    order_number: invoice.orderNumber,
    quote_id: invoice.quoteId,
    recurring_id: invoice.recurringId,
    credit_of: invoice.creditOf,
    credit_request: invoice.creditRequest,
    mentions: invoice.mentions,
    draft: invoice.draft,
    search_words: [...invoiceWords(invoice)],
    created_at: invoice.createdAt,
  };
}

export function invoiceRowOf(invoice: Invoice) {
  const { seller, buyer, lines, taxes, credit_of, credit_request, mentions, draft, ...row } = plainRowOf(invoice);
  return {
    ...row,
    seller: jsonOrNull(seller),
    buyer: json(buyer),
    lines: json(lines),
    taxes: json(taxes),
    credit_of: jsonOrNull(credit_of),
    credit_request: jsonOrNull(credit_request),
    mentions: json(mentions),
    draft: jsonOrNull(draft),
  };
}

export function paymentRowOf({ invoiceId, amountCents, ...payment }: InvoicePayment) {
  return { ...payment, invoice_id: uuidOf(invoiceId), amount_cents: amountCents };
}

/** Null is nothing at all, not the null of JSON. */
function jsonOrNull<Value>(value: Value): RawBuilder<Value> {
  return value === null ? sql<Value>`null` : json(value);
}

/** What is written of a quote when its buyer is forgotten. */
export function personRowOf(invoice: Invoice) {
  const { buyer, reference, note, version } = invoice;
  return { buyer: json(buyer), buyer_name: buyer.name, reference, note, search_words: [...invoiceWords(invoice)], version };
}

/** What is written of an invoice after it was issued. */
export function lifeRowOf({ status, paidCents, creditedCents, sentAt, version }: Invoice) {
  return { status, paid_cents: paidCents, credited_cents: creditedCents, sent_at: sentAt, version };
}

export function seriesOf({ series, kind, pattern, yearly, year, last, last_date: lastDate }: Selectable<InvoiceSeriesTable>): NumberSeries {
  return { series, kind, pattern, yearly, year, last, lastDate };
}
