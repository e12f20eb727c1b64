import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import { sumCents } from '../kit/money.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import { type Coupon, couponKeyOf, type Redemption } from './coupon.js';
import { refusedCoupon } from './coupon-refusal.js';
import type { CouponSort, CouponStore, CouponViews, FiguresQuery } from './coupon-store.js';
import { couponWords } from './coupon-words.js';

export interface CouponTables {
  readonly coupons: CrudTable<Coupon>;
  readonly redemptions: CrudTable<Redemption>;
}

/** Coupons without a database: one transaction at a time, so that nothing has to be locked. */
export function makeMemoryCoupons(tables: CouponTables): { store: CouponStore; views: CouponViews } {
  const { coupons, redemptions } = tables;
  const inUse = (scope: Scope, id: string) => rowsOfSite(redemptions, scope).some(({ couponId }) => couponId === id);
  const clash = (row: Coupon, other: Coupon) => couponKeyOf(row.code) === couponKeyOf(other.code);
  const { store, views } = makeMemoryVersionedStore(coupons, { sort: SORTS.code, searched: ({ code }) => code, inUse, clash });

  const put = <Row extends { readonly id: string }>(table: CrudTable<Row>, scope: Scope, row: Row) =>
    table.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });

  const count = (scope: Scope, couponId: string, times: number, cents: number) => {
    const coupon = coupons.get(crudKey(scope, couponId))?.row;
    if (coupon === undefined) throw new DomainError('unknown_record');
    put(coupons, scope, { ...coupon, redeemed: coupon.redeemed + times, redeemedCents: coupon.redeemedCents + cents });
    return coupon;
  };

  return {
    store: {
      ...store,
      async createFree(scope, wanted) {
        const taken = new Set(rowsOfSite(coupons, scope).map(({ code }) => couponKeyOf(code)));
        const created: Coupon[] = [];
        for (const coupon of wanted) {
          const key = couponKeyOf(coupon.code);
          if (taken.has(key)) continue;
          taken.add(key);
          put(coupons, scope, coupon);
          created.push(coupon);
        }
        return created;
      },
      async redeem(scope, redemption) {
        const { couponId, orderId, clientId, amountCents } = redemption;
        const { limit, limitPerClient, redeemed } = count(scope, couponId, 1, amountCents);
        if (limit !== null && redeemed >= limit) throw refusedCoupon('limit');
        const held = heldBy(rowsOfSite(redemptions, scope), couponId);
        if (held.some((other) => other.orderId === orderId)) throw new DomainError('duplicate');
        const own = clientId === null ? 0 : held.filter((other) => other.clientId === clientId).length;
        if (limitPerClient !== null && own >= limitPerClient) throw refusedCoupon('client_limit');
        const row: Redemption = { ...redemption, releasedAt: null };
        put(redemptions, scope, row);
        return row;
      },
      async release(scope, orderId, at) {
        const held = rowsOfSite(redemptions, scope).filter((row) => row.orderId === orderId && row.releasedAt === null);
        return held.map((row) => {
          count(scope, row.couponId, -1, -row.amountCents);
          const released: Redemption = { ...row, releasedAt: at };
          put(redemptions, scope, released);
          return released;
        });
      },
      async moveClient(scope, fromId, intoId) {
        const moved = rowsOfSite(redemptions, scope).filter(({ clientId }) => clientId === fromId);
        for (const row of moved) put(redemptions, scope, { ...row, clientId: intoId });
      },
    },
    views: {
      get: views.get,
      async list(scope, query) {
        const wanted = wantedWords(query.search);
        const rows = rowsOfSite(coupons.committed, scope).filter(
          (coupon) =>
            (query.active === undefined || coupon.active === query.active) &&
            (query.kind === undefined || coupon.kind === query.kind) &&
            (query.batchId === undefined || coupon.batchId === query.batchId) &&
            hasWords(couponWords(coupon), wanted),
        );
        return pageRows(rows.sort(SORTS[query.sort]), query);
      },
      byCode: async (scope, code) =>
        rowsOfSite(coupons.committed, scope).find((coupon) => couponKeyOf(coupon.code) === couponKeyOf(code)) ?? null,
      ofBatch: async (scope, batchId) =>
        rowsOfSite(coupons.committed, scope)
          .filter((coupon) => coupon.batchId === batchId)
          .sort(SORTS.code),
      redemptionsBy: async (scope, couponId, clientId) =>
        heldBy(rowsOfSite(redemptions.committed, scope), couponId).filter((row) => row.clientId === clientId).length,
      async redemptions(scope, query) {
        const rows = rowsOfSite(redemptions.committed, scope).filter(
          (row) =>
            (query.couponId === undefined || row.couponId === query.couponId) &&
            (query.orderId === undefined || row.orderId === query.orderId) &&
            (query.clientId === undefined || row.clientId === query.clientId),
        );
        return pageRows(rows.sort(newestFirst), query);
      },
      async figures(scope, query) {
        const rows = rowsOfSite(redemptions.committed, scope).filter(
          (row) => isCounted(row, query) && isOfBatch(coupons.committed.get(crudKey(scope, row.couponId))?.row, query),
        );
        const held = rows.filter(({ releasedAt }) => releasedAt === null);
        const times = held.map(({ at }) => at.getTime());
        return {
          redemptions: held.length,
          released: rows.length - held.length,
          clients: new Set(held.flatMap(({ clientId }) => clientId ?? [])).size,
          discountCents: sumCents(held.map(({ amountCents }) => amountCents)),
          firstAt: times.length === 0 ? null : new Date(Math.min(...times)),
          lastAt: times.length === 0 ? null : new Date(Math.max(...times)),
        };
      },
    },
  };
}

function heldBy(rows: readonly Redemption[], couponId: string): readonly Redemption[] {
  return rows.filter((row) => row.couponId === couponId && row.releasedAt === null);
}

function isCounted(row: Redemption, { couponId, from, to }: FiguresQuery): boolean {
  return (
    (couponId === undefined || row.couponId === couponId) && (from === undefined || row.at >= from) && (to === undefined || row.at < to)
  );
}

function isOfBatch(coupon: Coupon | undefined, { batchId }: FiguresQuery): boolean {
  return batchId === undefined || coupon?.batchId === batchId;
}

function newestFirst(left: Redemption, right: Redemption): number {
  return right.at.getTime() - left.at.getTime() || compareText(right.id, left.id);
}

type Order = (left: Coupon, right: Coupon) => number;

/** In one direction the whole order, ties included, is that of the other turned around. */
const backwards =
  (order: Order): Order =>
  (left, right) =>
    order(right, left);
const byCode: Order = (left, right) => compareText(left.code, right.code) || compareText(left.id, right.id);
const byAge: Order = (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);
const byUse: Order = (left, right) => left.redeemed - right.redeemed || compareText(left.id, right.id);

const SORTS: Readonly<Record<CouponSort, Order>> = {
  code: byCode,
  '-code': backwards(byCode),
  createdAt: byAge,
  '-createdAt': backwards(byAge),
  redeemed: byUse,
  '-redeemed': backwards(byUse),
};
