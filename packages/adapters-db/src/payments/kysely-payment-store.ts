import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { PaymentStore, PaymentViews } from '@comptoir/core/payments/payment-store.js';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { paymentOf, paymentRow, stateRow } from './payment-rows.js';

export function makeKyselyPayments(db: Handle): PaymentStore {
  return {
    async create({ tenantId, siteId }, payment) {
      // The foreign key knows the tenant alone: an order of another establishment is none here.
      const order = await db
        .selectFrom('orders')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', payment.orderId)
        .executeTakeFirst();
      if (order === undefined) throw new DomainError('unknown_record');
      await db
        .insertInto('payments')
        .values({ tenant_id: tenantId, site_id: siteId, ...paymentRow(payment) })
        .execute();
    },

    async change(scope, orderId, decide) {
      const row = await ofOrder(db, scope, orderId).forUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = paymentOf(row);
      const after = decide(before);
      if (after === before) return before;
      await db.updateTable('payments').set(stateRow(after)).where('tenant_id', '=', scope.tenantId).where('id', '=', before.id).execute();
      return after;
    },

    async claimDue(now, limit, next) {
      const rows = await db
        .selectFrom('payments')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute();
      const claimed = rows.map(paymentOf);
      for (const payment of claimed) {
        await db
          .updateTable('payments')
          .set({ tries: payment.tries + 1, due_at: next(payment) })
          .where('tenant_id', '=', payment.tenantId)
          .where('id', '=', payment.id)
          .execute();
      }
      return claimed;
    },
  };
}

export function makeKyselyPaymentViews(db: Handle): PaymentViews {
  return {
    async byId(paymentId) {
      const row = await db.selectFrom('payments').selectAll().where('id', '=', uuidOf(paymentId)).executeTakeFirst();
      return row === undefined ? null : paymentOf(row);
    },
    async ofOrder(scope, orderId) {
      const row = await ofOrder(db, scope, orderId).executeTakeFirst();
      return row === undefined ? null : paymentOf(row);
    },
  };
}

function ofOrder(db: Handle, { tenantId, siteId }: Scope, orderId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId);
}
