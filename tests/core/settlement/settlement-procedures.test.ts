import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { Procedure } from '@comptoir/core/kit/procedure.js';
import { settlementProcedures } from '@comptoir/core/orders/settlement-procedures.js';
import { paymentsRouter } from '@comptoir/core/settlement/payments-procedures.js';
import { shipmentProcedures } from '@comptoir/core/settlement/shipment-procedures.js';
import { expect } from 'chai';
import type { z } from 'zod';
import { minutesAfter, NOON } from '../../suites/builders.js';
import { withPayment } from '../../suites/payment-builders.js';
import { aMethod, aZone } from '../../suites/reference-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aCall } from '../support.js';
import { aSettledShop } from './a-settled-shop.js';

const orders = settlementProcedures();
const payments = paymentsRouter();
const shipping = shipmentProcedures();

/** The shop, and calls of somebody who may do everything there. */
async function aCalledShop() {
  const shop = await aSettledShop();
  const context = aCall(shop.services, { roles: ['super-admin'], site: shop.scope });
  const call = <Input extends z.ZodType, Output extends z.ZodType>(procedure: Procedure<Input, Output>, input: unknown) =>
    callProcedure('settled.call', procedure, context, input);
  return { ...shop, call };
}

describe('the procedures of the settlement of orders', () => {
  it('record, list and give back the money of an order', async () => {
    const { call, confirmed } = await aCalledShop();
    const id = await confirmed();

    const payment = await call(orders.recordPayment, { id, method: 'cash', amountCents: 2000 });
    expect(payment).to.deep.include({
      source: 'recorded',
      orderId: id,
      method: 'cash',
      status: 'captured',
      refundedCents: 0,
      receivedAt: NOON,
    });
    const { refunds } = await call(orders.refund, { id, amountCents: 500, reason: 'broken' });
    expect(refunds).to.have.length(1);

    const money = await call(orders.listPayments, { id });
    expect(money).to.deep.include({ totalCents: 5500, paidCents: 2000, refundedCents: 500, dueCents: 4000, refunds });
    expect(money.payments).to.deep.equal([{ ...payment, refundedCents: 500 }]);
  });

  it('let the shipping method say who carries a parcel and where it is followed, unless that is said', async () => {
    const { call, confirmed, persistence, scope } = await aCalledShop();
    const id = await confirmed();
    const zone = aZone();
    const method = aMethod(zone.id, { carrier: 'Vélo Express', trackingUrl: 'https://velo.example/{number}' });
    await persistence.transact(scope, async ({ shippingZones, shippingMethods }) => {
      await shippingZones.create(scope, zone);
      await shippingMethods.create(scope, method);
    });

    const packed = await call(orders.createFulfilment, { id, methodId: method.id });
    expect([packed.carrier, packed.trackingUrl]).to.deep.equal(['Vélo Express', null]);
    const sent = await call(orders.updateFulfilment, { id: packed.id, step: 'ship', methodId: method.id, trackingNumber: 'A 1' });
    expect([sent.carrier, sent.trackingUrl]).to.deep.equal(['Vélo Express', 'https://velo.example/A%201']);
    const said = { id: packed.id, methodId: method.id, carrier: 'Moi', trackingUrl: 'https://moi.example/' };
    expect(await call(orders.updateFulfilment, said)).to.deep.include({ carrier: 'Moi', trackingUrl: 'https://moi.example/' });
    expect((await refusalOf(call(orders.updateFulfilment, { id: packed.id, methodId: 'absent' }))).code).to.equal('unknown_record');
  });

  it('take only whole cents above nothing, and dates that are dates', async () => {
    const { call, confirmed } = await aCalledShop();
    const id = await confirmed();
    for (const wrong of [
      { amountCents: 0 },
      { amountCents: -1 },
      { amountCents: 0.5 },
      { method: 'shells' },
      { receivedAt: 'soon' },
      { note: '\u0000' },
    ]) {
      const input = { id, method: 'cash', amountCents: 100, ...wrong };
      expect((await refusalOf(call(orders.recordPayment, input))).code, JSON.stringify(wrong)).to.equal('invalid_request');
    }
    for (const lines of [
      [],
      [{ lineId: 'a', quantity: 0 }],
      [
        { lineId: 'a', quantity: 1 },
        { lineId: 'a', quantity: 1 },
      ],
    ])
      expect((await refusalOf(call(orders.createFulfilment, { id, lines }))).code).to.equal('invalid_request');
    expect((await refusalOf(call(orders.createFulfilment, { id, trackingUrl: 'javascript:alert(1)' }))).code).to.equal('invalid_request');
  });

  it('pack, follow and take goods back', async () => {
    const { call, confirmed } = await aCalledShop();
    const id = await confirmed();

    const parcel = await call(orders.createFulfilment, { id, carrier: 'Mondial Relay', trackingNumber: '12 34' });
    expect(parcel).to.include({ state: 'packed', trackingUrl: 'https://www.mondialrelay.fr/suivi-de-colis/?numeroExpedition=1234' });
    const { orderUrl, ...sent } = await call(orders.updateFulfilment, {
      id: parcel.id,
      step: 'deliver',
      trackingUrl: 'https://t.example/1',
      version: 1,
    });
    expect(orderUrl).to.equal(parcel.orderUrl);
    expect(sent).to.include({ state: 'delivered', trackingUrl: 'https://t.example/1', carrier: 'Mondial Relay', version: 2 });
    expect((await call(orders.listFulfilments, { id })).items).to.deep.equal([sent]);

    const back = await call(orders.createReturn, { id, lines: [{ lineId: 'a', quantity: 1 }] });
    expect(back.lines).to.deep.equal([{ lineId: 'a', quantity: 1, condition: 'sellable' }]);
    const received = await call(orders.receiveReturn, { id: back.id });
    const other = await call(orders.createReturn, { id, lines: [{ lineId: 'b', quantity: 1 }] });
    const cancelled = await call(orders.cancelReturn, { id: other.id });
    expect((await call(orders.listReturns, { id })).items).to.deep.equal([received, cancelled]);
    expect([received.state, cancelled.state]).to.deep.equal(['received', 'cancelled']);

    expect((await call(shipping.shipments, { search: '12', state: 'delivered' })).items).to.deep.equal([sent]);
    expect(await call(shipping.shipment, { id: parcel.id })).to.deep.equal(sent);
    expect((await call(shipping.track, { trackingNumber: '12 34' })).items).to.deep.equal([sent]);
    expect((await refusalOf(call(shipping.shipment, { id }))).code).to.equal('unknown_record');
  });

  it('tell nothing of an order that is not there', async () => {
    const { call } = await aCalledShop();
    for (const list of [
      call(orders.listPayments, { id: 'x' }),
      call(orders.listFulfilments, { id: 'x' }),
      call(orders.listReturns, { id: 'x' }),
    ])
      expect((await refusalOf(list)).code).to.equal('unknown_order');
  });
});

