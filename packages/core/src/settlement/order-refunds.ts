import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import { actorName } from '../kit/scope.js';
import { moneyCentsOf, settleInvoices } from './order-invoices.js';
import { knownPayment, withMoney } from './order-money.js';
import {
  dividedRefund,
  meansOf,
  type OrderMoney,
  type RecordedPayment,
  type RecordedRefund,
  refundableCents,
  refundedCents,
} from './recorded-payment.js';
import type { NewRefund } from './settlement-service.js';
import { changeOrder, type SettlementWork } from './settlement-work.js';

export async function refund(work: SettlementWork, orderId: string, wanted: NewRefund): Promise<readonly RecordedRefund[]> {
  const { scope, stores } = work;
  const { order: refunded, result } = await changeOrder(work, orderId, async (order) => {
    const money = await stores.settlement.money(scope, orderId);
    const payments = await paymentsToRefund(work, orderId, money, wanted);
    await requireReturn(work, orderId, wanted.returnId);
    const refunds = newRefunds(work, orderId, wanted, { payments, refunds: money.refunds });
    for (const one of refunds) await stores.settlement.addRefund(scope, one);
    const data = { refundIds: refunds.map(({ id }) => id), amountCents: refundedCents({ refunds }) };
    const after = withMoney(order, { ...money, refunds: [...money.refunds, ...refunds] });
    return { order: after, event: { kind: 'refund', reason: wanted.reason, data }, result: refunds };
  });
  const [one] = result;
  const by = one === undefined ? null : { means: meansOf(one.method), reference: one.reference, at: one.recordedAt };
  await settleInvoices(work, orderId, moneyCentsOf(refunded), by);
  return result;
}

/** The payment to give back of, with the order it is of. Throws `unknown_record`, also for one of another order than is named. */
export async function orderOfPayment(work: SettlementWork, paymentId: string, orderId: string | null): Promise<string> {
  const payment = await knownPayment(work, paymentId, 'refund');
  if (orderId !== null && orderId !== payment.orderId) throw new DomainError('unknown_record');
  return payment.orderId;
}

async function paymentsToRefund(
  work: SettlementWork,
  orderId: string,
  { payments }: OrderMoney,
  { paymentId }: NewRefund,
): Promise<readonly RecordedPayment[]> {
  if (paymentId === null) return payments;
  await orderOfPayment(work, paymentId, orderId);
  return payments.filter(({ id }) => id === paymentId);
}

async function requireReturn({ scope, stores }: SettlementWork, orderId: string, returnId: string | null): Promise<void> {
  if (returnId === null) return;
  const found = await stores.settlement.goodsReturn(scope, returnId);
  if (found?.orderId !== orderId) throw new DomainError('unknown_record');
  if (found.state === 'cancelled') throw new DomainError('invalid_transition', { facts: { status: found.state, step: 'refund' } });
}

/** The refund in parts, one for each payment it goes back of. Throws `over_refunded`. */
export function newRefunds(
  { scope, at, ids }: SettlementWork,
  orderId: string,
  wanted: NewRefund,
  money: OrderMoney,
): readonly RecordedRefund[] {
  const all = sumCents(money.payments.map((payment) => refundableCents(payment, money.refunds)));
  if (all === 0) throw new DomainError('over_refunded', { facts: { refundableCents: 0 } });
  return dividedRefund(money, wanted.amountCents ?? all).map(({ payment, amountCents }) => ({
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
}
