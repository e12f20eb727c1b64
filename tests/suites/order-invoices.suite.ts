import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { openCents } from '@comptoir/core/invoices/invoice.js';
import { creditInput, draftInput, draftPatch } from '@comptoir/core/invoices/invoice-contract.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { sumCents } from '@comptoir/core/kit/money.js';
import { type AnyProcedure, internalCall } from '@comptoir/core/kit/procedure.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { changePayment } from '@comptoir/core/payments/change-payment.js';
import type { PaymentStatus } from '@comptoir/core/payments/payment.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aBench } from '../core/support.js';
import { aLine, establish, NOON } from './builders.js';
import { withPayment } from './payment-builders.js';
import { confirmedIn } from './settlement-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const ORDERS: Readonly<Record<string, AnyProcedure>> = ordersRouter();
const LINES = [
  aLine({ id: 'a', quantity: 2, unitPriceCents: 2000, totalCents: 4000 }),
  aLine({ id: 'b', quantity: 1, unitPriceCents: 1500, totalCents: 1500 }),
];

/** An establishment with a confirmed order of 55 €, of which 40 € are two of one thing and 15 € one of another. */
async function aDesk(persistence: Persistence) {
  const { services } = aBench(persistence, { crypto: nodeCrypto });
  const { scope } = await establish(persistence);
  const { id } = await confirmedIn(persistence, scope, { lines: LINES, totalCents: 5500 });
  const { settlement, invoices, issuedInvoices, views } = services;
  const get = async (invoiceId: string) => {
    const found = await views.invoices.get(scope, invoiceId);
    if (found === null) throw new Error('There is no such invoice.');
    return found;
  };
  const orderMoney = async () => {
    const { paidCents = 0, refundedCents = 0 } = (await views.orders.get(scope, id)) ?? {};
    return { paidCents, refundedCents };
  };
  const received = { captured: true, reference: 'VIR-1', note: null, receivedAt: null, method: 'transfer' } as const;
  return {
    services,
    scope,
    id,
    get,
    orderMoney,
    invoice: (lineId?: string) =>
      invoices.createInvoice(
        scope,
        draftInput.parse({ orderId: id, ...(lineId === undefined ? {} : { lines: [{ lineId, quantity: 1 }] }) }),
      ),
    credit: (invoiceId: string) => invoices.createCreditNote(scope, creditInput.parse({ invoiceId, reason: 'Erreur' })),
    payInvoice: (invoiceId: string, amountCents: number) =>
      issuedInvoices.recordPayment(scope, invoiceId, { amountCents, means: 'transfer', at: null, reference: 'VIR-1' }),
    payOrder: (amountCents: number, captured = true) => settlement.recordPayment(scope, id, { ...received, amountCents, captured }),
    payments: async (invoiceId: string) => (await views.invoices.payments(scope, invoiceId)).map(({ amountCents }) => amountCents),
  };
}

const PRICES = [999, 1499, 2499, 9999, 3] as const;

