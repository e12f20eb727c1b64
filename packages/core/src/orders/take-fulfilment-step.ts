import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import { requireVersion } from '../kit/versions.js';
import type { Services } from '../services.js';
import { withParcelsSettled } from '../settlement/parcels-after-step.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores, Views } from '../stores.js';
import type { CouponDesk } from './coupon-desk.js';
import { couponFacts } from './coupon-facts.js';
import { afterFulfilmentStep, type FulfilmentStep, goodsMove } from './fulfilment-life.js';
import { makeCouponDesk } from './make-coupon-desk.js';
import { type FulfilmentOrder, fulfilmentOf } from './order.js';
import { statusEvent } from './order-event.js';
import { goodsOf, itemsOfGoods } from './order-goods.js';

/** What orders that are sent work with, within one transaction. */
export interface FulfilmentWork {
  readonly stores: Pick<Stores, 'orders' | 'settlement'>;
  readonly views: Pick<Views, 'products' | 'sites'>;
  readonly stock: Pick<StockService, 'reserve' | 'seal' | 'release'>;
  readonly coupons: CouponDesk;
  readonly signals: Pick<Signals, 'send'>;
}

/** The same from the services of a transaction. */
export function fulfilmentWorkOf({ views, stock, signals, coupons, ids }: Services, stores: Stores): FulfilmentWork {
  return { stores, views, stock, signals, coupons: makeCouponDesk({ coupons, stores, views, ids }) };
}

export interface TakenStep {
  readonly step: FulfilmentStep;
  readonly reason: string | null;
  readonly at: Date;
  /** The version the caller has read; left out: whatever it is. */
  readonly version?: number | undefined;
}

/**
 * Takes the step with all that follows from it: confirming promises the goods to the order (where the establishment keeps stock) and
 * redeems its coupons, delivering seals it, and cancelling or reopening gives goods and coupons back. Its parcels follow.
 *
 * Throws `unknown_order`, `stale`, `invalid_transition` (also for an order that is picked up), `empty_order`, `sold_out`, `unknown_item`, and what a
 * coupon is refused with; the transaction is then to be given up.
 */
export async function takeFulfilmentStep(
  work: FulfilmentWork,
  scope: Scope,
  orderId: string,
  { step, reason, at, version }: TakenStep,
): Promise<FulfilmentOrder> {
  let before: FulfilmentOrder | null = null;
  const changed = await work.stores.orders.change(scope, orderId, async (locked) => {
    requireVersion(locked, version);
    before = fulfilmentOf(locked, step);
    const order = await withParcelsSettled(work.stores.settlement, scope, afterStep(before, step, at), at);
    if (step === 'confirm') await requireGoodCoupons(work, scope, order);
    return { order, event: statusEvent(order, scope, at, reason) };
  });
  const after = fulfilmentOf(changed);
  if (before !== null) await settleGoods(work, scope, before, after, at);
  work.signals.send({ kind: 'order-changed', orderId });
  return after;
}

function afterStep(before: FulfilmentOrder, step: FulfilmentStep, at: Date): FulfilmentOrder {
  const order = afterFulfilmentStep(before, step);
  if (step === 'confirm' && order.lines.length === 0) throw new DomainError('empty_order');
  return step === 'deliver' ? { ...order, sealedAt: at } : order;
}

/** Moves coupons and goods as an order that went from one state to another asks for. */
export async function settleGoods(
  work: FulfilmentWork,
  scope: Scope,
  before: Pick<FulfilmentOrder, 'status'>,
  order: FulfilmentOrder,
  at: Date,
): Promise<void> {
  const move = goodsMove(before.status, order.status);
  if (move === 'seal') await work.stock.seal(scope, order.id);
  if (move === 'release') {
    if (hasCoupon(order)) await work.coupons.release(scope, order.id, at);
    await work.stock.release(scope, order.id);
  }
  if (move === 'reserve') {
    await redeemCoupons(work, scope, order, at);
    await promiseGoods(work, scope, order);
  }
}

function hasCoupon({ discounts }: Pick<FulfilmentOrder, 'discounts'>): boolean {
  return discounts.some(({ coupon }) => coupon !== null);
}

/** Throws unless the coupons are still good for the order. What they take off was reckoned when it was written down, and stays. */
async function requireGoodCoupons({ coupons }: FulfilmentWork, scope: Scope, order: FulfilmentOrder): Promise<void> {
  for (const discount of order.discounts)
    if (discount.coupon !== null) await coupons.quote(scope, discount.coupon.code, couponFacts(order, discount));
}

async function redeemCoupons({ coupons }: FulfilmentWork, scope: Scope, order: FulfilmentOrder, at: Date): Promise<void> {
  const { id: orderId, clientId, discounts } = order;
  const used = discounts.flatMap(({ coupon, amountCents }) => (coupon === null ? [] : [{ couponId: coupon.id, amountCents }]));
  // By id, so that two orders that redeem the same coupons do not wait in a circle.
  for (const use of used.sort((one, other) => (one.couponId < other.couponId ? -1 : 1)))
    await coupons.redeem(scope, { ...use, orderId, clientId, at });
}

async function promiseGoods({ views, stock }: FulfilmentWork, scope: Scope, { id, lines }: FulfilmentOrder): Promise<void> {
  const goods = goodsOf(lines);
  if (goods.length === 0 || !(await keepsStock(views, scope))) return;
  await stock.reserve(scope, await itemsOfGoods(views, scope, goods), goods, id);
}

/** True where the establishment keeps stock at all. */
async function keepsStock({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<boolean> {
  return (await sites.get(scope))?.features.stock === true;
}
