import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { PaymentFilter } from '@comptoir/core/settlement/settlement-store.js';
import type { Stores } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aScope, establish, establishBeside, FIRST_PAGE, freshToken, minutesAfter, NOON } from './builders.js';
import { withPayment } from './payment-builders.js';
import { aParcel, aRecordedPayment, aRecordedRefund, aReturn, confirmedIn } from './settlement-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

const ADDRESS = { name: 'Zoé', company: null, line1: '1 rue', line2: null, postcode: '75001', city: 'Paris', country: 'FR', phone: null };
const LATER = minutesAfter(NOON, 5);

export function exerciseSettlementStore(name: string, open: Open): void {
  describePort('SettlementStore and SettlementViews', name, open, (persistence) => {
    const { transact } = persistence;
    const write = <Result>(scope: Scope, work: (store: Stores['settlement']) => Promise<Result>) =>
      transact(scope, ({ settlement }) => work(settlement));
    const aShop = async () => {
      const { scope } = await establish(persistence);
      const { id } = await confirmedIn(persistence, scope);
      return { scope, id, views: persistence.views.settlement };
    };

    it('gives money back with every field, in the order it was recorded', async () => {
      const { scope, id, views } = await aShop();
      const first = aRecordedPayment(id, { amountCents: 198_990_000_000_000, reference: 'réf', note: 'n', reconciledAt: LATER });
      const second = aRecordedPayment(id, { status: 'voided', capturedAt: null, voidedAt: LATER, receivedAt: minutesAfter(NOON, -9) });
      const back = aReturn(id);
      const refund = aRecordedRefund(first, { reason: 'trop', reference: 'r', returnId: back.id });
      const money = await write(scope, async (store) => {
        await store.addPayment(scope, first);
        await store.addPayment(scope, second);
        await store.addReturn(scope, back);
        await store.addRefund(scope, refund);
        return store.money(scope, id);
      });

      expect(money).to.deep.equal({ payments: [first, second], refunds: [refund] });
      expect(await views.money(scope, id)).to.deep.equal(money);
      const found = await write(scope, (store) => store.payments(scope, [second.id, randomUUID(), "'; --"]));
      expect(found).to.deep.equal([second]);
      expect(await write(scope, (store) => store.payments(scope, []))).to.deep.equal([]);
    });

    it('takes the payments of many orders at once, or none of them', async () => {
      const { scope, id, views } = await aShop();
      const other = await confirmedIn(persistence, scope);
      const payments = [
        aRecordedPayment(id, { reference: 'réf', note: 'n' }),
        aRecordedPayment(other.id, { status: 'authorized', capturedAt: null }),
      ];

      await write(scope, (store) => store.addPayments(scope, payments));
      await write(scope, (store) => store.addPayments(scope, []));
      const unknown = [aRecordedPayment(id), aRecordedPayment(freshToken())];
      const refusal = await refusalOf(write(scope, (store) => store.addPayments(scope, unknown)));

      expect(refusal.code).to.equal('unknown_record');
      expect((await views.money(scope, id)).payments).to.deep.equal(payments.slice(0, 1));
      expect((await views.money(scope, other.id)).payments).to.deep.equal(payments.slice(1));
    });

    it('changes of recorded money how far it is, and nothing else', async () => {
      const { scope, id, views } = await aShop();
      const promised = aRecordedPayment(id, { status: 'authorized', capturedAt: null });
      await write(scope, (store) => store.addPayment(scope, promised));

      const captured = { status: 'captured', capturedAt: LATER, reconciledAt: LATER } as const;
      const forged = { amountCents: 1, method: 'card', receivedAt: LATER, recordedBy: 'user:eve', orderId: freshToken() } as const;
      await write(scope, (store) => store.updatePayment(scope, { ...promised, ...captured, ...forged }));

      expect((await views.money(scope, id)).payments).to.deep.equal([{ ...promised, ...captured }]);
    });

    it('keeps parcels and returns with every field, in the order they were made', async () => {
      const { scope, id, views } = await aShop();
      const tracking = { carrier: 'colissimo', trackingNumber: '6A1', trackingUrl: 'https://t.example/6A1', note: 'fragile' };
      const parcel = aParcel(id, { ...tracking, address: ADDRESS, lines: [{ lineId: 'a', quantity: 2 }], createdAt: LATER });
      const [other, back] = [aParcel(id), aReturn(id, { reason: 'trop petit' })];
      await write(scope, async (store) => {
        await store.addParcel(scope, parcel);
        await store.addParcel(scope, other);
        await store.addReturn(scope, back);
      });
      expect(await views.parcelsOf(scope, id)).to.deep.equal([parcel, other]);
      expect(await views.parcel(scope, parcel.id)).to.deep.equal(parcel);
      expect(await views.returnsOf(scope, id)).to.deep.equal([back]);

      const there = { ...parcel, state: 'delivered', carrier: null, shippedAt: NOON, deliveredAt: LATER, version: 2 } as const;
      const came = {
        ...back,
        state: 'received',
        lines: [{ lineId: 'a', quantity: 1, condition: 'damaged' }],
        receivedAt: LATER,
        version: 2,
      } as const;
      await write(scope, async (store) => {
        await store.updateParcel(scope, { ...there, lines: [], address: null });
        await store.updateReturn(scope, came);
        expect(await store.parcel(scope, parcel.id)).to.deep.equal(there);
        expect(await store.parcelsOf(scope, id)).to.deep.equal([there, other]);
        expect(await store.goodsReturn(scope, back.id)).to.deep.equal(came);
        expect(await store.returnsOf(scope, id)).to.deep.equal([came]);
      });
    });

    it('forgets where parcels of an order went and what was noted, and nothing else', async () => {
      const { scope, id, views } = await aShop();
      const { id: otherId } = await confirmedIn(persistence, scope);
      const parcel = aParcel(id, { address: ADDRESS, note: 'fragile', carrier: 'colissimo' });
      const back = aReturn(id, { reason: 'trop petit' });
      const other = aParcel(otherId, { address: ADDRESS, note: 'fragile' });
      await write(scope, async (store) => {
        for (const one of [parcel, other]) await store.addParcel(scope, one);
        await store.addReturn(scope, back);
        await store.forgetRecipient(scope, id);
      });

      expect(await views.parcelsOf(scope, id)).to.deep.equal([{ ...parcel, address: null, note: null }]);
      expect(await views.returnsOf(scope, id)).to.deep.equal([{ ...back, reason: null }]);
      expect(await views.parcelsOf(scope, otherId)).to.deep.equal([other]);
    });

    it('keeps an order that anything belongs to', async () => {
      const { scope } = await establish(persistence);
      const adds: readonly ((store: Stores['settlement'], orderId: string) => Promise<void>)[] = [
        (store, orderId) => store.addPayment(scope, aRecordedPayment(orderId)),
        (store, orderId) => store.addParcel(scope, aParcel(orderId)),
        (store, orderId) => store.addReturn(scope, aReturn(orderId)),
      ];
      for (const add of adds) {
        const { id } = await confirmedIn(persistence, scope);
        await write(scope, (store) => add(store, id));
        const refused = transact(scope, ({ orders }) => orders.remove(scope, id, () => undefined));
        expect((await refusalOf(refused)).code).to.equal('in_use');
      }
    });

    it('refuses what belongs to nothing, or to something of another establishment', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const { id } = await confirmedIn(persistence, one.scope);
      const payment = aRecordedPayment(id);
      await write(one.scope, (store) => store.addPayment(one.scope, payment));
      const codeOf = async (scope: Scope, work: (store: Stores['settlement']) => Promise<unknown>) =>
        (await refusalOf(write(scope, work))).code;

      for (const scope of [beside.scope, aScope()]) {
        expect(await codeOf(scope, (store) => store.addPayment(scope, aRecordedPayment(id)))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.addParcel(scope, aParcel(id)))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.addReturn(scope, aReturn(id)))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.addRefund(scope, aRecordedRefund(payment)))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.updatePayment(scope, payment))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.updateParcel(scope, aParcel(id)))).to.equal('unknown_record');
        expect(await codeOf(scope, (store) => store.updateReturn(scope, aReturn(id)))).to.equal('unknown_record');
      }
      const noPayment = aRecordedRefund({ ...payment, id: randomUUID() });
      const noReturn = aRecordedRefund(payment, { returnId: randomUUID() });
      expect(await codeOf(one.scope, (store) => store.addRefund(one.scope, noPayment))).to.equal('unknown_record');
      expect(await codeOf(one.scope, (store) => store.addRefund(one.scope, noReturn))).to.equal('unknown_record');
      expect(await persistence.views.settlement.money(one.scope, id)).to.deep.equal({ payments: [payment], refunds: [] });
    });

    it('lists money of both sources, received last first, by whatever is asked for', async () => {
      const { scope, id, views } = await aShop();
      const cash = aRecordedPayment(id, { reference: 'Ticket 1_0%' });
      const promised = aRecordedPayment(id, {
        method: 'transfer',
        status: 'authorized',
        capturedAt: null,
        receivedAt: minutesAfter(NOON, 1),
      });
      const cheque = aRecordedPayment(id, { method: 'cheque', receivedAt: minutesAfter(NOON, 3), reconciledAt: LATER, reference: 'TICK' });
      await write(scope, async (store) => {
        for (const payment of [cash, promised, cheque]) await store.addPayment(scope, payment);
        await store.addRefund(scope, aRecordedRefund(cash, { amountCents: 100 }));
        await store.addRefund(scope, aRecordedRefund(cash, { amountCents: 200 }));
      });
      const paidAt = minutesAfter(NOON, 2);
      const paid = { amountCents: 1900, providerRef: 'tick-card', dueAt: null, paidAt };
      const card = await withPayment(persistence, scope, { ...paid, status: 'paid' });
      const cardBack = await withPayment(persistence, scope, {
        ...paid,
        status: 'refunded',
        paidAt: NOON,
        refundedAt: LATER,
        providerRef: null,
      });
      await withPayment(persistence, scope, { status: 'expired', dueAt: null });

      const list = async (filter: Partial<PaymentFilter> = {}) => {
        const page = await views.payments(scope, { ...FIRST_PAGE, ...filter });
        expect(page.total).to.equal(page.items.length);
        return page.items.map((payment) => payment.id);
      };
      const all = await list();
      expect(all.slice(0, 3)).to.deep.equal([cheque.id, card.id, promised.id]);
      expect(new Set(all.slice(3))).to.deep.equal(new Set([cash.id, cardBack.id]));
      expect(await list({ source: 'provider' })).to.deep.equal([card.id, cardBack.id]);
      expect(await list({ orderId: id, method: 'transfer' })).to.deep.equal([promised.id]);
      expect(await list({ status: 'authorized' })).to.deep.equal([promised.id]);
      expect(await list({ reconciled: true })).to.deep.equal([cheque.id]);
      expect(await list({ from: minutesAfter(NOON, 1), to: minutesAfter(NOON, 3) })).to.deep.equal([card.id, promised.id]);
      expect(await list({ search: 'tick' })).to.deep.equal([cheque.id, card.id, cash.id]);
      expect(await list({ search: 'ticket 1_0%' })).to.deep.equal([cash.id]);
      expect(await list({ search: 'ticket _' })).to.deep.equal([]);
      expect((await views.payments(scope, { page: 2, pageSize: 2 })).items.map((payment) => payment.id)).to.deep.equal(all.slice(2, 4));

      const { recordedAt, ...facts } = cash;
      expect((await views.paymentsById(scope, [cash.id]))[0]).to.deep.equal({
        ...facts,
        source: 'recorded',
        provider: null,
        refundedCents: 300,
      });
      expect((await views.paymentsById(scope, [card.id]))[0]).to.deep.equal({
        ...{ id: card.id, orderId: card.orderId, source: 'provider', method: 'card', provider: card.provider, amountCents: 1900 },
        ...{ refundedCents: 0, status: 'captured', reference: 'tick-card', note: null, receivedAt: paidAt, capturedAt: paidAt },
        ...{ voidedAt: null, reconciledAt: null, recordedBy: null },
      });
      expect((await views.paymentsById(scope, [cardBack.id]))[0]).to.include({ refundedCents: 1900 });
      const some = await views.paymentsById(scope, [card.id, randomUUID(), cash.id, "'; --"]);
      expect(some.map((payment) => payment.id)).to.deep.equal([card.id, cash.id]);
      expect(await views.paymentsById(scope, [])).to.deep.equal([]);
    });

    it('adds up what came in and went back, by period, source and method', async () => {
      const { scope, id, views } = await aShop();
      const on = (day: number, hour = 12) => new Date(Date.UTC(2026, 5, day, hour));
      const cash = aRecordedPayment(id, { amountCents: 700, capturedAt: on(1) });
      const [again, promised, outside] = [
        aRecordedPayment(id, { amountCents: 300, capturedAt: on(1, 23) }),
        aRecordedPayment(id, { status: 'authorized', capturedAt: null }),
        aRecordedPayment(id, { capturedAt: on(4, 0) }),
      ];
      await write(scope, async (store) => {
        for (const payment of [cash, again, promised, outside]) await store.addPayment(scope, payment);
        await store.addRefund(scope, aRecordedRefund(cash, { method: 'transfer', recordedAt: on(3, 0) }));
      });
      const facts = { status: 'refunded', dueAt: null, amountCents: 1900 } as const;
      await withPayment(persistence, scope, { ...facts, paidAt: on(1), refundedAt: on(3) });

      const nothing = { payments: 0, paidCents: 0, refunds: 0, refundedCents: 0 };
      expect(await views.sums(scope, [on(1, 0), on(2, 0), on(3, 0), on(4, 0)])).to.deep.equal([
        { ...nothing, period: 0, source: 'provider', method: 'card', payments: 1, paidCents: 1900 },
        { ...nothing, period: 0, source: 'recorded', method: 'cash', payments: 2, paidCents: 1000 },
        { ...nothing, period: 2, source: 'provider', method: 'card', refunds: 1, refundedCents: 1900 },
        { ...nothing, period: 2, source: 'recorded', method: 'transfer', refunds: 1, refundedCents: 300 },
      ]);
      expect(await views.sums(scope, [on(10), on(11)])).to.deep.equal([]);
    });

    it('lists parcels, latest first, by state, order and the beginning of their number', async () => {
      const { scope, id, views } = await aShop();
      const other = await confirmedIn(persistence, scope);
      const first = aParcel(id, { trackingNumber: '6A123' });
      const second = aParcel(other.id, { trackingNumber: '6a12', createdAt: LATER, state: 'shipped', shippedAt: LATER });
      const third = aParcel(id, { createdAt: minutesAfter(NOON, 9) });
      await write(scope, async (store) => {
        for (const parcel of [first, second, third]) await store.addParcel(scope, parcel);
      });
      const list = async (filter: object = {}) =>
        (await views.parcels(scope, { ...FIRST_PAGE, ...filter })).items.map((parcel) => parcel.id);

      expect(await list()).to.deep.equal([third.id, second.id, first.id]);
      expect(await list({ orderId: id })).to.deep.equal([third.id, first.id]);
      expect(await list({ state: 'shipped' })).to.deep.equal([second.id]);
      expect(await list({ search: '6a1' })).to.deep.equal([second.id, first.id]);
      expect(await views.tracked(scope, '6A123')).to.deep.equal([first]);
      expect(await views.tracked(scope, '6a123')).to.deep.equal([]);
    });
  });
}
