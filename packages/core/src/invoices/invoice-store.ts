import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Invoice, InvoiceKind, InvoicePayment } from './invoice.js';
import type { InvoiceStatus } from './invoice-states.js';
import type { GivenNumber, NumberSeries } from './number-series.js';
import type { PastInvoice } from './past-invoice.js';

/** Writes of quotes, invoices and credit notes. */
export interface InvoiceStore {
  /** Stores a new one, as a draft or with its number. Throws `duplicate` when the id or the number exists. */
  create(scope: Scope, invoice: Invoice): Promise<void>;
  /**
   * Stores what was issued before, with its payments, all or nothing; returns it with its numbers (`numberedPast`), which go on where each
   * series is, without gaps. Throws `duplicate` when an id exists, `invalid_request`, `unknown_record`.
   */
  issueAll(scope: Scope, past: readonly PastInvoice[]): Promise<readonly Invoice[]>;
  /**
   * Locks it, hands it to `decide` and stores what that returns, unless it is the very same. Of what is issued only the status, what was
   * paid and credited and when it was sent are stored: the database refuses all other changes. Throws `unknown_record`, or what
   * `decide` throws. Locks are taken in the order order, invoice, series.
   */
  change(scope: Scope, id: string, decide: (invoice: Invoice) => Invoice | Promise<Invoice>): Promise<Invoice>;
  /** Erases who a draft or a quote is made out to (`withoutBuyer`). Throws `unknown_record`, `invalid_transition` for what must be kept. */
  forgetBuyer(scope: Scope, id: string): Promise<void>;
  /** Throws `unknown_record`, and `invalid_transition` for what is issued. */
  deleteDraft(scope: Scope, id: string): Promise<void>;
  /**
   * The next number of the series (`nextNumber`), for something issued on `date` (`YYYY-MM-DD`). Whoever has it is alone with the series
   * until the transaction ends, and gives it back by not committing: numbers have no gaps, and dates never go back.
   */
  takeNumber(scope: Scope, series: string, kind: InvoiceKind, date: string): Promise<GivenNumber>;
  /** Sets how a series counts from its next number on. Throws `duplicate` when another series of the establishment has the pattern. */
  setSeries(scope: Scope, change: Pick<NumberSeries, 'series' | 'kind' | 'pattern' | 'yearly'>): Promise<NumberSeries>;
  /** Appends a payment. */
  addPayment(scope: Scope, payment: InvoicePayment): Promise<void>;
  /** The credit notes that were issued on the invoice, oldest first. */
  creditNotes(scope: Scope, invoiceId: string): Promise<readonly Invoice[]>;
  /** Invoices of the order that were issued, with the credit notes on them. */
  ofOrder(scope: Scope, orderId: string): Promise<readonly Invoice[]>;
  /** Lets whoever has the token with this SHA-256 see it. */
  addLink(scope: Scope, tokenHash: string, invoiceId: string, at: Date): Promise<void>;
  /**
   * Up to `limit` of any tenant whose due date is before `date`: invoices that are to be paid and quotes without an answer. What is
   * due where its establishment is, is the caller's to say.
   */
  pastDue(date: string, limit: number): Promise<readonly DueInvoice[]>;
}

export interface DueInvoice {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly dueDate: string;
  readonly timezone: string;
}

export const INVOICE_SORTS = ['number', '-number', 'issueDate', '-issueDate', 'dueDate', '-dueDate', 'total', '-total'] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

/** Without `sort`: as they were made, newest first. */
export interface InvoiceFilter extends PageInput {
  readonly kind?: InvoiceKind | undefined;
  readonly status?: InvoiceStatus | undefined;
  /** To one of these clients. */
  readonly clientIds?: readonly string[] | undefined;
  readonly orderId?: string | undefined;
  /** Issued on or after, and on or before. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: InvoiceSort | undefined;
}

/** One invoice in a list: without lines and parties. */
export interface InvoiceSummary {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly status: InvoiceStatus;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly buyerName: string;
  readonly clientId: string | null;
  readonly orderId: string | null;
  readonly currency: string;
  readonly netCents: number;
  readonly taxCents: number;
  readonly grossCents: number;
  readonly paidCents: number;
  readonly creditedCents: number;
  readonly createdAt: Date;
  readonly version: number;
}

/** Sums over the invoices and credit notes of a span of time, in the currency of the establishment. */
export interface InvoiceMetrics {
  /** Of invoices issued in the span, without what credit notes issued in it took back. */
  readonly invoiced: { readonly count: number; readonly netCents: number; readonly taxCents: number; readonly grossCents: number };
  readonly creditedCents: number;
  /** Payments that came in the span. */
  readonly paidCents: number;
  /** As it stands now, whenever it was issued. */
  readonly open: { readonly count: number; readonly cents: number };
  readonly overdue: { readonly count: number; readonly cents: number };
  /** What was issued, by month of its date, oldest first. */
  readonly months: readonly { readonly month: string; readonly grossCents: number; readonly creditedCents: number }[];
  /** What is open, by how long it is overdue. */
  readonly ageing: Readonly<Record<AgeingBucket, number>>;
  /** Who owes most, at most ten. */
  readonly debtors: readonly { readonly clientId: string | null; readonly name: string; readonly count: number; readonly cents: number }[];
}

export const AGEING_BUCKETS = ['notDue', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
export type AgeingBucket = (typeof AGEING_BUCKETS)[number];

export interface MetricsSpan {
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** The present day where the establishment is. */
  readonly today: string;
  readonly timezone: string;
}

/** Reads of quotes, invoices and credit notes. */
export interface InvoiceViews {
  /** Null for one of another establishment. */
  get(scope: Scope, id: string): Promise<Invoice | null>;
  /** `search` looks in the number, the buyer, the order and the reference. */
  list(scope: Scope, filter: InvoiceFilter): Promise<Page<InvoiceSummary>>;
  /** Oldest first. */
  payments(scope: Scope, invoiceId: string): Promise<readonly InvoicePayment[]>;
  /** The one that a token with this SHA-256 lets see, of any tenant; null when there is none. */
  byLink(tokenHash: string): Promise<Invoice | null>;
  /** The series of the establishment that were counted or set, by kind and name. */
  series(scope: Scope): Promise<readonly NumberSeries[]>;
  metrics(scope: Scope, span: MetricsSpan): Promise<InvoiceMetrics>;
}
