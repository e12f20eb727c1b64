import type { TaxedAmounts, TaxRounding } from '../kit/tax-rounding.js';
import type { LineInput } from './invoice-contract.js';
import type { InvoiceStatus } from './invoice-states.js';
import type { Buyer, Seller } from './parties.js';
import type { TaxCategory } from './tax-categories.js';

/**
 * Quotes, invoices and credit notes of an establishment. What is issued is a snapshot that nothing changes any more, whatever becomes of
 * the client, the order or the settings; only what happens to it afterwards (sent, paid, credited) is written beside it. Amounts of
 * credit notes are positive: what they take back.
 */

export const INVOICE_KINDS = ['quote', 'invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Whether prices of lines hold the tax. */
export type PriceKind = 'gross' | 'net';

export interface InvoiceLine extends TaxedAmounts {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly description: string | null;
  /** Up to three decimals; negative amounts have a negative price, never a negative quantity. */
  readonly quantity: number;
  /** UN/ECE recommendation 20: `C62` is one piece, `HUR` an hour. */
  readonly unit: string;
  /** With or without tax, as the invoice says in `prices`. */
  readonly unitPriceCents: number;
  /** Taken off the whole line, with its share of a discount on the invoice; of the same sign as the price. */
  readonly discountCents: number;
  readonly taxCategory: TaxCategory;
  readonly taxBasisPoints: number;
  /** The id of the line of the order that it invoices; null: it was typed in. */
  readonly orderLine: string | null;
  /** Of a credit note: the line of the invoice it takes back, in whole or in part; else null. */
  readonly creditedLine: number | null;
}

/** What is taxed alike, added up (EN 16931, BG-23). */
export interface InvoiceTax extends TaxedAmounts {
  readonly category: TaxCategory;
  readonly taxBasisPoints: number;
  /** Why no tax is due; null where it is. */
  readonly exemption: string | null;
}

/** The invoice that a credit note takes back. */
export interface CreditedInvoice {
  readonly id: string;
  readonly number: string;
  /** `YYYY-MM-DD` */
  readonly issueDate: string;
}

/** What a credit note was asked to take back: a quantity, or an amount with tax, of a line. Null as a whole: all that is left. */
export type CreditRequest = readonly (
  | { readonly line: number; readonly quantity: number }
  | { readonly line: number; readonly amountCents: number }
)[];

/** Of a draft: its lines before a discount on all of them is taken off, and why no tax is due. */
export interface DraftSource {
  readonly lines: readonly LineInput[];
  readonly discountCents: number;
  readonly exemption: string | null;
}

export interface Invoice extends TaxedAmounts {
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  readonly kind: InvoiceKind;
  readonly status: InvoiceStatus;
  /** Invoices of one series are numbered together. */
  readonly series: string;
  /** Null for a draft: numbers are given when it is issued (a quote: sent), and none is left out. */
  readonly number: string | null;
  /** `YYYY-MM-DD` where the establishment is; null for a draft. Within a series it never goes back. */
  readonly issueDate: string | null;
  /** When what was invoiced was delivered; null: not said. */
  readonly deliveryDate: string | null;
  /** Until when it is to be paid, or a quote can be accepted. Null: at once, or without end. */
  readonly dueDate: string | null;
  readonly currency: string;
  /** The language it is written in. */
  readonly language: string;
  readonly prices: PriceKind;
  readonly rounding: TaxRounding;
  /** As it was when the invoice was issued; null for a draft. */
  readonly seller: Seller | null;
  readonly buyer: Buyer;
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly InvoiceTax[];
  /** With tax: what was paid of it, and what credit notes took back. */
  readonly paidCents: number;
  readonly creditedCents: number;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  /** The quote it came from. */
  readonly quoteId: string | null;
  readonly recurringId: string | null;
  readonly creditOf: CreditedInvoice | null;
  readonly creditRequest: CreditRequest | null;
  /** Why it takes back; null but for credit notes. */
  readonly reason: string | null;
  /** What the buyer wants to find on it: the number of their own order (EN 16931, BT-13). */
  readonly reference: string | null;
  readonly note: string | null;
  /** How and when it is to be paid, in words. */
  readonly terms: string | null;
  /** What the law wants to be read on it. */
  readonly mentions: readonly string[];
  /** What a draft was typed in as, to be priced again when it changes; it stays beside what came of it. */
  readonly draft: DraftSource | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** What is owed still, with tax. */
export function openCents({
  kind,
  grossCents,
  paidCents,
  creditedCents,
}: Pick<Invoice, 'kind' | 'grossCents' | 'paidCents' | 'creditedCents'>): number {
  return kind === 'invoice' ? grossCents - creditedCents - paidCents : 0;
}

export const PAYMENT_MEANS = ['transfer', 'card', 'cash', 'cheque', 'direct_debit', 'other'] as const;
export type PaymentMeans = (typeof PAYMENT_MEANS)[number];

/** Money that came for an invoice, or went back (negative: a correction, a bounced cheque). Appended, never changed. */
export interface InvoicePayment {
  readonly id: string;
  readonly invoiceId: string;
  readonly at: Date;
  readonly amountCents: number;
  readonly means: PaymentMeans;
  readonly reference: string | null;
  /** As `actorName` gives it. */
  readonly actor: string;
}
