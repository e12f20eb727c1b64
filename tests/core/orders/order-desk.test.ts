import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { type AnyProcedure, internalCall, type Permission } from '@comptoir/core/kit/procedure.js';
import { FORGOTTEN_REASON, forgottenBefore } from '@comptoir/core/orders/forgotten-orders.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { anEvent, anItem, anOrder, aVariant, DAY_MS, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { aClient, aClientEvent, anAddress } from '../../suites/client-builders.js';
import { aCoupon } from '../../suites/reference-builders.js';
import { aRecordedPayment, aReturn } from '../../suites/settlement-builders.js';
import { aUnit, levelIn, onTheShelf } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall, aRestaurant } from '../support.js';

const router: Readonly<Record<string, AnyProcedure>> = ordersRouter();
const ITEMS = [
  anItem({ id: 'mug', name: 'Mug', priceCents: 1250, manageStock: true }),
  anItem({ id: 'shirt', name: 'Shirt', variants: [aVariant({ id: 'l', name: 'L', priceCents: 2000 })] }),
  anItem({ id: 'gift', name: '=Gift', priceCents: 300, visible: false }),
];

/** A shop with ten mugs, and whoever works there. */
async function aDesk() {
  const bench = aBench();
  const features = { ...SITE_DEFAULTS.features, stock: true };
  const { scope } = await aRestaurant(bench, { trade: 'shop', features }, { items: ITEMS });
  await onTheShelf(bench.persistence, scope, [aUnit('mug')], 10);
  const call = (name: string, input: unknown = {}, permissions: readonly Permission[] | null = null) => {
    const procedure = router[name];
    if (procedure === undefined) throw new Error(`There is no orders.${name}.`);
    const context =
      permissions === null ? internalCall(bench.services, scope) : aCall(bench.services, { site: scope, permissions: [...permissions] });
    return callProcedure(`orders.${name}`, procedure, context, input);
  };
  const reserved = async () => (await levelIn(bench.persistence, scope, aUnit('mug'))).reserved;
  const events = async (id: string) => (await bench.services.views.orders.events(scope, id)).map(({ kind, status }) => `${kind} ${status}`);
  return { ...bench, scope, call, reserved, events };
}

