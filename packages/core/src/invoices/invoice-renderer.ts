import type { Invoice } from './invoice.js';

/** An invoice to be drawn. */
export interface InvoiceDocument {
  readonly invoice: Invoice;
  /** The same for programs (Factur-X, EN 16931), to be carried inside; null: it is for people only. */
  readonly xml: string | null;
  /** When it was drawn: of one invoice and instant the bytes are the same. */
  readonly at: Date;
}

/** Draws invoices. */
export interface InvoiceRenderer {
  /** A PDF of one page or more, in the language of the invoice, that needs nothing but itself: fonts and `xml` are inside. */
  render(document: InvoiceDocument): Promise<Uint8Array>;
}
