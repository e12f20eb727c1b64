import type { Sale, SaleDiscount, SaleLine, SalePayment, SaleRounding } from './sale.js';

interface Draft {
  readonly id: string;
  readonly register: string;
  readonly at: Date;
  /** Amounts as they are said at the till, none negative, in a refund too. */
  readonly payments: readonly SalePayment[];
  /** None, when left out. */
  readonly orderId?: string | null;
  /** None, when left out. */
  readonly shiftId?: string | null;
  /** What cash is rounded to; null, or left out: the cent. */
  readonly cashStepCents?: number | null;
}

/** A sale about to be recorded: totals, taxes and number are worked out, never taken over. */
export interface SaleDraft extends Draft {
  readonly kind: 'sale';
  readonly currency: string;
  readonly lines: readonly DraftLine[];
  /** Those of lines are taken off before those of the sale, each in this order; none, when left out. */
  readonly discounts?: readonly DraftDiscount[];
  /** `rate`, when left out. */
  readonly rounding?: SaleRounding;
}

export type DraftLine = Omit<SaleLine, 'number' | 'discountCents' | 'totalCents' | 'taxCents'>;
export type DraftDiscount = Omit<SaleDiscount, 'amountCents'>;

/** A refund about to be recorded. */
export interface RefundDraft extends Draft {
  readonly kind: 'refund';
  readonly refundOf: string;
  /** How much of which line of the sale comes back. */
  readonly lines: readonly { readonly number: number; readonly quantity: number }[];
}

/** What is said about a record before its lines are looked at. */
export type SaleHead = Pick<Sale, 'tenantId' | 'siteId' | 'number'>;
