import { type Coupon, couponKeyOf } from '@comptoir/core/coupons/coupon.js';
import type {
  CouponFigures,
  CouponQuery,
  CouponSort,
  CouponViews,
  FiguresQuery,
  RedemptionQuery,
} from '@comptoir/core/coupons/coupon-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { makeKyselyVersionedViews, versionedRows } from '../kit/versioned-store.js';
import { COUPONS, redemptionOf } from './coupon-rows.js';

export function makeKyselyCouponViews(db: Handle): CouponViews {
  const { tableName, ofSite, selected, read } = versionedRows<Coupon>(db, COUPONS);
  const { get } = makeKyselyVersionedViews(db, COUPONS);
  return {
    get,
    async list(scope, query) {
      const { page, pageSize, sort } = query;
      const matching = sql`${ofSite(scope)} and ${wanted(query)}`;
      const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableName} where ${matching}`.execute(db);
      const items = await read(sql`
        select ${selected} from ${tableName} where ${matching}
        order by ${SORTS[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}`);
      return { items, total: rows[0]?.total ?? 0, page, pageSize };
    },
    byCode: async (scope, code) =>
      (await read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and code_key = ${couponKeyOf(code)}`))[0] ?? null,
    ofBatch: (scope, batchId) =>
      read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and batch_id = ${batchId} order by ${SORTS.code}`),
    async redemptionsBy(scope, couponId, clientId) {
      const { rows } = await sql<{ own: number }>`
        select count(*) as own from coupon_redemptions
        where ${ofSite(scope)} and coupon_id = ${couponId} and client_id = ${clientId} and released_at is null`.execute(db);
      return rows[0]?.own ?? 0;
    },
    async redemptions(scope, query) {
      const page = await readPage(redemptionsOf(db, scope, query), query);
      return { ...page, items: page.items.map(redemptionOf) };
    },
    figures: (scope, query) => figuresOf(db, scope, query),
  };
}

function wanted({ active, kind, batchId, search }: CouponQuery): RawBuilder<unknown> {
  return sql.join(
    [
      hasWantedWords(sql`search_words`, search),
      ...(active === undefined ? [] : [sql`active = ${active}`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(batchId === undefined ? [] : [sql`batch_id = ${batchId}`]),
    ],
    sql` and `,
  );
}

const SORTS: Readonly<Record<CouponSort, RawBuilder<unknown>>> = {
  code: sql`code collate "C", id collate "C"`,
  '-code': sql`code collate "C" desc, id collate "C" desc`,
  createdAt: sql`created_at, id collate "C"`,
  '-createdAt': sql`created_at desc, id collate "C" desc`,
  redeemed: sql`redeemed, id collate "C"`,
  '-redeemed': sql`redeemed desc, id collate "C" desc`,
};

function redemptionsOf(db: Handle, { tenantId, siteId }: Scope, { couponId, orderId, clientId }: RedemptionQuery) {
  let query = db.selectFrom('coupon_redemptions').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
  if (couponId !== undefined) query = query.where('coupon_id', '=', couponId);
  if (orderId !== undefined) query = query.where('order_id', '=', orderId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  return query.orderBy('at', 'desc').orderBy(sql`id collate "C"`, 'desc');
}

async function figuresOf(db: Handle, { tenantId, siteId }: Scope, { couponId, batchId, from, to }: FiguresQuery): Promise<CouponFigures> {
  const conditions = [
    sql`r.tenant_id = ${tenantId} and r.site_id = ${siteId}`,
    ...(couponId === undefined ? [] : [sql`r.coupon_id = ${couponId}`]),
    ...(batchId === undefined ? [] : [sql`c.batch_id = ${batchId}`]),
    ...(from === undefined ? [] : [sql`r.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`r.at < ${to}`]),
  ];
  const { rows } = await sql<CouponFigures>`
    select count(*) filter (where held) as redemptions, count(*) filter (where not held) as released,
      count(distinct client_id) filter (where held) as clients,
      coalesce(sum(amount_cents) filter (where held), 0)::bigint as "discountCents",
      min(at) filter (where held) as "firstAt", max(at) filter (where held) as "lastAt"
    from (
      select r.*, r.released_at is null as held
      from coupon_redemptions r
      join coupons c on (c.tenant_id, c.site_id, c.id) = (r.tenant_id, r.site_id, r.coupon_id)
      where ${sql.join(conditions, sql` and `)}
    ) counted`.execute(db);
  return rows[0] ?? NOTHING;
}

const NOTHING: CouponFigures = { redemptions: 0, released: 0, clients: 0, discountCents: 0, firstAt: null, lastAt: null };
