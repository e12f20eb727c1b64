import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { parse } from '../kit/validate.js';
import { edited, newlyVersioned, patched } from '../kit/versioned.js';
import type { Stores, Views } from '../stores.js';
import type { Coupon } from './coupon.js';
import { randomCouponCode } from './coupon-code.js';
import { type BatchInput, type CouponFields, couponFields, type ValidateInput } from './coupon-contract.js';
import { couponRefusal, factsFor, refusedCoupon } from './coupon-refusal.js';
import { discountByLine, discountOf } from './discount.js';

export interface CouponsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'clients' | 'coupons' | 'products'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

/** A coupon that counts for an order, and for how much. */
export interface ValidCoupon {
  readonly coupon: Coupon;
  readonly discountCents: number;
  readonly lineDiscountsCents: readonly number[];
}

export interface Batch {
  readonly batchId: string;
  readonly coupons: readonly Coupon[];
}

export interface CouponsService {
  /** Throws `duplicate` (the code), `unknown_item`, `unknown_category`. */
  create(scope: Scope, fields: CouponFields): Promise<Coupon>;
  /** Throws `unknown_record`, `stale`, `invalid_request` (what it would become), and as `create`. */
  update(scope: Scope, id: string, patch: CouponPatch, seen: number | undefined): Promise<Coupon>;
  /** Coupons with codes that nobody can guess, all or none. Throws as `create`. */
  generate(scope: Scope, batch: BatchInput): Promise<Batch>;
  /** What the coupon of the code does for the order. Throws `unknown_record`, `coupon_refused`. */
  validate(scope: Scope, input: ValidateInput): Promise<ValidCoupon>;
}

export type CouponPatch = { readonly [Field in keyof CouponFields]?: CouponFields[Field] | undefined };

/** As often new codes are made for those that were taken; with 58 random bits in each, once is unheard of. */
const DRAWS_MAX = 5;

export function makeCouponsService({ unitOfWork, views, clock, crypto, ids }: CouponsDeps): CouponsService {
  const newCoupon = (fields: CouponFields, batchId: string | null): Coupon => ({
    ...fields,
    ...newlyVersioned(ids.uuid(), clock.now()),
    batchId,
    redeemed: 0,
    redeemedCents: 0,
  });

  /** What a coupon is for exists in the establishment. */
  async function checkTargets(
    scope: Scope,
    stores: Stores,
    { productIds, categoryIds }: Pick<CouponPatch, 'productIds' | 'categoryIds'>,
  ): Promise<void> {
    for (const id of productIds ?? []) {
      if ((await views.products.get(scope, id)) === null) throw new DomainError('unknown_item', { facts: { productId: id } });
    }
    for (const id of categoryIds ?? []) {
      if ((await stores.categories.get(scope, id)) === null) throw new DomainError('unknown_category', { facts: { categoryId: id } });
    }
  }

  /** How often the client has ordered; null where nobody knows them: a caller may, who brings them from elsewhere. */
  async function knownOrders(scope: Scope, clientId: string): Promise<number | null> {
    if ((await views.clients.get(scope, clientId)) === null) return null;
    return (await views.clients.figures(scope, [clientId])).get(clientId)?.orders ?? 0;
  }

  async function drawn(
    scope: Scope,
    stores: Stores,
    { prefix, count, ...fields }: BatchInput,
    batchId: string,
  ): Promise<readonly Coupon[]> {
    const coupons: Coupon[] = [];
    for (let draw = 0; coupons.length < count && draw < DRAWS_MAX; draw += 1) {
      const wanted = Array.from({ length: count - coupons.length }, () =>
        newCoupon({ ...fields, code: randomCouponCode(crypto, prefix) }, batchId),
      );
      coupons.push(...(await stores.coupons.createFree(scope, wanted)));
    }
    if (coupons.length < count) throw new DomainError('internal');
    return coupons;
  }

  return {
    create: (scope, fields) =>
      unitOfWork(scope, async (_services, stores) => {
        await checkTargets(scope, stores, fields);
        return stores.coupons.create(scope, newCoupon(fields, null));
      }),

    update: (scope, id, patch, seen) =>
      unitOfWork(scope, async (_services, stores) => {
        await checkTargets(scope, stores, patch);
        return stores.coupons.change(scope, id, (coupon) =>
          edited(coupon, parse(couponFields, patched<CouponFields>(fieldsOf(coupon), patch)), seen, clock.now()),
        );
      }),

    generate: (scope, batch) =>
      unitOfWork(scope, async (_services, stores) => {
        await checkTargets(scope, stores, batch);
        const batchId = ids.uuid();
        return { batchId, coupons: await drawn(scope, stores, batch, batchId) };
      }),

    async validate(scope, { code, lines, shippingCents, clientId, clientOrders, otherCodes }) {
      const coupon = await views.coupons.byCode(scope, code);
      if (coupon === null) throw new DomainError('unknown_record', { message: 'There is no such coupon.' });
      const clientRedemptions = clientId === null ? 0 : await views.coupons.redemptionsBy(scope, coupon.id, clientId);
      const ordered = clientId === null ? null : await knownOrders(scope, clientId);
      const found = await Promise.all(otherCodes.map((other) => views.coupons.byCode(scope, other)));
      const others = found.filter((other) => other !== null);
      const reason = couponRefusal(coupon, {
        at: clock.now(),
        lines,
        clientId,
        clientRedemptions,
        clientOrders: ordered ?? clientOrders,
        others,
      });
      if (reason !== null) throw refusedCoupon(reason, factsFor(reason, coupon));
      return {
        coupon,
        discountCents: discountOf(coupon, lines, shippingCents),
        lineDiscountsCents: discountByLine(coupon, lines),
      };
    },
  };
}

/** A coupon as its contract reads it back. */
function fieldsOf({ productIds, categoryIds, ...coupon }: Coupon): CouponFields {
  return { ...coupon, productIds: [...productIds], categoryIds: [...categoryIds] };
}
