import { DomainError } from '../kit/errors.js';
import { actorName } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import {
  afterRecordedStep,
  dividedRefund,
  type OrderMoney,
  paidCents,
  promisedCents,
  type RecordedPayment,
  type RecordedRefund,
  type RecordedStep,
  refundableCents,
  refundedCents,
} from './recorded-payment.js';
import type { NewPayment, NewRefund } from './settlement-service.js';
import { changeOrder, type SettlementWork } from './settlement-work.js';

export async function recordPayment(work: SettlementWork, orderId: string, wanted: NewPayment): Promise<RecordedPayment> {
  const { scope, at, ids, stores } = work;
  const { captured, receivedAt, ...facts } = wanted;
  const payment: RecordedPayment = {
    ...facts,
    id: ids.uuid(),
    orderId,
    status: captured ? 'captured' : 'authorized',
    receivedAt: receivedAt ?? at,
    recordedAt: at,
    capturedAt: captured ? at : null,
    voidedAt: null,
    reconciledAt: null,
    recordedBy: actorName(scope.actor),
  };
  await changeOrder(work, orderId, async (order) => {
    const money = await stores.settlement.money(scope, orderId);
    refuseMoneyOf(order);
    refuseOverpaid(order, money, payment.amountCents);
    await stores.settlement.addPayment(scope, payment);
    const after = withMoney(order, { ...money, payments: [...money.payments, payment] });
    return { order: after, event: { kind: 'payment', data: { paymentId: payment.id, status: payment.status, amountCents: payment.amountCents } } };
  });
  return payment;
}

export async function takePaymentStep(work: SettlementWork, paymentId: string, step: RecordedStep): Promise<RecordedPayment> {
  return changePayment(work, paymentId, (payment) => afterRecordedStep(payment, step, work.at));
}

export async function reconcile(work: SettlementWork, paymentId: string, isFound: boolean): Promise<RecordedPayment> {
  return changePayment(work, paymentId, (payment) => ({ ...payment, reconciledAt: isFound ? (payment.reconciledAt ?? work.at) : null }));
}

export async function refund(work: SettlementWork, orderId: string, wanted: NewRefund): Promise<readonly RecordedRefund[]> {
  const { scope, at, ids, stores } = work;
  let refunds: readonly RecordedRefund[] = [];
  await changeOrder(work, orderId, async (order) => {
    const money = await stores.settlement.money(scope, orderId);
    const parts = partsOf(money, wanted);
    refunds = parts.map(({ payment, amountCents }) => ({
      id: ids.uuid(),
      orderId,
      paymentId: payment.id,
      returnId: wanted.returnId,
      amountCents,
      method: wanted.method ?? payment.method,
      reason: wanted.reason,
      reference: wanted.reference,
      recordedAt: at,
      recordedBy: actorName(scope.actor),
    }));
    for (const one of refunds) await stores.settlement.addRefund(scope, one);
    const after = withMoney(order, { ...money, refunds: [...money.refunds, ...refunds] });
    const amountCents = refundedCents({ refunds });
    return { order: after, event: { kind: 'refund', reason: wanted.reason, data: { refundIds: refunds.map(({ id }) => id), amountCents } } };
  });
  return refunds;
}

/** Finds the order of the payment first, as nothing of an order is changed without its lock. */
async function changePayment(
  work: SettlementWork,
  paymentId: string,
  rule: (payment: RecordedPayment) => RecordedPayment,
): Promise<RecordedPayment> {
  const { scope, stores } = work;
  const known = await stores.settlement.payment(scope, paymentId);
  if (known === null) throw new DomainError('unknown_record');
  let changed = known;
  await changeOrder(work, known.orderId, async (order) => {
    const money = await stores.settlement.money(scope, known.orderId);
    const payments = money.payments.map((payment) => (payment.id === paymentId ? rule(payment) : payment));
    changed = payments.find(({ id }) => id === paymentId) ?? known;
    await stores.settlement.updatePayment(scope, changed);
    return { order: withMoney(order, { ...money, payments }), event: { kind: 'payment', data: { paymentId, status: changed.status } } };
  });
  return changed;
}

function withMoney(order: Order, money: OrderMoney): Order {
  return { ...order, paidCents: paidCents(money), refundedCents: refundedCents(money) };
}

/** What is paid on the page of a provider, the provider tells; and for what was given up nobody pays. */
function refuseMoneyOf({ status, payment }: Order): void {
  if (payment.method === 'card') throw new DomainError('payment_not_offered');
  if (status === 'cancelled' || status === 'rejected') throw new DomainError('invalid_transition', { facts: { status, step: 'recordPayment' } });
}

function refuseOverpaid({ totalCents }: Order, money: OrderMoney, amountCents: number): void {
  const dueCents = totalCents - promisedCents(money) + refundedCents(money);
  if (amountCents > dueCents) throw new DomainError('over_paid', { facts: { dueCents: Math.max(0, dueCents) } });
}

function partsOf(money: OrderMoney, { paymentId, amountCents }: NewRefund) {
  const payments = paymentId === null ? money.payments : money.payments.filter(({ id }) => id === paymentId);
  if (payments.length === 0 && paymentId !== null) throw new DomainError('unknown_record');
  const all = payments.reduce((sum, payment) => sum + refundableCents(payment, money.refunds), 0);
  if (all === 0) throw new DomainError('over_refunded', { facts: { refundableCents: 0 } });
  const parts = dividedRefund({ payments, refunds: money.refunds }, amountCents ?? all);
  return parts.flatMap((part) => {
    const payment = payments.find(({ id }) => id === part.paymentId);
    return payment === undefined ? [] : [{ payment, amountCents: part.amountCents }];
  });
}
