import { isFor } from '../coupons/coupon.js';
import { refusedCoupon } from '../coupons/coupon-refusal.js';
import type { CouponsService } from '../coupons/coupons-service.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import type { CouponDesk, CouponFacts, CouponUse } from './coupon-desk.js';

export interface CouponDeskDeps {
  readonly coupons: Pick<CouponsService, 'validate'>;
  readonly stores: Pick<Stores, 'coupons'>;
  readonly views: Pick<Views, 'clients' | 'coupons' | 'products'>;
  readonly ids: Ids;
}

/** The coupons of the establishment, for its orders. Refusals are `coupon_refused` with a reason. */
export function makeCouponDesk({ coupons, stores, views, ids }: CouponDeskDeps): CouponDesk {
  const linesOf = async (scope: Scope, { lines }: CouponFacts) => {
    const products = await views.products.byIds(scope, [...new Set(lines.map(({ itemId }) => itemId))]);
    const categories = new Map(products.map(({ id, categoryId }) => [id, categoryId]));
    return lines.map(({ lineId, itemId: productId, totalCents }) => {
      return { lineId, productId, totalCents, categoryId: categories.get(productId) ?? null };
    });
  };

  /** With the coupon locked: of two first orders at once, the second finds the first. The order itself is among them by now. */
  const requireFirst = async (scope: Scope, { couponId, clientId }: CouponUse) => {
    const coupon = clientId === null ? null : await views.coupons.get(scope, couponId);
    if (clientId === null || !coupon?.firstOrderOnly) return;
    const orders = (await views.clients.figures(scope, [clientId])).get(clientId)?.orders ?? 0;
    if (orders > 1) throw refusedCoupon('first_order');
  };

  return {
    async quote(scope, code, facts) {
      const { clientId, shippingCents, otherCodes } = facts;
      const lines = await linesOf(scope, facts);
      const asked = { code, lines, shippingCents, clientId, clientOrders: 0, otherCodes: [...otherCodes] };
      const { coupon } = await coupons.validate(scope, asked);
      return {
        id: coupon.id,
        code: coupon.code,
        kind: coupon.kind === 'freeShipping' ? 'free_shipping' : coupon.kind,
        value: coupon.value,
        lineIds: lines.filter((line) => isFor(coupon, line)).map(({ lineId }) => lineId),
        maxCents: coupon.maxDiscountCents,
      };
    },
    async redeem(scope, use) {
      await stores.coupons.redeem(scope, { ...use, id: ids.uuid() });
      await requireFirst(scope, use);
    },
    async release(scope, orderId, at) {
      await stores.coupons.release(scope, orderId, at);
    },
  };
}
