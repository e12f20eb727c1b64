import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { Coupon, CouponKind, Redemption } from './coupon.js';

/** What an order redeems. */
export interface NewRedemption {
  readonly id: string;
  readonly couponId: string;
  readonly orderId: string;
  readonly clientId: string | null;
  readonly amountCents: number;
  readonly at: Date;
}

/** Writes of coupons. `create` and `change` throw `duplicate` for a code that differs from another by case and hyphens only. */
export interface CouponStore extends VersionedStore<Coupon> {
  /** Stores the coupons whose codes are free and answers them; the others are left out. */
  createFree(scope: Scope, coupons: readonly Coupon[]): Promise<readonly Coupon[]>;
  /**
   * Counts the coupon for an order. Locks the coupon until the transaction ends, and so never goes beyond its limits, however many
   * redeem it at once. Call it in the transaction that places the order, several coupons by ascending id. Throws `unknown_record`,
   * `duplicate` (the order has redeemed it already) or `coupon_refused` with the reason `limit` or `client_limit`. Whether it is
   * valid, and for what, was decided before (`couponRefusal`).
   */
  redeem(scope: Scope, redemption: NewRedemption): Promise<Redemption>;
  /** Gives back what the order has redeemed, of every coupon; what it gave back before stays so. Answers what it gave back. */
  release(scope: Scope, orderId: string, at: Date): Promise<readonly Redemption[]>;
  /** Gives the redemptions of one client to another, who counts as one with them from then on. */
  moveClient(scope: Scope, fromId: string, intoId: string): Promise<void>;
}

export const COUPON_SORTS = ['code', '-code', 'createdAt', '-createdAt', 'redeemed', '-redeemed'] as const;
export type CouponSort = (typeof COUPON_SORTS)[number];

export interface CouponQuery extends PageInput {
  readonly sort: CouponSort;
  readonly active?: boolean | undefined;
  readonly kind?: CouponKind | undefined;
  readonly batchId?: string | undefined;
}

export interface RedemptionQuery extends PageInput {
  readonly couponId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly clientId?: string | undefined;
}

/** How coupons were used, in all; what was released does not count, except where it says so. */
export interface CouponFigures {
  readonly redemptions: number;
  readonly released: number;
  readonly clients: number;
  readonly discountCents: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** Which redemptions are counted: of a coupon, of a batch, or of all; from an instant until before another. */
export interface FiguresQuery {
  readonly couponId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Reads of coupons. */
export interface CouponViews extends Pick<VersionedViews<Coupon>, 'get'> {
  /** `search` looks for the beginnings of words of code and description, and of the code without hyphens. */
  list(scope: Scope, query: CouponQuery): Promise<Page<Coupon>>;
  /** The coupon with the code, however it is written. */
  byCode(scope: Scope, code: string): Promise<Coupon | null>;
  /** Every coupon of a batch, by code. */
  ofBatch(scope: Scope, batchId: string): Promise<readonly Coupon[]>;
  /** How often the client redeems the coupon now. */
  redemptionsBy(scope: Scope, couponId: string, clientId: string): Promise<number>;
  /** The newest first. */
  redemptions(scope: Scope, query: RedemptionQuery): Promise<Page<Redemption>>;
  figures(scope: Scope, query: FiguresQuery): Promise<CouponFigures>;
}
