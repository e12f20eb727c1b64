import type { Scope } from '../kit/scope.js';

/** An order as coupons see it. */
export interface CouponFacts {
  readonly orderId: string;
  readonly clientId: string | null;
  /** What is of the catalogue, at its price before any discount. */
  readonly lines: readonly { readonly lineId: string; readonly itemId: string; readonly totalCents: number }[];
  readonly shippingCents: number;
  /** Codes that are on the order besides. */
  readonly otherCodes: readonly string[];
}

/** What a coupon does for an order. */
export interface CouponQuote {
  readonly id: string;
  readonly code: string;
  readonly kind: 'percent' | 'amount' | 'free_shipping';
  /** Basis points of a percentage, cents of an amount; 0 for free shipping. */
  readonly value: number;
  /** The lines it takes something off. */
  readonly lineIds: readonly string[];
  /** The most it takes off; null: no limit. */
  readonly maxCents: number | null;
}

export interface CouponUse {
  readonly couponId: string;
  readonly orderId: string;
  readonly clientId: string | null;
  readonly amountCents: number;
  readonly at: Date;
}

/** What orders ask of the coupons, within the transaction that changes the order, whose lock is held before those of coupons. */
export interface CouponDesk {
  /** Throws when the coupon is unknown or does not count for the order. */
  quote(scope: Scope, code: string, facts: CouponFacts): Promise<CouponQuote>;
  /** Counts the coupon for the order. Throws when it is used up. */
  redeem(scope: Scope, use: CouponUse): Promise<void>;
  /** Gives back every coupon the order has redeemed. Again: nothing. */
  release(scope: Scope, orderId: string, at: Date): Promise<void>;
}