describe('the order desk', () => {
  it('writes an order down at the prices of the catalogue, hidden things too, and promises its goods at once', async () => {
    const { call, reserved, events } = await aDesk();

    const order = await call('create', {
      items: [{ productId: 'mug', quantity: 2 }, { productId: 'shirt', variantId: 'l' }, { productId: 'gift' }],
      customLines: [{ name: 'Gravure', unitPriceCents: 500, taxBasisPoints: 2000 }],
      shipping: { name: 'Colissimo', priceCents: 690, taxBasisPoints: 2000 },
    });

    expect(order).to.include({ channel: 'backoffice', status: 'confirmed', number: '001', serviceDay: '2026-06-16', version: 1 });
    expect(
      order.lines.map((line: { name: string; kind: string; totalCents: number }) => [line.name, line.kind, line.totalCents]),
    ).to.deep.equal([
      ['Mug', 'item', 2500],
      ['Shirt', 'item', 2000],
      ['=Gift', 'item', 300],
      ['Gravure', 'custom', 500],
      ['Colissimo', 'shipping', 690],
    ]);
    expect([order.totalCents, await reserved()]).to.deep.equal([5990, 2]);
    expect(await events(order.id)).to.deep.equal(['created confirmed']);
  });

  it('changes what is in an order while it is a draft, and never after', async () => {
    const { call, reserved } = await aDesk();
    const draft = await call('createDraft', { items: [{ productId: 'mug', quantity: 2 }] });
    expect(await reserved()).to.equal(0);

    const more = await call('addItem', { id: draft.id, version: 1, productId: 'gift', quantity: 3 });
    const fewer = await call('updateItem', { id: draft.id, lineId: draft.lines[0].id, quantity: 1 });
    expect([more.totalCents, fewer.totalCents]).to.deep.equal([3400, 2150]);
    expect((await refusalOf(call('addItem', { id: draft.id, version: 1, productId: 'gift' }))).code).to.equal('stale');
    expect((await refusalOf(call('addItem', { id: draft.id, productId: 'gone' }))).code).to.equal('unknown_item');
    expect((await refusalOf(call('addItem', { id: draft.id, productId: 'shirt' }))).code).to.equal('unknown_item');
    expect((await refusalOf(call('removeItem', { id: draft.id, lineId: 'none' }))).code).to.equal('unknown_record');

    await call('confirm', { id: draft.id });
    expect(await reserved()).to.equal(1);
    for (const [name, input] of [
      ['addItem', { productId: 'gift' }],
      ['removeItem', { lineId: draft.lines[0].id }],
      ['applyDiscount', { discount: { kind: 'percent', value: 500, label: 'L' } }],
      ['setClient', { clientId: null }],
      ['setDeliveryAddress', { address: null }],
    ] as const) {
      const { code, facts } = await refusalOf(call(name, { id: draft.id, ...input }));
      expect([code, facts.status], name).to.deep.equal(['invalid_transition', 'confirmed']);
    }
    await call('reopen', { id: draft.id });
    expect((await call('removeItem', { id: draft.id, lineId: draft.lines[0].id })).totalCents).to.equal(900);
    expect(await reserved()).to.equal(0);
  });

  it('copies whom it is for, following a merged client to the one it became', async () => {
    const { call, scope, persistence } = await aDesk();
    const address = anAddress();
    const into = aClient({ email: 'ada@example.test', addresses: [address], billingAddressId: address.id });
    const merged = aClient({ mergedInto: into.id });
    await persistence.transact(scope, ({ clients }) => clients.create(scope, [into, merged], aClientEvent()));
    const { id: _id, label: _label, ...billed } = address;
    const draft = await call('createDraft', { items: [{ productId: 'gift' }] });
    expect(draft.customer.name).to.equal('–');

    const order = await call('setClient', { id: draft.id, clientId: merged.id });

    expect(order).to.deep.include({ clientId: into.id, billingAddress: billed, deliveryAddress: billed });
    expect(order.customer).to.deep.equal({ name: 'Ada Lovelace', phone: into.phone, email: 'ada@example.test' });
    expect((await refusalOf(call('setClient', { id: draft.id, clientId: 'nobody' }))).code).to.equal('unknown_record');
    expect((await call('setClient', { id: draft.id, clientId: null })).customer.name).to.equal('–');
  });

  it('redeems a coupon when the order is confirmed, and gives it back when it is reopened or cancelled', async () => {
    const { call, scope, persistence, services } = await aDesk();
    const coupon = aCoupon({ code: 'UNE-FOIS', kind: 'percent', value: 1000, limit: 1, productIds: ['mug'] });
    await persistence.transact(scope, ({ coupons }) => coupons.create(scope, coupon));
    const used = async () => (await services.views.coupons.get(scope, coupon.id))?.redeemed;
    const one = await call('createDraft', { items: [{ productId: 'mug' }, { productId: 'gift' }], couponCode: 'une fois' });
    expect([one.totalCents, one.discounts[0].coupon.code, await used()]).to.deep.equal([1425, 'UNE-FOIS', 0]);
    const second = await call('createDraft', { items: [{ productId: 'mug' }] });
    await call('applyCoupon', { id: second.id, code: 'UNEFOIS' });

    await call('confirm', { id: one.id });
    expect(await used()).to.equal(1);
    const refusal = await refusalOf(call('confirm', { id: second.id }));
    expect([refusal.code, refusal.facts.reason]).to.deep.equal(['coupon_refused', 'limit']);
    await call('reopen', { id: one.id });
    expect(await used()).to.equal(0);
    await call('confirm', { id: one.id });
    await call('cancel', { id: one.id });
    await call('confirm', { id: second.id });

    expect(await used()).to.equal(1);
    expect((await refusalOf(call('removeCoupon', { id: second.id, code: 'UNE-FOIS' }))).code).to.equal('invalid_transition');
    await call('reopen', { id: second.id });
    expect((await refusalOf(call('applyCoupon', { id: second.id, code: 'une-fois' }))).code).to.equal('duplicate');
    expect((await call('addItem', { id: second.id, productId: 'gift' })).totalCents).to.equal(1425);
    expect((await call('removeCoupon', { id: second.id, code: 'une fois' })).totalCents).to.equal(1550);
  });

  it('lets prices be set by those alone who may', async () => {
    const { call } = await aDesk();
    const clerk = ['orders:create'] as const;
    const cheap = { items: [{ productId: 'mug', unitPriceCents: 1 }] };

    expect((await refusalOf(call('createDraft', cheap, clerk))).code).to.equal('forbidden');
    expect((await call('createDraft', cheap, [...clerk, 'orders:discount'])).totalCents).to.equal(1);
    const { id } = await call('createDraft', { items: [{ productId: 'mug' }] }, clerk);
    expect((await refusalOf(call('addItem', { id, productId: 'gift', unitPriceCents: 0 }, clerk))).code).to.equal('forbidden');
    expect((await refusalOf(call('applyDiscount', { id, discount: { kind: 'amount', value: 1, label: 'L' } }, clerk))).code).to.equal(
      'forbidden',
    );
    expect((await call('updateItem', { id, lineId: (await call('get', { id })).lines[0].id, quantity: 2 }, clerk)).totalCents).to.equal(
      2500,
    );
  });

  it('takes an order apart and together again: cents and pieces stay what they were', async () => {
    const { call, reserved, events, scope, persistence } = await aDesk();
    const client = aClient();
    await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent()));
    const draft = await call('createDraft', { clientId: client.id, items: [{ productId: 'mug', quantity: 3 }, { productId: 'gift' }] });
    await call('applyDiscount', { id: draft.id, discount: { kind: 'amount', value: 1000, label: 'Geste' } });
    const whole = await call('confirm', { id: draft.id });

    const { order, newOrder } = await call('split', { id: draft.id, lines: [{ lineId: whole.lines[0].id, quantity: 1 }] });

    expect([order.totalCents + newOrder.totalCents, await reserved()]).to.deep.equal([whole.totalCents, 3]);
    expect(newOrder).to.deep.include({ status: 'confirmed', clientId: client.id, number: '002', version: 1 });
    expect(await events(newOrder.id)).to.deep.equal(['split confirmed']);
    const merged = await call('merge', { id: order.id, fromIds: [newOrder.id] });
    expect([merged.totalCents, await reserved()]).to.deep.equal([whole.totalCents, 3]);
    const given = await call('get', { id: newOrder.id });
    expect([given.status, await events(newOrder.id)]).to.deep.equal(['cancelled', ['split confirmed', 'merged cancelled']]);
    const timeline = await call('timeline', { id: newOrder.id });
    expect(timeline.items[0].data).to.deep.equal({ into: order.id });
    await call('cancel', { id: order.id });
    expect(await reserved()).to.equal(0);
  });

  it('leaves orders as they are where money, or somebody else, hangs on them', async () => {
    const { call, scope, persistence } = await aDesk();
    const [one, other] = [
      await call('create', { items: [{ productId: 'mug' }, { productId: 'gift' }] }),
      await call('create', { items: [{ productId: 'mug' }] }),
    ];
    expect((await refusalOf(call('merge', { id: one.id, fromIds: [other.id] }))).code).to.equal('invalid_request');
    await persistence.transact(scope, ({ orders }) =>
      orders.change(scope, one.id, (order) => ({
        order: { ...order, paidCents: 100, version: order.version + 1 },
        event: anEvent('confirmed', { kind: 'payment' }),
      })),
    );
    expect((await refusalOf(call('split', { id: one.id, lines: [{ lineId: one.lines[0].id, quantity: 1 }] }))).code).to.equal('in_use');
    expect((await refusalOf(call('split', { id: other.id, lines: [{ lineId: other.lines[0].id, quantity: 1 }] }))).code).to.equal(
      'invalid_request',
    );
    expect((await refusalOf(call('delete', { id: other.id }))).code).to.equal('invalid_transition');
  });

  it('leaves orders as they are while money is promised or a return is announced', async () => {
    const { call, scope, persistence } = await aDesk();
    const client = aClient();
    await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent()));
    const anOrderOfTwo = () => call('create', { clientId: client.id, items: [{ productId: 'mug' }, { productId: 'gift' }] });
    const promised = await anOrderOfTwo();
    const announced = await anOrderOfTwo();
    const free = await anOrderOfTwo();
    const payment = aRecordedPayment(promised.id, { status: 'authorized', capturedAt: null });
    const goodsReturn = aReturn(announced.id);
    await persistence.transact(scope, async ({ settlement }) => {
      await settlement.addPayment(scope, payment);
      await settlement.addReturn(scope, goodsReturn);
    });
    const split = ({ id, lines }: typeof promised) => call('split', { id, lines: [{ lineId: lines[0].id, quantity: 1 }] });

    for (const held of [promised, announced]) {
      expect((await refusalOf(split(held))).code).to.equal('in_use');
      expect((await refusalOf(call('merge', { id: held.id, fromIds: [free.id] }))).code).to.equal('in_use');
      expect((await refusalOf(call('merge', { id: free.id, fromIds: [held.id] }))).code).to.equal('in_use');
    }

    await persistence.transact(scope, async ({ settlement }) => {
      await settlement.updatePayment(scope, { ...payment, status: 'voided', voidedAt: NOON });
      await settlement.updateReturn(scope, { ...goodsReturn, state: 'cancelled' });
    });
    await split(promised);
    expect((await call('merge', { id: free.id, fromIds: [announced.id] })).lines).to.have.length(4);
  });

  it('copies an order of any channel at the prices of now, without what is gone', async () => {
    const { call, scope, persistence, services } = await aDesk();
    const original = await call('create', { items: [{ productId: 'mug' }, { productId: 'gift' }] });
    await persistence.transact(scope, ({ products }) =>
      products.change(scope, ['mug', 'gift'], (item) => (item.id === 'mug' ? { ...item, priceCents: 1300 } : { ...item, deletedAt: NOON })),
    );

    const copy = await call('duplicate', { id: original.id });

    expect([copy.status, copy.totalCents]).to.deep.equal(['draft', 1300]);
    expect((await services.views.orders.get(scope, copy.id))?.dropped).to.deep.equal(['gift']);
  });

  it('deletes a draft, and finds an order by its number', async () => {
    const { call } = await aDesk();
    const draft = await call('createDraft', { items: [{ productId: 'mug' }] });
    expect((await call('getByNumber', { number: '001' })).id).to.equal(draft.id);
    expect((await call('getByNumber', { number: 1, serviceDay: '2026-06-16' })).id).to.equal(draft.id);
    await call('delete', { id: draft.id, version: 1 });
    expect((await refusalOf(call('getByNumber', { number: 1 }))).code).to.equal('unknown_order');
    expect((await refusalOf(call('timeline', { id: draft.id }))).code).to.equal('unknown_order');
  });

  it('takes a step of many orders, each on its own, and writes down who did', async () => {
    const { call, services, scope } = await aDesk();
    const [mugs, many] = [
      await call('createDraft', { items: [{ productId: 'mug' }] }),
      await call('createDraft', { items: [{ productId: 'mug', quantity: 99 }] }),
    ];

    const outcomes = await call('bulkSetStatus', { ids: [many.id, 'none', mugs.id], step: 'confirm' });

    expect(outcomes.map((one: { done: boolean; status: string; error: string }) => [one.done, one.status, one.error])).to.deep.equal([
      [false, null, 'sold_out'],
      [false, null, 'unknown_order'],
      [true, 'confirmed', null],
    ]);
    const { items } = await services.views.audit.list(scope, { page: 1, pageSize: 20 });
    expect(items.filter(({ action }) => action === 'orders.bulkSetStatus').map(({ subjectId }) => subjectId)).to.deep.equal([mugs.id]);
  });

  it('adds up what was ordered by day, channel and state, and writes orders as a table that no spreadsheet calculates', async () => {
    const { call } = await aDesk();
    await call('create', { items: [{ productId: 'mug', quantity: 2 }], customer: { name: '=1+1' } });
    await call('createDraft', { items: [{ productId: 'gift' }] });

    const stats = await call('getStats');
    expect(stats).to.deep.include({
      ...{ from: '2026-05-18', to: '2026-06-16', timezone: 'Europe/Paris', orders: 2, turnoverCents: 2500 },
      byDay: [{ day: '2026-06-16', orders: 2, turnoverCents: 2500 }],
      topItems: [{ itemId: 'mug', name: 'Mug', quantity: 2, totalCents: 2500 }],
    });
    expect((await refusalOf(call('getStats', { from: '2020-01-01' }))).code).to.equal('invalid_request');
    const { text, orders, nextCursor } = await call('exportCsv', { limit: 1, status: 'confirmed' });
    expect([orders, nextCursor]).to.deep.equal([1, null]);
    expect(text)
      .to.match(/^id,number,/)
      .and.include(",'=1+1,")
      .and.include(',25.00,');
  });
});

