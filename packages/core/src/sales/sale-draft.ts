import type { Sale, SaleLine, SalePayment } from './sale.js';

interface Draft {
  readonly id: string;
  readonly register: string;
  readonly at: Date;
  /** Amounts as they are said at the till, none negative, in a refund too. */
  readonly payments: readonly SalePayment[];
}

/** A sale about to be recorded: totals, taxes and number are worked out, never taken over. */
export interface SaleDraft extends Draft {
  readonly kind: 'sale';
  readonly currency: string;
  readonly lines: readonly Omit<SaleLine, 'number' | 'totalCents'>[];
}

/** A refund about to be recorded. */
export interface RefundDraft extends Draft {
  readonly kind: 'refund';
  readonly refundOf: string;
  /** How much of which line of the sale comes back. */
  readonly lines: readonly { readonly number: number; readonly quantity: number }[];
}

/** What is said about a record before its lines are looked at. */
export type SaleHead = Pick<Sale, 'tenantId' | 'siteId' | 'number'>;
