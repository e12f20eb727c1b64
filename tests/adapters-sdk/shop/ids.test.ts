import { expect } from 'chai';
import { answer, aSmallShop, errors, type SmallShop, type Visit, visiting } from './small-shop.js';
import { aCustomer, anAddress, anOrder, aShopsTables } from './tables.js';

describe('ids of what changed in a shop', () => {
  const signal = new AbortController().signal;
  let shop: SmallShop;
  let visit: Visit;

  beforeEach(async () => {
    shop = await aSmallShop(aShopsTables());
    visit = visiting(shop.url);
  });
  afterEach(async () => {
    await visit.gateways.close();
    await shop.close();
  });

  const since = new Date('2026-07-02T07:30:15Z');
  const changedAt = (...pairs: readonly (readonly [number, string])[]) => {
    shop.tables['orders'] = pairs.map(([id, date_upd]) => anOrder({ id, date_upd }));
  };

  it('are sorted by number here, because some shops cannot', async () => {
    changedAt([100, '2026-07-02 10:00:00'], [9, '2026-07-02 11:00:00'], [20, '2026-07-02 09:30:15']);
    expect(await visit.gateway.ids('orders', since, signal)).to.deep.equal(['9', '20', '100']);
    expect(shop.asked.filter(({ query }) => query.has('sort') || query.has('limit') || query.has('offset'))).to.deep.equal([]);
  });

  it('are asked for with the flag without which dates are refused', async () => {
    await visit.gateway.ids('orders', since, signal);
    const asked = shop.asked.find(({ resource }) => resource === 'orders');
    expect(asked?.query.get('date')).to.equal('1');
    expect(asked?.query.get('filter[date_upd]')).to.match(/^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,9999-12-31 23:59:59\]$/);
    expect(asked?.query.has('display')).to.equal(false);
  });

  it('hold what changed at that very moment, and what is dated ahead', async () => {
    changedAt([1, '2026-07-02 09:30:15'], [2, '2031-01-01 00:00:00'], [3, '2026-06-29 00:00:00']);
    expect(await visit.gateway.ids('orders', since, signal)).to.deep.equal(['1', '2']);
  });

  it('hold what a shop has written whose clock is two days behind', async () => {
    changedAt([1, '2026-07-01 09:00:00']);
    const behind = visiting(shop.url, { now: new Date('2026-07-03T09:00:00Z') });
    shop.trap = (_, response) => {
      response.setHeader('Date', 'Wed, 01 Jul 2026 09:00:00 GMT');
      return false;
    };
    expect(await behind.gateway.ids('orders', new Date('2026-07-03T08:00:00Z'), signal)).to.deep.equal(['1']);
    // A gateway that is opened later knows of the clock without having asked itself.
    const later = behind.gateways.open({ url: shop.url, key: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345' });
    expect(await later.ids('orders', new Date('2026-07-03T08:00:00Z'), signal)).to.deep.equal(['1']);
    await behind.gateways.close();
  });

  it('are all of them without a moment', async () => {
    changedAt([2, '2001-01-01 00:00:00'], [1, '0000-00-00 00:00:00']);
    expect(await visit.gateway.ids('orders', null, signal)).to.deep.equal(['1', '2']);
  });

  it('are none in both shapes of an empty list', async () => {
    changedAt();
    expect(await visit.gateway.ids('orders', since, signal)).to.deep.equal([]);
    shop.trap = ({ resource }, response) => resource === 'orders' && answer(response, 200, { orders: [] });
    expect(await visit.gateway.ids('orders', since, signal)).to.deep.equal([]);
  });

  it('hold customers whose address alone has changed', async () => {
    shop.tables['customers'] = [aCustomer({ date_upd: '2020-01-01 00:00:00' })];
    shop.tables['addresses'] = [anAddress(), anAddress({ id: 5, id_customer: '0' })];
    expect(await visit.gateway.ids('customers', since, signal)).to.deep.equal(['7']);
    shop.trap = ({ resource }, response) => resource === 'addresses' && answer(response, 401, errors(26));
    expect(await visit.gateway.ids('customers', since, signal)).to.deep.equal([]);
  });

  it('are never guessed from a list without numbers', async () => {
    shop.tables['orders'] = [{ id: 1 }, { id: 'x' }];
    const fault = await visit.gateway.ids('orders', null, signal).catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unusable' });
  });
});
