import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { freshToken, minutesAfter, NOON, placed } from '../../suites/builders.js';
import { withPayment } from '../../suites/payment-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aSettledShop, PARCEL, PAYMENT, REFUND, RETURN, SHELF } from './a-settled-shop.js';

describe('the money of an order', () => {
  it('is recorded as it came, for the day it came, and adds up in the order', async () => {
    const { settlement, scope, confirmed, get, events, money, heard } = await aSettledShop();
    const id = await confirmed();
    const receivedAt = minutesAfter(NOON, -60);

    const payment = await settlement.recordPayment(scope, id, { ...PAYMENT, reference: 'T-1', note: 'in coins', receivedAt });

    expect(payment).to.deep.include({ orderId: id, method: 'cash', amountCents: 1000, reference: 'T-1', note: 'in coins' });
    expect(payment).to.deep.include({
      status: 'captured',
      receivedAt,
      capturedAt: receivedAt,
      recordedAt: NOON,
      recordedBy: 'system:tests',
    });
    expect(await money(id)).to.deep.equal({ payments: [payment], refunds: [] });
    expect(await get(id)).to.include({ paidCents: 1000, refundedCents: 0, version: 3, status: 'confirmed' });
    expect((await events(id)).at(-1)).to.deep.include({
      kind: 'payment',
      status: 'confirmed',
      data: { paymentId: payment.id, status: 'captured', amountCents: 1000 },
    });
    expect(heard).to.deep.include({ kind: 'order-changed', orderId: id });
  });

  it('is not paid while it is only promised, and counts for the day it is captured', async () => {
    const { settlement, scope, confirmed, get, clock } = await aSettledShop();
    const id = await confirmed();
    const promised = await settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 5500, captured: false });
    expect(await get(id)).to.include({ paidCents: 0 });

    clock.advance(60_000);
    expect(await settlement.takePaymentStep(scope, promised.id, 'capture')).to.deep.include({
      status: 'captured',
      receivedAt: NOON,
      capturedAt: minutesAfter(NOON, 1),
    });
    expect(await get(id)).to.include({ paidCents: 5500 });
    expect(await refusalOf(settlement.takePaymentStep(scope, promised.id, 'void'))).to.deep.include({
      code: 'invalid_transition',
      facts: { status: 'captured', step: 'void' },
    });
  });

  it('is never promised beyond what is due; what is voided is due again', async () => {
    const { settlement, scope, confirmed, get, events } = await aSettledShop();
    const id = await confirmed();
    const promised = await settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 5000, captured: false });
    const before = [await get(id), await events(id)];

    const refusal = await refusalOf(settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 501 }));
    expect([refusal.code, refusal.facts]).to.deep.equal(['over_paid', { dueCents: 500 }]);
    expect([await get(id), await events(id)]).to.deep.equal(before);

    await settlement.takePaymentStep(scope, promised.id, 'void');
    await settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 5500 });
    expect(await get(id)).to.include({ paidCents: 5500 });
  });

  it('is refused for what is paid elsewhere, was given up, is still to come or does not exist', async () => {
    const { settlement, scope, confirmed, take, persistence } = await aSettledShop();
    const codeOf = async (id: string, changes = {}) =>
      (await refusalOf(settlement.recordPayment(scope, id, { ...PAYMENT, ...changes }))).code;
    const byCard = await placed(persistence, scope, { payment: { method: 'card', status: 'pending' } });
    const cancelled = await confirmed();
    await take(cancelled, 'cancel');

    expect(await codeOf(byCard.id)).to.equal('payment_not_offered');
    expect(await codeOf(cancelled)).to.equal('invalid_transition');
    expect(await codeOf(freshToken())).to.equal('unknown_order');
    expect(await codeOf(await confirmed(), { receivedAt: minutesAfter(NOON, 1) })).to.equal('invalid_request');
    const pickup = await placed(persistence, scope);
    expect(await settlement.recordPayment(scope, pickup.id, PAYMENT)).to.include({ status: 'captured' });
  });

  it('goes back of the latest payments first, once for all or part by part', async () => {
    const { settlement, scope, confirmed, get, money, events } = await aSettledShop();
    const id = await confirmed();
    const [cash, transfer] = [
      await settlement.recordPayment(scope, id, PAYMENT),
      await settlement.recordPayment(scope, id, { ...PAYMENT, method: 'transfer', amountCents: 2000 }),
    ];

    const parts = await settlement.refund(scope, id, { ...REFUND, amountCents: 2500, reason: 'late' });
    expect(parts.map(({ paymentId, amountCents, method }) => [paymentId, amountCents, method])).to.deep.equal([
      [transfer.id, 2000, 'transfer'],
      [cash.id, 500, 'cash'],
    ]);
    expect((await events(id)).at(-1)).to.deep.include({
      kind: 'refund',
      reason: 'late',
      data: { refundIds: parts.map((part) => part.id), amountCents: 2500 },
    });
    expect(await settlement.refundPayment(scope, null, { ...REFUND, paymentId: cash.id, method: 'transfer' })).to.have.length(1);
    expect(await get(id)).to.include({ paidCents: 3000, refundedCents: 3000 });
    expect((await money(id)).refunds.at(-1)).to.include({ amountCents: 500, method: 'transfer' });

    const refusal = await refusalOf(settlement.refund(scope, id, { ...REFUND, amountCents: 1 }));
    expect([refusal.code, refusal.facts]).to.deep.equal(['over_refunded', { refundableCents: 0 }]);
  });

  it('goes back of nothing that is of another order, was only promised, or came by a provider', async () => {
    const { settlement, scope, confirmed, persistence } = await aSettledShop();
    const [one, other] = [await confirmed(), await confirmed()];
    const promised = await settlement.recordPayment(scope, one, { ...PAYMENT, captured: false });
    const card = await withPayment(persistence, scope, { status: 'paid', paidAt: NOON, dueAt: null });
    const codeOf = async (order: string, changes = {}) =>
      (await refusalOf(settlement.refund(scope, order, { ...REFUND, ...changes }))).code;

    expect(await codeOf(other, { paymentId: promised.id })).to.equal('unknown_record');
    expect(await codeOf(one, { paymentId: randomUUID() })).to.equal('unknown_record');
    expect(await codeOf(one, { returnId: randomUUID() })).to.equal('unknown_record');
    expect(await codeOf(one, { paymentId: promised.id })).to.equal('over_refunded');
    expect(await codeOf(one)).to.equal('over_refunded');
    expect(await codeOf(card.orderId, { paymentId: card.id })).to.equal('invalid_transition');
    const ofNobody = settlement.refundPayment(scope, other, { ...REFUND, paymentId: promised.id });
    expect((await refusalOf(ofNobody)).code).to.equal('unknown_record');
    expect((await refusalOf(settlement.takePaymentStep(scope, card.id, 'capture'))).code).to.equal('invalid_transition');
  });

  it('is due again when it went back, but not when it went back for goods that came back', async () => {
    const { settlement, scope, confirmed, take } = await aSettledShop();
    const id = await confirmed();
    await settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 5500 });
    await take(id, 'deliver');
    const back = await settlement.createReturn(scope, id, { ...RETURN, received: true });
    await settlement.refund(scope, id, { ...REFUND, amountCents: 1000, returnId: back.id });
    const dueOf = async () => (await refusalOf(settlement.recordPayment(scope, id, { ...PAYMENT, amountCents: 5500 }))).facts['dueCents'];

    expect(await dueOf()).to.equal(0);
    await settlement.refund(scope, id, { ...REFUND, amountCents: 300 });
    expect(await dueOf()).to.equal(300);
  });

  it('is reconciled all or nothing, and only when it is there', async () => {
    const { settlement, scope, confirmed, money, get } = await aSettledShop();
    const id = await confirmed();
    const captured = await settlement.recordPayment(scope, id, PAYMENT);
    const promised = await settlement.recordPayment(scope, id, { ...PAYMENT, captured: false });
    const before = [await money(id), await get(id)];

    expect((await refusalOf(settlement.reconcile(scope, [captured.id, promised.id], true))).code).to.equal('invalid_transition');
    expect((await refusalOf(settlement.reconcile(scope, [captured.id, randomUUID()], true))).code).to.equal('unknown_record');
    expect([await money(id), await get(id)]).to.deep.equal(before);

    expect((await settlement.reconcile(scope, [captured.id], true))[0]?.reconciledAt).to.deep.equal(NOON);
    expect((await settlement.reconcile(scope, [captured.id, promised.id], false)).map(({ reconciledAt }) => reconciledAt)).to.deep.equal([
      null,
      null,
    ]);
  });
});

