import { TAX_ROUNDINGS } from '../kit/tax-rounding.js';

/**
 * What a till has sold or taken back. Recorded once and never changed: a correction is a refund, a record of its own with the
 * opposite sign. What was sold is a snapshot, whatever becomes of the catalogue.
 */

export const SALE_KINDS = ['sale', 'refund'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export const PAYMENT_METHODS = ['cash', 'card', 'cheque', 'meal-voucher', 'gift-card', 'transfer', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * How the tax in a sale is rounded: `rate`, that of each rate once, in the sum of its lines, whose totals stay what guests were told; the others
 * are `TaxRounding`. Kept with the sale, so that its refunds are rounded along with it whatever the establishment does by then.
 */
export const SALE_ROUNDINGS = ['rate', ...TAX_ROUNDINGS] as const;
export type SaleRounding = (typeof SALE_ROUNDINGS)[number];

export const DISCOUNT_KINDS = ['percent', 'amount'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** What takes something off a sale. The cents it takes are in the lines: here is why. */
export interface SaleDiscount {
  readonly kind: DiscountKind;
  /** Basis points of a percentage, cents of an amount. */
  readonly value: number;
  readonly label: string;
  /** The number of the line it is for; null: the sale. */
  readonly line: number | null;
  /** What it takes off in all. */
  readonly amountCents: number;
}

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
  /** What the line bears of the discounts; negative in a refund. */
  readonly discountCents: number;
  /** What is to be paid for it. */
  readonly totalCents: number;
  readonly taxBasisPoints: number;
  /** What of the total is tax; null where that is only known of the rate (`SaleRounding`). */
  readonly taxCents: number | null;
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
  /** What was handed over where that was more, and change came back; of cash alone. */
  readonly tenderedCents?: number | undefined;
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
  /** The online order that it is of; null for what was rung up. */
  readonly orderId: string | null;
  /** The shift of the register it belongs to; null: none was open. */
  readonly shiftId: string | null;
  readonly rounding: SaleRounding;
  /** In the order they were taken off. None in a refund. */
  readonly discounts: readonly SaleDiscount[];
  readonly lines: readonly SaleLine[];
  /** By rate, ascending. */
  readonly taxes: readonly SaleTax[];
  readonly payments: readonly SalePayment[];
  /** Including tax; negative in a refund. */
  readonly totalCents: number;
  /** What was paid beyond the total, because there are no smaller coins; negative when it was less. */
  readonly cashRoundingCents: number;
  readonly currency: string;
}
