/**
 * What a till has sold or taken back. Recorded once and never changed: a correction is a refund, a record of its own with the
 * opposite sign. What was sold is a snapshot, whatever becomes of the catalogue.
 */

export const SALE_KINDS = ['sale', 'refund'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export const PAYMENT_METHODS = ['cash', 'card', 'cheque', 'meal-voucher', 'gift-card', 'transfer', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export interface SaleLine {
  /** Of a sale: from 1. Of a refund: the number of the sale's line that it takes back. */
  readonly number: number;
  /** Null: an amount typed in, of nothing in the catalogue. */
  readonly itemId: string | null;
  readonly variantId: string | null;
  readonly syncKey: string | null;
  readonly sku: string | null;
  readonly name: string;
  /** Negative in a refund. */
  readonly quantity: number;
  /** Including tax; never negative. */
  readonly unitPriceCents: number;
  readonly totalCents: number;
  readonly taxBasisPoints: number;
}

/** What the lines of one rate contain: net and tax together are their total. */
export interface SaleTax {
  readonly taxBasisPoints: number;
  readonly netCents: number;
  readonly taxCents: number;
}

export interface SalePayment {
  readonly method: PaymentMethod;
  /** What was kept, so change is no payment; negative in a refund. */
  readonly amountCents: number;
}

export interface Sale {
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  readonly kind: SaleKind;
  /** Counted per establishment from 1, sales and refunds together, without gaps; given by the store. */
  readonly number: number;
  /** The till it was rung up on. */
  readonly register: string;
  readonly at: Date;
  /** The sale that a refund takes something of back; null for a sale. */
  readonly refundOf: string | null;
  readonly lines: readonly SaleLine[];
  /** By rate, ascending. */
  readonly taxes: readonly SaleTax[];
  readonly payments: readonly SalePayment[];
  /** Including tax; negative in a refund. */
  readonly totalCents: number;
  readonly currency: string;
}
