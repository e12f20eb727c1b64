import { randomUUID } from 'node:crypto';
import type { Payment } from '@comptoir/core/payments/payment.js';
import { expect } from 'chai';
import { aScope, establish, establishBeside, minutesAfter, NOON, placed } from './builders.js';
import { aPayment, withPayment } from './payment-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

/** Others leave payments that are due too: nobody is due before this but those of these tests. */
const LONG_AGO = new Date('2001-01-01T00:00:00Z');

export function exercisePaymentStore(name: string, open: Open): void {
  describePort('PaymentStore and PaymentViews', name, open, (persistence) => {
    const { transact } = persistence;
    const claim = (limit: number, now = minutesAfter(LONG_AGO, 60)) =>
      transact(aScope(), ({ payments }) => payments.claimDue(now, limit, () => minutesAfter(NOON, 1)));

    it('gives a payment back with every field, by its id and by its order', async () => {
      const { scope } = await establish(persistence);
      const paid: Partial<Payment> = { status: 'paid', attempt: 3, providerRef: 'réf', checkoutUrl: 'https://pay.example/x', paidAt: NOON };
      const payment = await withPayment(persistence, scope, { ...paid, amountCents: 198_990_000_000_000, currency: 'JPY', dueAt: null });
      expect(await persistence.views.payments.byId(payment.id)).to.deep.equal(payment);
      expect(await persistence.views.payments.ofOrder(scope, payment.orderId)).to.deep.equal(payment);
    });

    it('knows no payment by a text that is no id', async () => {
      expect(await persistence.views.payments.byId(randomUUID())).to.equal(null);
      expect(await persistence.views.payments.byId("'; --")).to.equal(null);
    });

    it('refuses a second payment of an order, and one of an order of somebody else', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const { orderId } = await withPayment(persistence, one.scope);
      const free = await placed(persistence, one.scope);
      const codeOf = async (scope: typeof one.scope, order: string) =>
        (await refusalOf(transact(scope, ({ payments }) => payments.create(scope, aPayment(scope, { orderId: order }))))).code;
      expect(await codeOf(one.scope, orderId)).to.equal('duplicate');
      expect(await codeOf(beside.scope, free.id)).to.equal('unknown_record');
      expect(await codeOf(aScope(), free.id)).to.equal('unknown_record');
    });

    it('stores what was decided, and nothing when that throws', async () => {
      const { scope } = await establish(persistence);
      const payment = await withPayment(persistence, scope);
      const change = (decide: (payment: Payment) => Payment) =>
        transact(scope, ({ payments }) => payments.change(scope, payment.orderId, decide));

      const after = await change((before) => ({ ...before, status: 'paid', paidAt: NOON, dueAt: null, providerRef: 'r', version: 2 }));

      expect(after).to.deep.equal({ ...payment, status: 'paid', paidAt: NOON, dueAt: null, providerRef: 'r', version: 2 });
      const fault = new Error('no');
      expect(
        await errorOf(
          change(() => {
            throw fault;
          }),
        ),
      ).to.equal(fault);
      expect(await persistence.views.payments.byId(payment.id)).to.deep.equal(after);
    });

    it('makes those who change one payment at once wait for each other', async () => {
      const { scope } = await establish(persistence);
      const { orderId, id } = await withPayment(persistence, scope);
      await atOnce(6, () =>
        transact(scope, ({ payments }) => payments.change(scope, orderId, (before) => ({ ...before, tries: before.tries + 1 }))),
      );
      expect((await persistence.views.payments.byId(id))?.tries).to.equal(6);
    });

    describe('what is due', () => {
      it('is handed out longest first, counted and put off', async () => {
        const { scope } = await establish(persistence);
        const later = await withPayment(persistence, scope, { dueAt: minutesAfter(LONG_AGO, 2) });
        const sooner = await withPayment(persistence, scope, { dueAt: minutesAfter(LONG_AGO, 1), tries: 4 });
        await withPayment(persistence, scope, { dueAt: minutesAfter(LONG_AGO, 61) });
        await withPayment(persistence, scope, { status: 'expired', dueAt: null });

        expect(await claim(1)).to.deep.equal([sooner]);
        expect(await claim(9)).to.deep.equal([later]);
        expect(await claim(9)).to.deep.equal([]);

        const seen = await persistence.views.payments.byId(sooner.id);
        expect(seen).to.deep.equal({ ...sooner, tries: 5, dueAt: minutesAfter(NOON, 1) });
        await claim(9, minutesAfter(LONG_AGO, 62));
      });

      it('is handed to one of many who ask at once', async () => {
        const { scope } = await establish(persistence);
        const due = await Promise.all(
          [1, 2, 3, 4, 5].map((minute) => withPayment(persistence, scope, { dueAt: minutesAfter(LONG_AGO, minute) })),
        );
        const handedOut: Payment[] = [];
        for (let rounds = 0; handedOut.length < due.length && rounds < 5; rounds += 1) {
          handedOut.push(...(await atOnce(4, () => claim(2))).flat());
        }
        expect(handedOut.map(({ id }) => id).sort()).to.deep.equal(due.map(({ id }) => id).sort());
      });
    });
  });
}
