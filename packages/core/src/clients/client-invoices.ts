import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';

/** An invoice as the page of its client shows it. */
export interface ClientInvoice {
  readonly id: string;
  /** Null until it is issued. */
  readonly number: string | null;
  readonly status: string;
  readonly issuedAt: Date | null;
  readonly dueAt: Date | null;
  readonly totalCents: number;
  /** What is still to be paid of it. */
  readonly balanceCents: number;
  readonly currency: string;
}

/** What is asked of whoever keeps the invoices. */
export interface ClientInvoices {
  /** The invoices to the client, newest first. */
  ofClient(scope: Scope, clientId: string, page: PageInput): Promise<Page<ClientInvoice>>;
}

/** Of a product that writes no invoices. */
export const NO_INVOICES: ClientInvoices = {
  ofClient: async (_scope, _clientId, { page, pageSize }) => ({ items: [], total: 0, page, pageSize }),
};
