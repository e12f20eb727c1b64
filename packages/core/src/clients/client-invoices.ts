import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';

/** An invoice as the page of its client shows it. */
export interface ClientInvoice {
  readonly id: string;
  /** Null until it is issued. */
  readonly number: string | null;
  readonly status: string;
  /** `YYYY-MM-DD` where the establishment is; null until it is issued. */
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly totalCents: number;
  /** What is still to be paid of it; nothing of a draft. */
  readonly balanceCents: number;
  readonly currency: string;
}

/** What is asked of whoever keeps the invoices. */
export interface ClientInvoices {
  /** The invoices to a client, under any of its ids, newest first. */
  ofClient(scope: Scope, clientIds: readonly string[], page: PageInput): Promise<Page<ClientInvoice>>;
}
