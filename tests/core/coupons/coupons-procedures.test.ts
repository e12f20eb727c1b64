import { couponsRouter } from '@comptoir/core/coupons/coupons-procedures.js';
import { readCsv } from '@comptoir/core/kit/csv.js';
import { expect } from 'chai';
import { aCategory, aProduct, minutesAfter, NOON } from '../../suites/builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { aRedemption } from '../../suites/reference-builders.js';
import { confirmedIn } from '../../suites/settlement-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const LINE = { productId: 'bol', categoryId: 'table', totalCents: 2000 };

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { scope } = organisation;
  await bench.persistence.transact(scope, async ({ categories, products }) => {
    await categories.create(scope, aCategory({ id: 'table' }));
    await products.create(scope, [aProduct({ id: 'bol', categoryId: 'table' })]);
  });
  const { call } = await organisation.joinAs('manager');
  const coupons = callsOf('coupons', couponsRouter());
  const redeem = (couponId: string, changes: Parameters<typeof aRedemption>[1] = {}) =>
    bench.persistence.transact(scope, (stores) => stores.coupons.redeem(scope, aRedemption(couponId, changes)));
  /** Why a coupon with these terms does not count for the order; what it takes off where it does. */
  const outcome = async (terms: object, order: object = {}): Promise<unknown> => {
    const { id } = await coupons('create', call, { code: 'ESSAI', kind: 'percent', value: 1000, ...terms });
    try {
      return (await coupons('validate', call, { code: 'essai', lines: [LINE], ...order })).discountCents;
    } catch (error) {
      return error instanceof Error && 'facts' in error ? error.facts : error;
    } finally {
      await coupons('delete', call, { id });
    }
  };
  return { ...bench, scope, call, coupons, redeem, outcome };
}