describe('orders that nobody sealed', () => {
  async function aForgottenParcel() {
    const desk = await aDesk();
    const { id } = await desk.call('create', { items: [{ productId: 'mug', quantity: 2 }] });
    await desk.call('ship', { id });
    return { ...desk, id };
  }

  it('are sealed at 12:01 of the day after, once, and as somebody who is not a person', async () => {
    const { clock, services, scope, id, persistence } = await aForgottenParcel();
    const status = async () => (await services.views.orders.get(scope, id))?.status;

    for (const hours of [1, 13, 22]) {
      clock.set(new Date(NOON.getTime() + hours * HOUR_MS));
      expect(await services.forgottenOrders.sealDaily(), `${hours} h`).to.equal(0);
    }
    clock.set(minutesAfter(new Date(NOON.getTime() + DAY_MS), 1));
    expect([await services.forgottenOrders.sealDaily(), await status()]).to.deep.equal([1, 'delivered']);
    expect(await services.forgottenOrders.sealDaily()).to.equal(0);

    const last = (await services.views.orders.events(scope, id)).at(-1);
    expect([last?.actor, last?.reason]).to.deep.equal(['system:sealing', FORGOTTEN_REASON]);
    const { stock, reserved } = await levelIn(persistence, scope, aUnit('mug'));
    expect([stock, reserved]).to.deep.equal([8, 0]);
  });

  it('are found by the first run after a pause, whatever the time of day', async () => {
    const { clock, services } = await aForgottenParcel();
    clock.set(new Date(NOON.getTime() + 2 * DAY_MS - 6 * HOUR_MS));
    expect(await services.forgottenOrders.sealDaily()).to.equal(1);
  });

  it('are listed and sealed when somebody asks, those that cannot be sealed apart', async () => {
    const { call, clock, services, scope, persistence, id } = await aForgottenParcel();
    const unpaid = await persistence.transact(scope, ({ orders }) =>
      orders.place(
        scope,
        anOrder(scope, { channel: 'boutique', status: 'ready', pickupAt: NOON, payment: { method: 'card', status: 'pending' } }),
        anEvent('ready'),
      ),
    );
    clock.advance(HOUR_MS);
    expect((await call('listUnsealed')).total).to.equal(2);
    expect((await call('listUnsealed', { before: NOON })).total).to.equal(0);
    expect(await call('sealAll')).to.deep.equal({ sealed: [], refused: [], more: false });

    const { sealed, refused } = await call('sealAll', { before: clock.now() });

    expect([sealed, refused]).to.deep.equal([[id], [{ id: unpaid?.order.id, code: 'payment_pending' }]]);
    const { items } = await services.views.audit.list(scope, { page: 1, pageSize: 20 });
    expect(items.filter(({ action }) => action === 'orders.sealAll').map(({ subjectId }) => subjectId)).to.deep.equal([id]);
  });

  it('are those of before the last day whose 12:01 has struck, in the zone of the establishment', () => {
    const startOf = (at: string, timezone: string) => forgottenBefore({ timezone }, new Date(at)).toISOString();
    expect(startOf('2026-06-16T10:00:00Z', 'Europe/Paris')).to.equal('2026-06-14T22:00:00.000Z');
    expect(startOf('2026-06-16T10:01:00Z', 'Europe/Paris')).to.equal('2026-06-15T22:00:00.000Z');
    expect(startOf('2026-06-16T10:01:00Z', 'America/New_York')).to.equal('2026-06-15T04:00:00.000Z');
    expect(startOf('2026-03-29T10:01:00Z', 'Europe/Paris')).to.equal('2026-03-28T23:00:00.000Z');
  });
});
