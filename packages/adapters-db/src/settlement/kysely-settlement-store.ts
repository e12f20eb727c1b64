import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SettlementStore } from '@comptoir/core/settlement/settlement-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { columnsOf, type PlainRow, rowSet } from '../kit/row-set.js';
import { uuidOf } from '../kit/uuids.js';
import { moneyOf, ofSite, parcelIn, parcelsOf, returnsOf } from './order-contents.js';
import {
  parcelRow,
  parcelStateRow,
  paymentOf,
  paymentRow,
  paymentStateRow,
  refundRow,
  returnOf,
  returnRow,
  returnStateRow,
} from './settlement-rows.js';

export function makeKyselySettlementStore(db: Handle): SettlementStore {
  return {
    money: (scope, orderId) => moneyOf(db, scope, orderId),

    async payments(scope, paymentIds) {
      if (paymentIds.length === 0) return [];
      const found = db.selectFrom('order_payments').selectAll().where(ofSite(scope)).where('id', 'in', paymentIds.map(uuidOf));
      return (await found.execute()).map(paymentOf);
    },

    async addPayment(scope, payment) {
      await requireOrder(db, scope, payment.orderId);
      await db
        .insertInto('order_payments')
        .values({ ...owner(scope), ...paymentRow(payment) })
        .execute();
    },

    async addPayments(scope, payments) {
      await addToOrders(
        db,
        'order_payments',
        payments.map((payment) => ({ ...owner(scope), ...paymentRow(payment) })),
      );
    },

    async updatePayment(scope, payment) {
      const { numUpdatedRows } = await db
        .updateTable('order_payments')
        .set(paymentStateRow(payment))
        .where(ofSite(scope))
        .where('id', '=', uuidOf(payment.id))
        .executeTakeFirstOrThrow();
      requireOne(numUpdatedRows);
    },

    async addRefund(scope, refund) {
      await requireOrder(db, scope, refund.orderId);
      await db
        .insertInto('order_refunds')
        .values({ ...owner(scope), ...refundRow(refund) })
        .execute()
        .catch(asUnknownRecord);
    },

    async addRefunds(scope, refunds) {
      await addToOrders(
        db,
        'order_refunds',
        refunds.map((refund) => ({ ...owner(scope), ...refundRow(refund) })),
      ).catch(asUnknownRecord);
    },

    parcel: (scope, parcelId) => parcelIn(db, scope, parcelId),
    parcelsOf: (scope, orderId) => parcelsOf(db, scope, orderId),

    async addParcel(scope, parcel) {
      await requireOrder(db, scope, parcel.orderId);
      await db
        .insertInto('parcels')
        .values({ ...owner(scope), ...parcelRow(parcel) })
        .execute();
    },

    async updateParcel(scope, parcel) {
      const { numUpdatedRows } = await db
        .updateTable('parcels')
        .set(parcelStateRow(parcel))
        .where(ofSite(scope))
        .where('id', '=', uuidOf(parcel.id))
        .executeTakeFirstOrThrow();
      requireOne(numUpdatedRows);
    },

    async goodsReturn(scope, returnId) {
      const found = db.selectFrom('goods_returns').selectAll().where(ofSite(scope)).where('id', '=', uuidOf(returnId));
      const row = await found.executeTakeFirst();
      return row === undefined ? null : returnOf(row);
    },
    returnsOf: (scope, orderId) => returnsOf(db, scope, orderId),

    async addReturn(scope, goodsReturn) {
      await requireOrder(db, scope, goodsReturn.orderId);
      await db
        .insertInto('goods_returns')
        .values({ ...owner(scope), ...returnRow(goodsReturn) })
        .execute();
    },

    async updateReturn(scope, goodsReturn) {
      const { numUpdatedRows } = await db
        .updateTable('goods_returns')
        .set(returnStateRow(goodsReturn))
        .where(ofSite(scope))
        .where('id', '=', uuidOf(goodsReturn.id))
        .executeTakeFirstOrThrow();
      requireOne(numUpdatedRows);
    },

    async forgetRecipient(scope, orderId) {
      await db.updateTable('parcels').set({ address: null, note: null }).where(ofSite(scope)).where('order_id', '=', orderId).execute();
      await db.updateTable('goods_returns').set({ reason: null }).where(ofSite(scope)).where('order_id', '=', orderId).execute();
    },
  };
}

function owner({ tenantId, siteId }: Scope) {
  return { tenant_id: tenantId, site_id: siteId };
}

/**
 * All of them, in one statement. The foreign keys know the tenant alone: an order of another establishment is none here. Each order is looked up by
 * its id alone, which is nobody else's: joined to a table that was filled a moment ago, all of it would be read.
 */
async function addToOrders(db: Handle, table: 'order_payments' | 'order_refunds', rows: readonly PlainRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from ${rowSet(table, rows)} as given
    where exists (
      select from (select tenant_id, site_id from orders where orders.id = given.order_id offset 0) as named
      where (named.tenant_id, named.site_id) = (given.tenant_id, given.site_id) offset 0
    )`.execute(db);
  if (numAffectedRows !== BigInt(rows.length)) throw new DomainError('unknown_record');
}

function requireOne(rows: bigint): void {
  if (rows === 0n) throw new DomainError('unknown_record');
}

/** The foreign keys know the tenant alone: an order of another establishment is none here. */
async function requireOrder(db: Handle, scope: Scope, orderId: string): Promise<void> {
  const order = await db.selectFrom('orders').select('id').where(ofSite(scope)).where('id', '=', orderId).executeTakeFirst();
  if (order === undefined) throw new DomainError('unknown_record');
}