describe('the parcels of an order', () => {
  it('take what is left, and ship and deliver the order with the last of them', async () => {
    const { settlement, scope, confirmed, counts, get, stock, events } = await aSettledShop();
    const id = await confirmed();
    const first = await settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }], shipped: true });
    expect(await counts(id)).to.deep.equal([
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    expect((await get(id)).status).to.equal('confirmed');

    const second = await settlement.createFulfilment(scope, id, PARCEL);
    expect(second.lines).to.deep.equal([
      { lineId: 'a', quantity: 1 },
      { lineId: 'b', quantity: 1 },
    ]);
    await settlement.updateFulfilment(scope, second.id, { step: 'ship', carrier: 'DHL', trackingNumber: '1' });
    expect((await get(id)).status).to.equal('shipped');

    await settlement.updateFulfilment(scope, first.id, { step: 'deliver' });
    expect((await get(id)).status).to.equal('shipped');
    expect(await stock()).to.deep.equal([SHELF, 5]);
    await settlement.updateFulfilment(scope, second.id, { step: 'deliver' });

    expect(await get(id)).to.include({ status: 'delivered' });
    expect(await stock()).to.deep.equal([SHELF - 5, 0]);
    expect(await events(id)).to.have.length((await get(id)).version);
  });

  it('give their goods back to the order when they are cancelled', async () => {
    const { settlement, scope, confirmed, counts, parcels } = await aSettledShop();
    const id = await confirmed();
    const parcel = await settlement.createFulfilment(scope, id, PARCEL);

    await settlement.updateFulfilment(scope, parcel.id, { step: 'cancel', note: 'too heavy', version: 1 });

    expect(await counts(id)).to.deep.equal([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(await parcels(id)).to.deep.equal([{ ...parcel, state: 'cancelled', cancelledAt: NOON, note: 'too heavy', version: 2 }]);
    expect((await settlement.createFulfilment(scope, id, PARCEL)).lines).to.deep.equal(parcel.lines);
  });

  it('are refused, without any trace, for more than is left, unknown lines, carriage, and orders in other states', async () => {
    const { settlement, scope, confirmed, take, get, events, parcels, persistence } = await aSettledShop();
    const id = await confirmed();
    const parcel = await settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }] });
    const before = [await get(id), await events(id), await parcels(id)];
    const of = async (lineId: string, quantity: number) => {
      const refusal = await refusalOf(settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId, quantity }] }));
      return [refusal.code, refusal.facts];
    };

    expect(await of('a', 2)).to.deep.equal(['too_many_goods', { lineId: 'a', left: 1 }]);
    expect(await of('c', 1)).to.deep.equal(['unknown_record', { lineId: 'c' }]);
    expect(await of('z', 1)).to.deep.equal(['unknown_record', { lineId: 'z' }]);
    const late = await refusalOf(settlement.updateFulfilment(scope, parcel.id, { note: 'x', version: 7 }));
    expect([late.code, late.facts]).to.deep.equal(['stale', { version: 1 }]);
    expect((await refusalOf(settlement.updateFulfilment(scope, randomUUID(), {}))).code).to.equal('unknown_record');
    expect([await get(id), await events(id), await parcels(id)]).to.deep.equal(before);

    const cancelled = await confirmed();
    await take(cancelled, 'cancel');
    const pickup = await placed(persistence, scope);
    for (const other of [cancelled, pickup.id])
      expect((await refusalOf(settlement.createFulfilment(scope, other, PARCEL))).code).to.equal('invalid_transition');
  });

  it('are delivered with an order that is delivered as a whole, whatever was packed', async () => {
    const { settlement, scope, confirmed, take, parcels, counts } = await aSettledShop();
    const id = await confirmed();
    await settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }] });

    await take(id, 'deliver');

    expect((await parcels(id)).map(({ state, version }) => [state, version])).to.deep.equal([['delivered', 2]]);
    expect(await counts(id)).to.deep.equal([
      [2, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('are unpacked with an order that is cancelled or begun again, unless they are gone', async () => {
    const { settlement, scope, confirmed, take, parcels, counts, stock } = await aSettledShop();
    const [cancelled, reopened] = [await confirmed(), await confirmed()];
    for (const [id, step] of [
      [cancelled, 'cancel'],
      [reopened, 'reopen'],
    ] as const) {
      await settlement.createFulfilment(scope, id, PARCEL);
      await take(id, step);
      expect((await parcels(id)).map(({ state }) => state)).to.deep.equal(['cancelled']);
      expect((await counts(id))[0]).to.deep.equal([0, 0]);
    }
    expect(await stock()).to.deep.equal([SHELF, 0]);

    const gone = await confirmed();
    const parcel = await settlement.createFulfilment(scope, gone, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }], shipped: true });
    expect((await refusalOf(take(gone, 'reopen'))).facts).to.deep.equal({ status: 'shipped', fulfilmentId: parcel.id });
    await settlement.updateFulfilment(scope, parcel.id, { step: 'deliver' });
    expect((await refusalOf(take(gone, 'cancel'))).code).to.equal('invalid_transition');
    expect(await stock()).to.deep.equal([SHELF, 5]);
  });
});

