import { DomainError } from '../kit/errors.js';
import { actorName } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import { type MoneyFacts, moneyCentsOf, settleInvoices } from './order-invoices.js';
import {
  afterReconciling,
  afterRecordedStep,
  dueCents,
  meansOf,
  type OrderMoney,
  paidCents,
  type RecordedPayment,
  type RecordedStep,
  refundedCents,
} from './recorded-payment.js';
import type { NewPayment } from './settlement-service.js';
import { changeOrder, type SettlementWork } from './settlement-work.js';

export async function recordPayment(work: SettlementWork, orderId: string, wanted: NewPayment): Promise<RecordedPayment> {
  const { scope, stores } = work;
  const payment = newPayment(work, orderId, wanted);
  const { order: paid, result } = await changeOrder(work, orderId, async (order) => {
    const money = await stores.settlement.money(scope, orderId);
    refuseCard(order);
    refuseMoneyFor(order);
    refuseOverpaid(order.totalCents, money, payment.amountCents);
    await stores.settlement.addPayment(scope, payment);
    const after = withMoney(order, { ...money, payments: [...money.payments, payment] });
    const data = { paymentId: payment.id, status: payment.status, amountCents: payment.amountCents };
    return { order: after, event: { kind: 'payment', data }, result: payment };
  });
  await settleInvoices(work, orderId, moneyCentsOf(paid), factsOf(payment));
  return result;
}

/** How the money came, as invoices say it. */
function factsOf({ method, reference, receivedAt }: RecordedPayment): MoneyFacts {
  return { means: meansOf(method), reference, at: receivedAt };
}

export function newPayment({ scope, at, ids }: SettlementWork, orderId: string, wanted: NewPayment): RecordedPayment {
  const { captured, receivedAt: said, ...facts } = wanted;
  const receivedAt = said ?? at;
  if (receivedAt > at) {
    throw new DomainError('invalid_request', { issues: [{ path: 'receivedAt', message: 'Money that is still to come is not recorded.' }] });
  }
  return {
    ...facts,
    id: ids.uuid(),
    orderId,
    status: captured ? 'captured' : 'authorized',
    receivedAt,
    recordedAt: at,
    capturedAt: captured ? receivedAt : null,
    voidedAt: null,
    reconciledAt: null,
    recordedBy: actorName(scope.actor),
  };
}

export async function takePaymentStep(work: SettlementWork, paymentId: string, step: RecordedStep): Promise<RecordedPayment> {
  const { orderId } = await knownPayment(work, paymentId, step);
  const [changed] = await changePayments(work, orderId, [paymentId], (payment) => afterRecordedStep(payment, step, work.at));
  if (changed === undefined) throw new DomainError('unknown_record');
  return changed;
}

/** Order by order, and those in the order of their ids, so that two who reconcile the same payments do not wait in a circle. */
export async function reconcile(
  work: SettlementWork,
  paymentIds: readonly string[],
  isFound: boolean,
): Promise<readonly RecordedPayment[]> {
  const known = await work.stores.settlement.payments(work.scope, paymentIds);
  const missing = paymentIds.find((wanted) => !known.some(({ id }) => id === wanted));
  if (missing !== undefined) throw await notRecorded(work, missing, 'reconcile');
  const changed: RecordedPayment[] = [];
  for (const orderId of [...new Set(known.map((payment) => payment.orderId))].sort()) {
    const ofOrder = known.filter((payment) => payment.orderId === orderId).map(({ id }) => id);
    changed.push(...(await changePayments(work, orderId, ofOrder, (payment) => afterReconciling(payment, isFound, work.at))));
  }
  return paymentIds.flatMap((wanted) => changed.find(({ id }) => id === wanted) ?? []);
}

/** The payments of the order after the rule, with one event of the order for all of them. */
async function changePayments(
  work: SettlementWork,
  orderId: string,
  paymentIds: readonly string[],
  rule: (payment: RecordedPayment) => RecordedPayment,
): Promise<readonly RecordedPayment[]> {
  const { scope, stores } = work;
  const { order: changedOrder, result } = await changeOrder(work, orderId, async (order) => {
    const money = await stores.settlement.money(scope, orderId);
    const payments = money.payments.map((payment) => (paymentIds.includes(payment.id) ? rule(payment) : payment));
    const changed = payments.filter(({ id }) => paymentIds.includes(id));
    for (const payment of changed) await stores.settlement.updatePayment(scope, payment);
    const data = { payments: changed.map(({ id, status, reconciledAt }) => ({ id, status, reconciled: reconciledAt !== null })) };
    return { order: withMoney(order, { ...money, payments }), event: { kind: 'payment', data }, result: changed };
  });
  const last = result.at(-1);
  if (last !== undefined) await settleInvoices(work, orderId, moneyCentsOf(changedOrder), factsOf(last));
  return result;
}

/** Of the establishment, as it was before its order is locked. */
export async function knownPayment(work: SettlementWork, paymentId: string, step: string): Promise<RecordedPayment> {
  const [payment] = await work.stores.settlement.payments(work.scope, [paymentId]);
  if (payment === undefined) throw await notRecorded(work, paymentId, step);
  return payment;
}

async function notRecorded({ views, scope }: SettlementWork, paymentId: string, step: string): Promise<DomainError> {
  const [payment] = await views.settlement.paymentsById(scope, [paymentId]);
  if (payment === undefined) return new DomainError('unknown_record');
  return new DomainError('invalid_transition', {
    message: 'What came by a provider follows its order: cancel the order to give it back.',
    facts: { status: payment.status, step },
  });
}

/** The order with what its money adds up to. */
export function withMoney(order: Order, money: OrderMoney): Order {
  return { ...order, paidCents: paidCents(money), refundedCents: refundedCents(money) };
}

/** What is paid on the page of a provider, the provider tells. */
export function refuseCard({ payment }: Order): void {
  if (payment.method === 'card') throw new DomainError('payment_not_offered', { message: 'This order is paid on the page of a provider.' });
}

/** For what was given up nobody pays. */
function refuseMoneyFor({ status }: Order): void {
  if (status !== 'cancelled' && status !== 'rejected') return;
  throw new DomainError('invalid_transition', {
    message: `Nothing is paid for an order that is ${status}.`,
    facts: { status, step: 'recordPayment' },
  });
}

/** Throws `over_paid` for more than is due of so much. */
export function refuseOverpaid(totalCents: number, money: OrderMoney, amountCents: number): void {
  const due = dueCents(totalCents, money);
  if (amountCents > due) throw new DomainError('over_paid', { facts: { dueCents: due } });
}
