import type { VersionedRecord } from '../kit/versioned.js';

/** A promise of a discount to whoever brings the code. */
export interface Coupon extends VersionedRecord {
  /** As it is printed, in capitals; no two of an establishment differ by hyphens only. */
  readonly code: string;
  readonly description: string | null;
  readonly kind: CouponKind;
  /** Basis points for `percent` (1000 is 10 %), cents for `amount`, 0 for `freeShipping`. */
  readonly value: number;
  readonly active: boolean;
  /** From this instant on; null: at once. */
  readonly validFrom: Date | null;
  /** Until before this instant; null: without end. */
  readonly validTo: Date | null;
  /** What an order must come to before the discount, delivery apart; 0: anything. */
  readonly minimumCents: number;
  /** The most a discount comes to; null: no limit. */
  readonly maxDiscountCents: number | null;
  /** How often it may be redeemed in all; null: no limit. */
  readonly limit: number | null;
  /** How often by one client; null: no limit. */
  readonly limitPerClient: number | null;
  /** Only lines with one of these products, or a product of one of these categories, are discounted; both empty: every line. */
  readonly productIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly firstOrderOnly: boolean;
  /** May be used beside another coupon that says so too. */
  readonly stackable: boolean;
  /** The batch it was made in; null: made alone. */
  readonly batchId: string | null;
  /** How often it is redeemed now, and for how much; kept by the store. */
  readonly redeemed: number;
  readonly redeemedCents: number;
}

export const COUPON_KINDS = ['percent', 'amount', 'freeShipping'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** A coupon used for an order. Released (not deleted) when the order is cancelled or loses the coupon. */
export interface Redemption {
  readonly id: string;
  readonly couponId: string;
  readonly orderId: string;
  readonly clientId: string | null;
  readonly amountCents: number;
  readonly at: Date;
  readonly releasedAt: Date | null;
}

/** A line of an order as coupons see it. */
export interface CouponLine {
  readonly productId: string;
  readonly categoryId: string | null;
  /** What the line comes to before any discount. */
  readonly totalCents: number;
}

/** The code as it is compared: whoever types it need not care for case, spaces and hyphens. */
export function couponKeyOf(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s_-]+/gu, '');
}

/** True for lines the coupon discounts. */
export function isFor({ productIds, categoryIds }: Coupon, { productId, categoryId }: CouponLine): boolean {
  if (productIds.length === 0 && categoryIds.length === 0) return true;
  return productIds.includes(productId) || (categoryId !== null && categoryIds.includes(categoryId));
}