describe('the returns of an order', () => {
  const delivered = async () => {
    const shop = await aSettledShop();
    const id = await shop.confirmed();
    await shop.take(id, 'deliver');
    return { ...shop, id };
  };

  it('bring what can be sold again back into stock when it is there, bundles by their parts', async () => {
    const { settlement, scope, id, stock, counts, get, returns } = await delivered();
    const announced = await settlement.createReturn(scope, id, {
      ...RETURN,
      lines: [
        { lineId: 'a', quantity: 2, condition: 'sellable' },
        { lineId: 'b', quantity: 1, condition: 'sellable' },
      ],
      reason: 'unwanted',
    });
    expect(await stock()).to.deep.equal([SHELF - 5, 0]);

    const came = [
      { lineId: 'a', quantity: 1, condition: 'damaged' },
      { lineId: 'a', quantity: 1, condition: 'sellable' },
      { lineId: 'b', quantity: 1, condition: 'sellable' },
    ] as const;
    const received = await settlement.receiveReturn(scope, announced.id, came);

    expect(received).to.deep.equal({ ...announced, state: 'received', lines: came, receivedAt: NOON, version: 2 });
    expect(await returns(id)).to.deep.equal([received]);
    expect(await stock()).to.deep.equal([SHELF - 1, 0]);
    expect(await counts(id)).to.deep.equal([
      [2, 2],
      [1, 1],
      [0, 0],
    ]);
    expect((await get(id)).status).to.equal('returned');
    expect((await refusalOf(settlement.receiveReturn(scope, announced.id, null))).code).to.equal('invalid_transition');
    expect(await stock()).to.deep.equal([SHELF - 1, 0]);
  });

  it('leave the order delivered while something of it is out', async () => {
    const { settlement, scope, id, get, stock } = await delivered();
    await settlement.createReturn(scope, id, { ...RETURN, received: true });
    expect((await get(id)).status).to.equal('delivered');
    expect(await stock()).to.deep.equal([SHELF - 4, 0]);
  });

  it('cannot be announced beyond what is out, nor received beyond what was announced', async () => {
    const { settlement, scope, id, get } = await delivered();
    const first = await settlement.createReturn(scope, id, RETURN);
    const before = await get(id);

    const two = { ...RETURN, lines: [{ lineId: 'a', quantity: 2, condition: 'sellable' }] } as const;
    const refusal = await refusalOf(settlement.createReturn(scope, id, two));
    expect([refusal.code, refusal.facts]).to.deep.equal(['too_many_goods', { lineId: 'a', left: 1 }]);
    const more = await refusalOf(settlement.receiveReturn(scope, first.id, two.lines));
    expect([more.code, more.facts]).to.deep.equal(['too_many_goods', { lineId: 'a', left: 1 }]);
    expect(await get(id)).to.deep.equal(before);

    await settlement.cancelReturn(scope, first.id);
    expect((await refusalOf(settlement.receiveReturn(scope, first.id, null))).code).to.equal('invalid_transition');
    expect((await settlement.createReturn(scope, id, two)).state).to.equal('requested');
  });

  it('are refused before anything was delivered', async () => {
    const { settlement, scope, confirmed } = await aSettledShop();
    const id = await confirmed();
    expect((await refusalOf(settlement.createReturn(scope, id, RETURN))).code).to.equal('invalid_transition');
    expect((await refusalOf(settlement.cancelReturn(scope, randomUUID()))).code).to.equal('unknown_record');
  });

  it('are received of goods that left the catalogue, of which no stock is kept any more', async () => {
    const { settlement, scope, id, persistence, returns, stock } = await delivered();
    await persistence.transact(scope, ({ products }) => products.change(scope, ['mug'], (product) => ({ ...product, deletedAt: NOON })));
    await settlement.createReturn(scope, id, { ...RETURN, received: true });
    expect((await returns(id)).map(({ state }) => state)).to.deep.equal(['received']);
    expect(await stock()).to.deep.equal([SHELF - 5, 0]);
  });
});
