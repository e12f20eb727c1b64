import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import { type Coupon, type CouponLine, isFor } from './coupon.js';

/** Why a coupon does not count for an order; the fact `reason` of `coupon_refused`. */
export const COUPON_REFUSALS = {
  inactive: 'This coupon is not in use.',
  not_yet: 'This coupon is not valid yet.',
  expired: 'This coupon has expired.',
  limit: 'This coupon was used as often as it may be.',
  client_limit: 'This client has used this coupon as often as one may.',
  client_needed: 'This coupon is for known clients only.',
  first_order: 'This coupon is for a first order only.',
  not_stackable: 'This coupon cannot be used beside another one.',
  not_for_items: 'This coupon is not for what is in the order.',
  minimum: 'The order is below the minimum of this coupon.',
} as const;

export type CouponRefusal = keyof typeof COUPON_REFUSALS;

/** What has to be known of an order to say whether a coupon counts for it. */
export interface CouponUse {
  readonly at: Date;
  readonly lines: readonly CouponLine[];
  readonly clientId: string | null;
  /** How often the client has redeemed the coupon, and how many orders they have placed before. */
  readonly clientRedemptions: number;
  readonly clientOrders: number;
  /** The other coupons of the order. */
  readonly others: readonly Pick<Coupon, 'stackable'>[];
}

/** Why the coupon does not count for the order; null: it does. */
export function couponRefusal(coupon: Coupon, use: CouponUse): CouponRefusal | null {
  return timeRefusal(coupon, use.at) ?? countRefusal(coupon, use) ?? contentRefusal(coupon, use);
}

/** The refusal as it is thrown. */
export function refusedCoupon(reason: CouponRefusal, facts: Readonly<Record<string, unknown>> = {}): DomainError {
  return new DomainError('coupon_refused', { message: COUPON_REFUSALS[reason], facts: { reason, ...facts } });
}

/** What the caller needs to do better. */
export function factsFor(reason: CouponRefusal, { minimumCents, validFrom, validTo }: Coupon): Readonly<Record<string, unknown>> {
  if (reason === 'minimum') return { minimumCents };
  if (reason === 'not_yet') return { validFrom: validFrom?.toISOString() };
  if (reason === 'expired') return { validTo: validTo?.toISOString() };
  return {};
}

function timeRefusal({ active, validFrom, validTo }: Coupon, at: Date): CouponRefusal | null {
  if (!active) return 'inactive';
  if (validFrom !== null && at < validFrom) return 'not_yet';
  if (validTo !== null && at >= validTo) return 'expired';
  return null;
}

function countRefusal(coupon: Coupon, { clientId, clientRedemptions, clientOrders, others }: CouponUse): CouponRefusal | null {
  const { limit, redeemed, limitPerClient, firstOrderOnly, stackable } = coupon;
  if (limit !== null && redeemed >= limit) return 'limit';
  if (clientId === null && (limitPerClient !== null || firstOrderOnly)) return 'client_needed';
  if (limitPerClient !== null && clientRedemptions >= limitPerClient) return 'client_limit';
  if (firstOrderOnly && clientOrders > 0) return 'first_order';
  if (others.length > 0 && !(stackable && others.every((other) => other.stackable))) return 'not_stackable';
  return null;
}

function contentRefusal(coupon: Coupon, { lines }: CouponUse): CouponRefusal | null {
  if (!lines.some((line) => isFor(coupon, line))) return 'not_for_items';
  return sumCents(lines.map(({ totalCents }) => totalCents)) < coupon.minimumCents ? 'minimum' : null;
}
