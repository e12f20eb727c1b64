import type { Invoice, InvoicePayment } from '../invoices/invoice.js';
import { withPayment } from '../invoices/invoice-money.js';
import { sumCents } from '../kit/money.js';
import type { Order } from '../orders/order.js';
import { moneyCentsOf, settleInvoices } from './order-invoices.js';
import { newPayment, refuseCard, refuseOverpaid, withMoney } from './order-money.js';
import { newRefunds } from './order-refunds.js';
import type { OrderMoney } from './recorded-payment.js';
import { changeOrder, type OrderChange, type SettlementWork } from './settlement-work.js';

/** Money for an invoice of an order is money for the order: it is written down on both, and counts once. */
export async function payInvoice(work: SettlementWork, orderId: string, payment: InvoicePayment): Promise<Invoice> {
  const { scope, stores } = work;
  const { order: paid, result } = await changeOrder(work, orderId, async (order) => {
    refuseCard(order);
    const money = await stores.settlement.money(scope, orderId);
    const invoice = await stores.invoices.change(scope, payment.invoiceId, (before) => withPayment(before, payment.amountCents));
    const change = payment.amountCents > 0 ? await received(work, order, money, payment) : await givenBack(work, order, money, payment);
    await stores.invoices.addPayment(scope, payment);
    return { ...change, result: invoice };
  });
  // Money that the order has too much of, after a credit note, stands in for what went back.
  const settled = await settleInvoices(work, orderId, moneyCentsOf(paid));
  return settled.find(({ id }) => id === result.id) ?? result;
}

type Moved = Omit<OrderChange<unknown>, 'result'>;

async function received(work: SettlementWork, order: Order, money: OrderMoney, invoiced: InvoicePayment): Promise<Moved> {
  const { scope, stores } = work;
  const { amountCents, means: method, reference, at: receivedAt } = invoiced;
  refuseOverpaid(Math.max(order.totalCents, await invoicedCents(work, order.id)), money, amountCents);
  const payment = newPayment(work, order.id, { method, amountCents, captured: true, reference, note: null, receivedAt });
  await stores.settlement.addPayment(scope, payment);
  const data = { paymentId: payment.id, invoiceId: invoiced.invoiceId, status: payment.status, amountCents };
  return { order: withMoney(order, { ...money, payments: [...money.payments, payment] }), event: { kind: 'payment', data } };
}

async function givenBack(work: SettlementWork, order: Order, money: OrderMoney, invoiced: InvoicePayment): Promise<Moved> {
  const { scope, stores } = work;
  const { amountCents, means: method, reference, invoiceId } = invoiced;
  const wanted = { returnId: null, amountCents: -amountCents, paymentId: null, method, reason: null, reference };
  const refunds = newRefunds(work, order.id, wanted, money);
  await stores.settlement.addRefunds(scope, refunds);
  const data = { refundIds: refunds.map(({ id }) => id), invoiceId, amountCents: -amountCents };
  return { order: withMoney(order, { ...money, refunds: [...money.refunds, ...refunds] }), event: { kind: 'refund', data } };
}

/** What the invoices of the order ask for: by a cent or two more than the order, where their tax is rounded in another way. */
async function invoicedCents({ scope, stores }: SettlementWork, orderId: string): Promise<number> {
  const documents = await stores.invoices.ofOrder(scope, orderId);
  return sumCents(documents.map(({ kind, grossCents }) => (kind === 'credit_note' ? -grossCents : grossCents)));
}
