import { type Coupon, couponKeyOf, type Redemption } from '@comptoir/core/coupons/coupon.js';
import { refusedCoupon } from '@comptoir/core/coupons/coupon-refusal.js';
import type { CouponStore, NewRedemption } from '@comptoir/core/coupons/coupon-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { columnsOf, makeKyselyVersionedStore, versionedRows } from '../kit/versioned-store.js';
import { COUPONS, redemptionOf } from './coupon-rows.js';

/** As many coupons travel in one statement: a statement has at most 65,535 parameters, and each coupon two. */
const CHUNK = 5_000;

export function makeKyselyCoupons(db: Handle): CouponStore {
  const { tableName, ofSite } = versionedRows<Coupon>(db, COUPONS);

  /** Coupons that differ by id and code only: the columns of the first, with ids, codes, keys and words of each. */
  async function insertFree({ tenantId, siteId }: Scope, first: Coupon, coupons: readonly Coupon[]): Promise<ReadonlySet<string>> {
    const { id: _id, code: _code, code_key: _key, search_words: _words, ...terms } = columnsOf(COUPONS, first);
    const columns = Object.entries(terms);
    const { rows } = await sql<{ id: string }>`
      insert into ${tableName} (tenant_id, site_id, ${sql.join(columns.map(([name]) => sql.ref(name)))}, id, code, code_key, search_words)
      select ${tenantId}::uuid, ${siteId}::uuid, ${sql.join(columns.map(([, value]) => value))},
        made.id, made.code, made.key, array(select jsonb_array_elements_text(made.words))
      from jsonb_to_recordset(${JSON.stringify(coupons.map(madeOf))}::jsonb) as made (id text, code text, key text, words jsonb)
      on conflict (code_key, site_id, tenant_id) do nothing
      returning id`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  /** Counts the coupon and locks it; the row only where there is one with room for it. */
  async function counted(scope: Scope, { couponId, amountCents }: NewRedemption): Promise<{ readonly limitPerClient: number | null }> {
    const { rows } = await sql<{ limitPerClient: number | null }>`
      update coupons set redeemed = redeemed + 1, redeemed_cents = redeemed_cents + ${amountCents}::bigint
      where ${ofSite(scope)} and id = ${couponId} and ("limit" is null or redeemed < "limit")
      returning limit_per_client as "limitPerClient"`.execute(db);
    const [row] = rows;
    if (row !== undefined) return row;
    const { rows: there } = await sql`select 1 from coupons where ${ofSite(scope)} and id = ${couponId}`.execute(db);
    throw there.length === 0 ? new DomainError('unknown_record') : refusedCoupon('limit');
  }

  return {
    ...makeKyselyVersionedStore(db, COUPONS),

    async createFree(scope, coupons) {
      const [first] = coupons;
      if (first === undefined) return [];
      const created: Coupon[] = [];
      for (let from = 0; from < coupons.length; from += CHUNK) {
        const chunk = coupons.slice(from, from + CHUNK);
        const ids = await insertFree(scope, first, chunk);
        created.push(...chunk.filter(({ id }) => ids.has(id)));
      }
      return created;
    },

    async redeem(scope, redemption) {
      const { couponId, clientId } = redemption;
      // The coupon is locked from here on: whatever is counted below stays so until this transaction has ended.
      const { limitPerClient } = await counted(scope, redemption);
      if (limitPerClient !== null && clientId !== null) {
        const { rows } = await sql<{ own: number }>`
          select count(*) as own from coupon_redemptions
          where ${ofSite(scope)} and coupon_id = ${couponId} and client_id = ${clientId} and released_at is null`.execute(db);
        if ((rows[0]?.own ?? 0) >= limitPerClient) throw refusedCoupon('client_limit');
      }
      const row = await db
        .insertInto('coupon_redemptions')
        .values({ tenant_id: scope.tenantId, site_id: scope.siteId, ...redemptionRow(redemption) })
        .returningAll()
        .executeTakeFirstOrThrow();
      return redemptionOf(row);
    },

    async release({ tenantId, siteId }, orderId, at) {
      const rows = await db
        .updateTable('coupon_redemptions')
        .set({ released_at: at })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('order_id', '=', orderId)
        .where('released_at', 'is', null)
        .returningAll()
        .execute();
      const released: readonly Redemption[] = rows.map(redemptionOf).sort((left, right) => (left.couponId < right.couponId ? -1 : 1));
      for (const { couponId, amountCents } of released) {
        await sql`
          update coupons set redeemed = redeemed - 1, redeemed_cents = redeemed_cents - ${amountCents}::bigint
          where tenant_id = ${tenantId} and site_id = ${siteId} and id = ${couponId}`.execute(db);
      }
      return released;
    },

    async moveClient({ tenantId, siteId }, fromId, intoId) {
      await db
        .updateTable('coupon_redemptions')
        .set({ client_id: intoId })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('client_id', '=', fromId)
        .execute();
    },
  };
}

function madeOf(coupon: Coupon) {
  const { search_words: words } = COUPONS.derived(coupon);
  return { id: coupon.id, code: coupon.code, key: couponKeyOf(coupon.code), words };
}

function redemptionRow({ id, couponId, orderId, clientId, amountCents, at }: NewRedemption) {
  return { id, coupon_id: couponId, order_id: orderId, client_id: clientId, amount_cents: amountCents, at };
}