/** The money of an order and of its invoices is one: whoever pays either has paid both, once. */
export function exerciseOrderInvoices(name: string, open: Open): void {
  describePort('Orders and their invoices', name, open, (persistence) => {
    it('are paid together when the invoice is paid', async () => {
      const { invoice, payInvoice, orderMoney, services, scope, id } = await aDesk(persistence);
      const { id: invoiceId, grossCents } = await invoice();

      expect(await payInvoice(invoiceId, 2000)).to.deep.include({ status: 'partially_paid', paidCents: 2000 });
      expect(await payInvoice(invoiceId, grossCents - 2000)).to.deep.include({ status: 'paid', paidCents: grossCents });

      expect(await orderMoney()).to.deep.equal({ paidCents: grossCents, refundedCents: 0 });
      const { payments } = await services.views.settlement.money(scope, id);
      expect(payments.map(({ amountCents, method, reference }) => [amountCents, method, reference])).to.deep.equal([
        [2000, 'transfer', 'VIR-1'],
        [grossCents - 2000, 'transfer', 'VIR-1'],
      ]);
      expect((await refusalOf(payInvoice(invoiceId, 1))).code).to.equal('invalid_request');
    });

    it('are paid together when the order is paid, the oldest invoice first', async () => {
      const { invoice, payOrder, get } = await aDesk(persistence);
      const [first, second] = [await invoice('a'), await invoice('b')];

      await payOrder(2500);
      expect(await get(first.id)).to.deep.include({ status: 'paid', paidCents: first.grossCents });
      expect(await get(second.id)).to.deep.include({ status: 'partially_paid', paidCents: 2500 - first.grossCents });
    });

    it('come to what was ordered to the cent, whatever was ordered, whole and in parts', async () => {
      const { services, scope } = await aDesk(persistence);
      const rates = [2000, 550, 1900];
      const lines = PRICES.map((unitPriceCents, index) => {
        const price = { unitPriceCents, totalCents: unitPriceCents * 3, taxBasisPoints: rates[index % rates.length] ?? 0 };
        return aLine({ ...price, id: `l${index}`, quantity: 3 });
      });
      const totalCents = sumCents(lines.map((line) => line.totalCents));
      const make = (orderId: string, parts: Record<string, unknown> = {}) =>
        services.invoices.createInvoice(scope, draftInput.parse({ orderId, ...parts }));
      const [whole, parted] = [
        await confirmedIn(persistence, scope, { lines, totalCents }),
        await confirmedIn(persistence, scope, { lines, totalCents }),
      ];

      expect(await make(whole.id)).to.deep.include({ grossCents: totalCents });
      const parts: number[] = [];
      for (const { id: lineId } of lines) parts.push((await make(parted.id, { lines: [{ lineId, quantity: 1 }] })).grossCents);
      expect(parts).to.deep.equal(PRICES);
      expect(sumCents(parts) + (await make(parted.id)).grossCents).to.equal(totalCents);
    });

    it('have the lines and prices of the order as long as they are drafts', async () => {
      const { services, scope, id } = await aDesk(persistence);
      const { invoices } = services;
      const draft = await invoices.createDraft(scope, 'invoice', draftInput.parse({ orderId: id }));
      const typed = draftPatch.parse({ lines: [{ name: 'Autre', unitPriceCents: 99_900, taxBasisPoints: 2000 }] });

      for (const patch of [typed, draftPatch.parse({ prices: 'net' })]) {
        expect((await refusalOf(invoices.updateDraft(scope, draft.id, patch))).code).to.equal('invalid_request');
      }
      const changed = await invoices.updateDraft(scope, draft.id, draftPatch.parse({ note: 'Merci', discountCents: 500 }));
      expect(changed).to.deep.include({ note: 'Merci', grossCents: 5000 });
      await invoices.issue(scope, draft.id);
      expect((await refusalOf(invoices.createInvoice(scope, draftInput.parse({ orderId: id })))).code).to.equal('over_invoiced');
    });

    it('keep their order, drafts and what was taken back too', async () => {
      const { services, scope, id, invoice, credit } = await aDesk(persistence);
      const call = (step: string, input: Record<string, unknown> = {}) => {
        const procedure = ORDERS[step];
        if (procedure === undefined) throw new Error(`There is no orders.${step}.`);
        return callProcedure(`orders.${step}`, procedure, internalCall(services, scope), { id, ...input });
      };
      const { id: invoiceId } = await invoice('a');
      await call('reopen');
      expect((await refusalOf(call('delete'))).code).to.equal('in_use');
      for (const [step, input] of [
        ['updateItem', { lineId: 'a', unitPriceCents: 1 }],
        ['applyDiscount', { discount: { kind: 'percent', value: 1000, label: 'Remise' } }],
        ['updateItem', { lineId: 'a', quantity: 0 }],
      ] as const) {
        expect((await refusalOf(call(step, input))).code, step).to.be.oneOf(['in_use', 'invalid_request']);
      }
      // What is not invoiced is nobody's promise.
      await call('updateItem', { lineId: 'b', unitPriceCents: 1000 });
      await call('updateItem', { lineId: 'a', quantity: 5 });
      await call('applyDiscount', { discount: { kind: 'amount', value: 500, label: 'Remise', lineId: 'b' } });

      await credit(invoiceId);
      expect((await refusalOf(call('delete'))).code).to.equal('in_use');
      expect((await services.views.orders.get(scope, id))?.totalCents).to.equal(5 * 2000 + 1000 - 500);
    });

    it('are paid as they are issued where they come to nothing, and can be cancelled', async () => {
      const { services, scope } = await aDesk(persistence);
      const { id } = await confirmedIn(persistence, scope, { lines: [aLine({ discountCents: 1900, totalCents: 0 })], totalCents: 0 });
      const invoice = await services.invoices.createInvoice(scope, draftInput.parse({ orderId: id }));
      expect(invoice).to.deep.include({ status: 'paid', grossCents: 0, paidCents: 0 });

      await services.invoices.cancel(scope, invoice.id, 'Erreur');
      expect(await services.views.invoices.get(scope, invoice.id)).to.deep.include({ status: 'cancelled', creditedCents: 0 });
      expect(await services.invoices.createInvoice(scope, draftInput.parse({ orderId: id }))).to.deep.include({ status: 'paid' });
    });

    it('wait for promised money until it is captured', async () => {
      const { invoice, payOrder, get, payInvoice, services, scope } = await aDesk(persistence);
      const { id: invoiceId } = await invoice();
      const { id: paymentId } = await payOrder(5500, false);
      expect(await get(invoiceId)).to.deep.include({ status: 'issued', paidCents: 0 });
      expect((await refusalOf(payInvoice(invoiceId, 1000))).code).to.equal('over_paid');

      await services.settlement.takePaymentStep(scope, paymentId, 'capture');
      expect(openCents(await get(invoiceId))).to.equal(0);
    });

    it('are paid as soon as they are invoiced, by what came before', async () => {
      const { invoice, payOrder, payments } = await aDesk(persistence);
      await payOrder(5500);

      const made = await invoice();
      expect(made).to.deep.include({ status: 'paid', paidCents: made.grossCents });
      expect(await payments(made.id)).to.deep.equal([made.grossCents]);
    });

    it('take their money along when an invoice is taken back and made again', async () => {
      const { invoice, payInvoice, credit, get, orderMoney } = await aDesk(persistence);
      const wrong = await invoice();
      await payInvoice(wrong.id, wrong.grossCents);

      await credit(wrong.id);
      expect(await get(wrong.id)).to.deep.include({ status: 'cancelled', paidCents: 0 });
      const right = await invoice();
      expect(right).to.deep.include({ status: 'paid', paidCents: right.grossCents });
      expect(await orderMoney()).to.deep.equal({ paidCents: wrong.grossCents, refundedCents: 0 });
    });

    it('are owed again when money goes back, by the invoice or by the order', async () => {
      const { invoice, payInvoice, get, orderMoney, services, scope, id } = await aDesk(persistence);
      const { id: invoiceId, grossCents } = await invoice();
      await payInvoice(invoiceId, grossCents);

      expect(await payInvoice(invoiceId, -1000)).to.deep.include({ status: 'partially_paid', paidCents: grossCents - 1000 });
      expect(await orderMoney()).to.deep.equal({ paidCents: grossCents, refundedCents: 1000 });
      const refund = { returnId: null, amountCents: 500, paymentId: null, method: null, reason: null, reference: null };
      await services.settlement.refund(scope, id, refund);
      expect(await get(invoiceId)).to.deep.include({ paidCents: grossCents - 1500 });
      expect(await payInvoice(invoiceId, 1500)).to.deep.include({ status: 'paid' });
    });

    it('are paid by card together, and owed again when the card gets it back', async () => {
      const { scope, services, get } = await aDesk(persistence);
      const { orderId } = await withPayment(persistence, scope);
      const { id, grossCents } = await services.invoices.createInvoice(scope, draftInput.parse({ orderId }));
      const become = (status: PaymentStatus) =>
        services.unitOfWork(scope, ({ ids, bookings, orderSales }, stores) =>
          changePayment({ stores, ids, bookings, orderSales }, scope, orderId, NOON, (payment) => ({
            ...payment,
            status,
            paidAt: NOON,
            refundedAt: status === 'refunded' ? NOON : null,
          })),
        );

      await become('paid');
      expect(await get(id)).to.deep.include({ status: 'paid', paidCents: grossCents });
      const again = { amountCents: -100, means: 'card', at: null, reference: null } as const;
      expect((await refusalOf(services.issuedInvoices.recordPayment(scope, id, again))).code).to.equal('payment_not_offered');
      await become('refunded');
      expect(await get(id)).to.deep.include({ status: 'issued', paidCents: 0 });
    });

    it('are never paid twice, however many pay at once on either side', async () => {
      const { invoice, payInvoice, payOrder, get, orderMoney, payments } = await aDesk(persistence);
      const { id: invoiceId, grossCents } = await invoice();
      const pay = (index: number) => (index % 2 === 0 ? payInvoice(invoiceId, grossCents) : payOrder(grossCents));

      const refusals = await atOnce(6, (index) =>
        pay(index).then(
          () => null,
          (error: { code: string }) => error.code,
        ),
      );

      expect(refusals.filter((code) => code === null)).to.have.length(1);
      expect(await orderMoney()).to.deep.equal({ paidCents: grossCents, refundedCents: 0 });
      expect(await get(invoiceId)).to.deep.include({ status: 'paid', paidCents: grossCents });
      expect(sumCents(await payments(invoiceId))).to.equal(grossCents);
    });
  });
}
