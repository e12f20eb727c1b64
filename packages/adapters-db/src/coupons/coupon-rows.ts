import { type Coupon, couponKeyOf, type Redemption } from '@comptoir/core/coupons/coupon.js';
import { couponWords } from '@comptoir/core/coupons/coupon-words.js';
import { type Selectable, sql } from 'kysely';
import type { VersionedTable } from '../kit/versioned-store.js';
import type { CouponRedemptionTable } from './coupon-tables.js';

export const COUPONS: VersionedTable<Coupon> = {
  name: 'coupons',
  columns: {
    id: 'id',
    code: 'code',
    description: 'description',
    kind: 'kind',
    value: 'value',
    active: 'active',
    validFrom: 'valid_from',
    validTo: 'valid_to',
    minimumCents: 'minimum_cents',
    maxDiscountCents: 'max_discount_cents',
    limit: 'limit',
    limitPerClient: 'limit_per_client',
    productIds: 'product_ids',
    categoryIds: 'category_ids',
    firstOrderOnly: 'first_order_only',
    stackable: 'stackable',
    batchId: 'batch_id',
    redeemed: 'redeemed',
    redeemedCents: 'redeemed_cents',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['productIds', 'categoryIds'],
  derived: (coupon) => ({ code_key: couponKeyOf(coupon.code), search_words: [...couponWords(coupon)] }),
  counters: ['redeemed', 'redeemedCents'],
  orderBy: [sql`code collate "C"`],
  searched: [],
};

export function redemptionOf(row: Selectable<CouponRedemptionTable>): Redemption {
  const { id, at } = row;
  return {
    id,
    at,
    couponId: row.coupon_id,
    orderId: row.order_id,
    clientId: row.client_id,
    amountCents: row.amount_cents,
    releasedAt: row.released_at,
  };
}
