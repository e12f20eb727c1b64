import type { Scope } from '@comptoir/core/kit/scope.js';
import type { GoodsReturn } from '@comptoir/core/settlement/goods-return.js';
import type { Parcel } from '@comptoir/core/settlement/parcel.js';
import type { OrderMoney } from '@comptoir/core/settlement/recorded-payment.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { parcelOf, paymentOf, refundOf, returnOf } from './settlement-rows.js';

/** Reads that transactions and views do alike; of one order in the order it was written in. */

export function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql<boolean>`(tenant_id = ${tenantId} and site_id = ${siteId})`;
}

export async function moneyOf(db: Handle, scope: Scope, orderId: string): Promise<OrderMoney> {
  const payments = await db
    .selectFrom('order_payments')
    .selectAll()
    .where(ofSite(scope))
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .execute();
  const refunds = await db
    .selectFrom('order_refunds')
    .selectAll()
    .where(ofSite(scope))
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .execute();
  return { payments: payments.map(paymentOf), refunds: refunds.map(refundOf) };
}

export async function parcelIn(db: Handle, scope: Scope, parcelId: string): Promise<Parcel | null> {
  const row = await db.selectFrom('parcels').selectAll().where(ofSite(scope)).where('id', '=', uuidOf(parcelId)).executeTakeFirst();
  return row === undefined ? null : parcelOf(row);
}

export async function parcelsOf(db: Handle, scope: Scope, orderId: string): Promise<readonly Parcel[]> {
  const parcels = db.selectFrom('parcels').selectAll().where(ofSite(scope)).where('order_id', '=', orderId);
  return (await parcels.orderBy('sequence').execute()).map(parcelOf);
}

export async function returnsOf(db: Handle, scope: Scope, orderId: string): Promise<readonly GoodsReturn[]> {
  const returns = db.selectFrom('goods_returns').selectAll().where(ofSite(scope)).where('order_id', '=', orderId);
  return (await returns.orderBy('sequence').execute()).map(returnOf);
}
