import type { Scope } from '../kit/scope.js';
import type { Payment } from '../payments/payment.js';
import type { PaymentStore } from '../payments/payment-store.js';
import type { RecordedPayment, RecordedRefund } from '../settlement/recorded-payment.js';
import type { SettlementStore } from '../settlement/settlement-store.js';
import type { Stores } from '../stores.js';
import type { EventBook } from './event-book.js';

/** The part of `notingStores` that is about the money of orders: what the staff records, and what comes by a provider of card payments. */
export function notingMoney(stores: Pick<Stores, 'payments' | 'settlement'>, book: EventBook) {
  return {
    payments: () => notingPayments(stores.payments, book),
    settlement: () => notingSettlement(stores.settlement, book),
  };
}

function notingSettlement(store: SettlementStore, book: EventBook): SettlementStore {
  const paid = (scope: Scope, { orderId, id, method, status, amountCents }: RecordedPayment) =>
    book.note(scope, 'order.payment_recorded', id, { order_id: orderId, payment_id: id, method, status, amount_cents: amountCents });
  const refunded = (scope: Scope, { orderId, paymentId, id, amountCents }: RecordedRefund) =>
    book.note(scope, 'order.refunded', id, { order_id: orderId, payment_id: paymentId, refund_id: id, amount_cents: amountCents });

  return {
    ...store,
    async addPayment(scope, payment) {
      await store.addPayment(scope, payment);
      paid(scope, payment);
    },
    async addPayments(scope, payments) {
      await store.addPayments(scope, payments);
      for (const payment of payments) paid(scope, payment);
    },
    async updatePayment(scope, payment) {
      await store.updatePayment(scope, payment);
      paid(scope, payment);
    },
    async addRefund(scope, refund) {
      await store.addRefund(scope, refund);
      refunded(scope, refund);
    },
    async addRefunds(scope, refunds) {
      await store.addRefunds(scope, refunds);
      for (const refund of refunds) refunded(scope, refund);
    },
  };
}

function notingPayments(store: PaymentStore, book: EventBook): PaymentStore {
  return {
    ...store,
    async change(scope, orderId, decide) {
      const seen: { before?: Payment } = {};
      const after = await store.change(scope, orderId, (before) => {
        seen.before = before;
        return decide(before);
      });
      const common = { order_id: orderId, payment_id: after.id, amount_cents: after.amountCents };
      if (seen.before !== undefined && seen.before.status !== after.status) {
        if (after.status === 'paid')
          book.note(scope, 'order.payment_recorded', after.id, { ...common, method: 'card', status: 'captured' });
        if (after.status === 'refunded') book.note(scope, 'order.refunded', after.id, { ...common, refund_id: null });
      }
      return after;
    },
  };
}