describe('the coupons router', () => {
  it('says what a coupon takes off an order, however its code is written', async () => {
    const { call, coupons } = await aShop();
    await coupons('create', call, { code: 'ete-26', kind: 'percent', value: 1000, minimumCents: 2000 });

    const answer = await coupons('validate', call, { code: ' Ete 26', lines: [LINE] });

    expect([answer.coupon.code, answer.discountCents, answer.lineDiscountsCents]).to.deep.equal(['ETE-26', 200, [200]]);
    expect((await refusalOf(coupons('validate', call, { code: 'autre', lines: [LINE] }))).code).to.equal('unknown_record');
  });

  it('says why a coupon does not count for an order', async () => {
    const { outcome } = await aShop();
    const [before, after] = [minutesAfter(NOON, -1), minutesAfter(NOON, 1)];

    expect(await outcome({ active: false })).to.deep.equal({ reason: 'inactive' });
    expect(await outcome({ validFrom: after })).to.deep.equal({ reason: 'not_yet', validFrom: after.toISOString() });
    expect(await outcome({ validTo: NOON })).to.deep.equal({ reason: 'expired', validTo: NOON.toISOString() });
    expect(await outcome({ validFrom: before, validTo: after })).to.equal(200);
    expect(await outcome({ minimumCents: 2001 })).to.deep.equal({ reason: 'minimum', minimumCents: 2001 });
    expect(await outcome({ productIds: ['bol'] }, { lines: [{ ...LINE, productId: 'x' }] })).to.deep.equal({ reason: 'not_for_items' });
    expect(await outcome({ categoryIds: ['table'] }, { lines: [{ ...LINE, productId: 'x' }] })).to.equal(200);
    expect(await outcome({}, { lines: [] })).to.deep.equal({ reason: 'not_for_items' });
    expect(await outcome({ firstOrderOnly: true })).to.deep.equal({ reason: 'client_needed' });
    expect(await outcome({ firstOrderOnly: true }, { clientId: 'ada', clientOrders: 1 })).to.deep.equal({ reason: 'first_order' });
    expect(await outcome({ firstOrderOnly: true }, { clientId: 'ada' })).to.equal(200);
    expect(await outcome({ limitPerClient: 1 })).to.deep.equal({ reason: 'client_needed' });
  });

  it('counts the orders of a client itself where it knows them, whatever the caller says', async () => {
    const { outcome, persistence, scope } = await aShop();
    const [regular, fresh] = [aClient(), aClient()];
    await persistence.transact(scope, ({ clients }) => clients.create(scope, [regular, fresh], aClientEvent({ kind: 'created' })));
    await confirmedIn(persistence, scope, { clientId: regular.id });

    const first = { firstOrderOnly: true };
    expect(await outcome(first, { clientId: regular.id, clientOrders: 0 })).to.deep.equal({ reason: 'first_order' });
    expect(await outcome(first, { clientId: fresh.id, clientOrders: 7 })).to.equal(200);
  });

  it('counts beside another coupon only where both say so', async () => {
    const { call, coupons, outcome } = await aShop();
    await coupons('create', call, { code: 'SEUL', kind: 'amount', value: 100 });
    await coupons('create', call, { code: 'AUSSI', kind: 'amount', value: 100, stackable: true });

    expect(await outcome({ stackable: true }, { otherCodes: ['seul'] })).to.deep.equal({ reason: 'not_stackable' });
    expect(await outcome({ stackable: false }, { otherCodes: ['aussi'] })).to.deep.equal({ reason: 'not_stackable' });
    expect(await outcome({ stackable: true }, { otherCodes: ['aussi'] })).to.equal(200);
    expect(await outcome({ stackable: false }, { otherCodes: ['nulle-part'] })).to.equal(200);
  });

  it('counts no more once it was used as often as it may be, by anybody and by one client', async () => {
    const { call, coupons, redeem } = await aShop();
    const { id } = await coupons('create', call, { code: 'DEUX', kind: 'amount', value: 100, limit: 2, limitPerClient: 1 });
    const reason = async (clientId: string) =>
      (await refusalOf(coupons('validate', call, { code: 'deux', lines: [LINE], clientId }))).facts['reason'];

    await redeem(id, { clientId: 'ada' });
    expect(await reason('ada')).to.equal('client_limit');
    await redeem(id, { clientId: 'bob' });
    expect(await reason('eve')).to.equal('limit');
  });

  it('refuses values that fit no kind, and products and categories that are not there', async () => {
    const { call, coupons } = await aShop();
    const codeOf = async (terms: object) => (await refusalOf(coupons('create', call, { code: 'ESSAI', ...terms } as never))).code;

    expect(await codeOf({ kind: 'percent', value: 10_001 })).to.equal('invalid_request');
    expect(await codeOf({ kind: 'percent', value: 0 })).to.equal('invalid_request');
    expect(await codeOf({ kind: 'freeShipping', value: 1 })).to.equal('invalid_request');
    expect(await codeOf({ kind: 'amount', value: 100, code: 'é!' })).to.equal('invalid_request');
    expect(await codeOf({ kind: 'amount', value: 100, productIds: ['nothing'] })).to.equal('unknown_item');
    expect(await codeOf({ kind: 'amount', value: 100, categoryIds: ['nothing'] })).to.equal('unknown_category');
  });

  it('checks what a coupon would become, and that it is the version that was seen', async () => {
    const { call, coupons } = await aShop();
    const { id } = await coupons('create', call, { code: 'ESSAI', kind: 'amount', value: 50_000, validTo: NOON });
    const update = (patch: object) => coupons('update', call, { id, ...patch });

    expect((await refusalOf(update({ kind: 'percent' }))).code).to.equal('invalid_request');
    expect((await refusalOf(update({ validFrom: minutesAfter(NOON, 1) }))).code).to.equal('invalid_request');
    const after = await update({ kind: 'percent', value: 500, validTo: null, version: 1 });
    expect([after.kind, after.value, after.validTo, after.version]).to.deep.equal(['percent', 500, null, 2]);
    expect((await refusalOf(update({ active: false, version: 1 }))).code).to.equal('stale');
  });

  it('makes a batch of unguessable codes that are redeemed once each, and exports it', async () => {
    const { call, coupons } = await aShop();

    const { batchId, count } = await coupons('generateBatch', call, {
      prefix: 'noel',
      count: 250,
      kind: 'amount',
      value: 500,
      description: '=1+1',
    });

    expect(count).to.equal(250);
    const { text } = await coupons('exportBatch', call, { batchId });
    const [head, ...rows] = readCsv(text).records.map(({ cells }) => cells);
    expect(head?.slice(0, 3)).to.deep.equal(['code', 'kind', 'value']);
    expect(new Set(rows.map(([code]) => code)).size).to.equal(250);
    expect(rows[0]?.at(-1)).to.equal("'=1+1");
    const { items } = await coupons('list', call, { batchId, pageSize: 1 });
    expect([items[0]?.limit, items[0]?.code.startsWith('NOEL-')]).to.deep.equal([1, true]);
    expect((await refusalOf(coupons('exportBatch', call, { batchId: 'nothing' }))).code).to.equal('unknown_record');
    expect((await refusalOf(coupons('generateBatch', call, { count: 10_001, kind: 'amount', value: 1 }))).code).to.equal('invalid_request');
  });

  it('shows what was redeemed and how much it cost', async () => {
    const { call, coupons, redeem } = await aShop();
    const { id } = await coupons('create', call, { code: 'ESSAI', kind: 'amount', value: 100 });
    await redeem(id, { orderId: 'o1', clientId: 'ada', amountCents: 100 });
    await redeem(id, { orderId: 'o2', amountCents: 70, at: minutesAfter(NOON, 1) });

    const { items } = await coupons('redemptions', call, { couponId: id });
    expect(items.map(({ orderId, amountCents }) => [orderId, amountCents])).to.deep.equal([
      ['o2', 70],
      ['o1', 100],
    ]);
    const figures = await coupons('statistics', call, { couponId: id });
    expect([figures.redemptions, figures.discountCents, figures.clients]).to.deep.equal([2, 170, 1]);
    expect((await coupons('get', call, { id })).redeemedCents).to.equal(170);
    expect((await refusalOf(coupons('delete', call, { id }))).code).to.equal('in_use');
  });
});
