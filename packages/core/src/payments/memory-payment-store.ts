import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import type { Payment } from './payment.js';
import type { PaymentStore, PaymentViews } from './payment-store.js';

export interface PaymentTables {
  /** By order. */
  readonly payments: MemoryTable<Payment>;
  readonly orders: MemoryRows<Order>;
}

/** Payments without a database. */
export function makeMemoryPayments({ payments, orders }: PaymentTables): { store: PaymentStore; views: PaymentViews } {
  return {
    store: {
      async create(scope, payment) {
        const order = orders.get(payment.orderId);
        if (order?.tenantId !== scope.tenantId || order.siteId !== scope.siteId) throw new DomainError('unknown_record');
        const isTaken = [...payments.values()].some(({ id, orderId }) => id === payment.id || orderId === payment.orderId);
        if (isTaken) throw new DomainError('duplicate');
        payments.set(payment.orderId, { ...payment, tenantId: scope.tenantId, siteId: scope.siteId });
      },
      async change(scope, orderId, decide) {
        const before = ofSite(payments, scope, orderId);
        if (before === null) throw new DomainError('unknown_record');
        const after = decide(before);
        if (after !== before) payments.set(orderId, after);
        return after;
      },
      async claimDue(now, limit, next) {
        const due = [...payments.values()].flatMap((payment) => dueOf(payment, now));
        const claimed = due.sort((left, right) => left.dueAt.getTime() - right.dueAt.getTime()).slice(0, limit);
        for (const payment of claimed) payments.set(payment.orderId, { ...payment, tries: payment.tries + 1, dueAt: next(payment) });
        return claimed;
      },
    },
    views: {
      byId: async (paymentId) => [...payments.committed.values()].find(({ id }) => id === paymentId) ?? null,
      ofOrder: async (scope, orderId) => ofSite(payments.committed, scope, orderId),
    },
  };
}

function ofSite(payments: MemoryRows<Payment>, { tenantId, siteId }: Scope, orderId: string): Payment | null {
  const payment = payments.get(orderId);
  return payment?.tenantId === tenantId && payment.siteId === siteId ? payment : null;
}

function dueOf(payment: Payment, now: Date): readonly (Payment & { readonly dueAt: Date })[] {
  const { dueAt } = payment;
  return dueAt !== null && dueAt.getTime() <= now.getTime() ? [{ ...payment, dueAt }] : [];
}