describe('the router payments', () => {
  it('says how orders can be paid', async () => {
    const { call } = await aCalledShop();
    const { recorded, shop } = await call(payments.methods, undefined);
    expect(recorded).to.include.members(['cash', 'card', 'transfer']);
    expect(shop).to.deep.equal({ methods: ['at_pickup'], cardProvider: null });
  });

  it('lists money of both sources, captures, voids, gives back and reconciles what was recorded', async () => {
    const { call, confirmed, persistence, scope } = await aCalledShop();
    const id = await confirmed();
    const facts = { status: 'paid', paidAt: minutesAfter(NOON, -5), dueAt: null } as const;
    const card = await withPayment(persistence, scope, facts);
    const [one, other] = [
      await call(payments.record, { orderId: id, method: 'cheque', amountCents: 1000, captured: false }),
      await call(payments.record, { orderId: id, method: 'transfer', amountCents: 1000, captured: false, reference: 'T-9' }),
    ];

    expect(await call(payments.capture, { id: one.id })).to.include({ status: 'captured' });
    expect(await call(payments.void, { id: other.id })).to.include({ status: 'voided', reference: 'T-9' });
    const { items } = await call(payments.reconcile, { ids: [one.id, one.id] });
    expect(items.map(({ reconciledAt }) => reconciledAt)).to.deep.equal([NOON]);
    await call(payments.refund, { paymentId: one.id, amountCents: 400 });
    await call(payments.refund, { orderId: id });
    expect(await call(payments.get, { id: one.id })).to.include({ refundedCents: 1000 });

    const list = await call(payments.list, {});
    expect(list.total).to.equal(3);
    expect(list.items.at(-1)).to.deep.include({ id: card.id, source: 'provider', provider: card.provider, method: 'card' });
    expect((await refusalOf(call(payments.refund, {}))).code).to.equal('invalid_request');
    for (const write of [payments.capture, payments.void])
      expect((await refusalOf(call(write, { id: card.id }))).code).to.equal('invalid_transition');
    expect((await refusalOf(call(payments.refund, { paymentId: card.id }))).code).to.equal('invalid_transition');
    expect((await refusalOf(call(payments.get, { id: 'x' }))).code).to.equal('unknown_record');
  });

  it('adds up the days of the establishment, where midnight is', async () => {
    const { call, confirmed, persistence, scope } = await aCalledShop();
    const id = await confirmed();
    // In Paris the day begins at 22:00 UTC in summer.
    const [before, after] = ['2026-06-14T21:59:59Z', '2026-06-14T22:00:00Z'];
    await call(orders.recordPayment, { id, method: 'cash', amountCents: 100, receivedAt: before });
    await call(orders.recordPayment, { id, method: 'cash', amountCents: 200, receivedAt: after });
    await withPayment(persistence, scope, { status: 'paid', paidAt: new Date(after), dueAt: null, amountCents: 700 });
    await call(orders.refund, { id, amountCents: 50 });

    const summary = await call(payments.summary, { from: '2026-06-14', to: '2026-06-16' });

    const nothing = { payments: 0, paidCents: 0, refunds: 0, refundedCents: 0 };
    const cash = { ...nothing, source: 'recorded', method: 'cash' };
    const card = { ...nothing, source: 'provider', method: 'card', payments: 1, paidCents: 700 };
    expect(summary).to.deep.equal({
      timezone: 'Europe/Paris',
      days: [
        { ...cash, date: '2026-06-14', payments: 1, paidCents: 100 },
        { ...card, date: '2026-06-15' },
        { ...cash, date: '2026-06-15', payments: 1, paidCents: 200 },
        { ...cash, date: '2026-06-16', refunds: 1, refundedCents: 50 },
      ],
      totals: [card, { ...cash, payments: 2, paidCents: 300, refunds: 1, refundedCents: 50 }],
    });
    for (const [from, to] of [
      ['2026-06-16', '2026-06-15'],
      ['2025-06-15', '2026-06-16'],
      ['2026-02-30', '2026-03-01'],
      ['0000-01-01', '0000-01-02'],
      ['9999-12-30', '9999-12-31'],
    ])
      expect((await refusalOf(call(payments.summary, { from, to }))).code, from).to.equal('invalid_request');
  });
});
