import { expect } from 'chai';
import { type Asked, answer, aSmallShop, errors, filtered, type SmallShop, type Visit, type VisitOptions, visiting } from './small-shop.js';
import { aCustomer, anOrder, anOrderRow, aShopProduct, aShopsTables } from './tables.js';

describe('many records of a shop', () => {
  const signal = new AbortController().signal;
  let shop: SmallShop;
  let visit: Visit;

  beforeEach(async () => {
    shop = await aSmallShop(aShopsTables());
    begin();
  });
  afterEach(async () => {
    await visit.gateways.close();
    await shop.close();
  });

  function begin(options: VisitOptions = {}): void {
    visit = visiting(shop.url, options);
  }

  function numbers(count: number): readonly string[] {
    return Array.from({ length: count }, (_, index) => String(index + 1));
  }

  function withOrders(count: number): readonly string[] {
    const ids = numbers(count);
    shop.tables['orders'] = ids.map((id) => anOrder({ id: Number(id), associations: { order_rows: [anOrderRow({ id: `9${id}` })] } }));
    shop.tables['order_details'] = ids.map((id) => ({ id: Number(`9${id}`), id_order: id, associations: { taxes: [{ id: '1' }] } }));
    return ids;
  }

  const isOrders = ({ resource, query }: Asked) => resource === 'orders' && query.has('display');

  it('cost less than 0.15 requests per order, and are in the order they were asked for', async () => {
    const ids = [...withOrders(1_000)].reverse();
    const { records } = await visit.gateway.orders(ids, signal);
    expect(records.map(({ externalId }) => externalId)).to.deep.equal(ids);
    expect(visit.gateway.requests()).to.equal(shop.asked.length);
    expect(visit.gateway.requests() / 1_000).to.be.at.most(0.15);
  });

  it('cost less than 0.1 requests per product and customer', async () => {
    const ids = numbers(500);
    shop.tables['products'] = ids.map((id) => aShopProduct({ id: Number(id) }));
    shop.tables['customers'] = ids.map((id) => aCustomer({ id: Number(id) }));
    expect((await visit.gateway.products(ids, signal)).records).to.have.length(500);
    expect(visit.gateway.requests() / 500).to.be.at.most(0.1);
    const before = visit.gateway.requests();
    expect((await visit.gateway.customers(ids, signal)).records).to.have.length(500);
    expect((visit.gateway.requests() - before) / 500).to.be.at.most(0.1);
  });

  it('are only ever asked for as a list, by values in a row: a comma would mean a range', async () => {
    await visit.gateway.orders(withOrders(3), signal);
    const asked = shop.asked.filter(isOrders);
    expect(asked.map(({ query }) => query.get('filter[id]'))).to.deep.equal(['[1|2|3]']);
    expect(shop.asked.filter(({ resource }) => resource.includes('/'))).to.deep.equal([]);
  });

  it('are each in one list, however often they are asked for', async () => {
    withOrders(2);
    const { records, gone } = await visit.gateway.orders(['2', '2', '404', '1', '404'], signal);
    expect([records.map(({ externalId }) => externalId), gone]).to.deep.equal([['2', '1'], ['404']]);
  });

  it('are gone when the shop says so twice', async () => {
    withOrders(3);
    await visit.gateway.orders(['1', '2', '404'], signal);
    expect(shop.asked.filter(isOrders).map((asked) => filtered(asked))).to.deep.equal([['1', '2', '404'], ['404']]);
  });

  it('are not gone when the shop has forgotten them once', async () => {
    withOrders(3);
    let times = 0;
    shop.trap = (asked, response) => isOrders(asked) && times++ === 0 && answer(response, 200, []);
    const { records, gone } = await visit.gateway.orders(['1', '2', '3'], signal);
    expect([records.length, gone]).to.deep.equal([3, []]);
  });

  it('that no shop can have are gone, and never asked for', async () => {
    const ids = ['', '0', 'Ada', '1|2', '1]&display=x', '-1', '12345678901'];
    expect((await visit.gateway.orders(ids, signal)).gone).to.deep.equal(ids);
    expect(shop.asked).to.deep.equal([]);
  });

  it('are read around one that the shop fails at', async () => {
    const ids = withOrders(300);
    shop.trap = (asked, response) => isOrders(asked) && filtered(asked).includes('37') && answer(response, 500, errors(3));
    const { records, faulty, gone } = await visit.gateway.orders(ids, signal);
    expect(records).to.have.length(299);
    expect(gone).to.deep.equal([]);
    expect(faulty).to.deep.equal([{ externalId: '37', reason: 'The shop fails to list orders: an error within the shop (3).' }]);
  });

  it('are read around one whose lines alone the shop fails at, wherever it is', async () => {
    const ids = withOrders(60);
    for (const poison of ['1', '30', '60']) {
      shop.trap = (asked, response) =>
        asked.resource === 'order_details' && filtered(asked, 'id_order').includes(poison) && answer(response, 500, '');
      const { records, faulty } = await visit.gateway.orders(ids, signal);
      expect(records).to.have.length(59);
      expect(faulty.map(({ externalId }) => externalId)).to.deep.equal([poison]);
    }
  });

  it('are read around several, next to each other', async () => {
    const ids = withOrders(100);
    const poison = ['1', '2', '3', '99', '100'];
    shop.trap = (asked, response) =>
      isOrders(asked) && filtered(asked).some((id) => poison.includes(id)) && answer(response, 500, errors(0));
    const { records, faulty } = await visit.gateway.orders(ids, signal);
    expect(records).to.have.length(95);
    expect(faulty.map(({ externalId }) => externalId)).to.deep.equal(poison);
  });

  it('are asked for in smaller parts when the answer is cut off, is no JSON or is too long, and in larger ones again', async () => {
    const cut = (body: string) => body.slice(0, body.length / 2);
    for (const spoil of [cut, (body: string) => `<br />\n<b>Notice</b>: x${body}`.slice(7), (body: string) => body.padEnd(300_000)]) {
      await visit.gateways.close();
      begin({ bodyBytesMax: 200_000 });
      const ids = withOrders(100);
      shop.asked.length = 0;
      shop.trap = (asked, response) => {
        const rows = (shop.tables['orders'] ?? []).filter(({ id }) => filtered(asked).includes(String(id)));
        return isOrders(asked) && rows.length > 12 && answer(response, 200, spoil(JSON.stringify({ orders: rows })));
      };
      expect((await visit.gateway.orders(ids, signal)).records).to.have.length(100);
      const sizes = shop.asked.filter(isOrders).map((asked) => filtered(asked).length);
      expect(sizes.slice(0, 6)).to.deep.equal([100, 50, 25, 12, 24, 12]);
    }
  });

  it('are asked for in smaller parts when the shop takes too long', async () => {
    await visit.gateways.close();
    begin({ timeoutMs: 300 });
    const ids = withOrders(8);
    shop.trap = (asked) => isOrders(asked) && filtered(asked).length > 4;
    expect((await visit.gateway.orders(ids, signal)).records).to.have.length(8);
  });

  it('are asked for in smaller parts when a server finds the address too long', async () => {
    const ids = withOrders(40);
    shop.trap = (asked, response) => filtered(asked).length > 10 && answer(response, 414, '<html>');
    expect((await visit.gateway.orders(ids, signal)).records).to.have.length(40);
  });

  it('are a fault of the shop, not of the record, when it fails whatever it is asked', async () => {
    const ids = withOrders(3);
    shop.trap = ({ resource }, response) => resource === 'orders' && answer(response, 500, errors(3));
    const fault = await visit.gateway.orders(ids, signal).catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unreachable' });
  });

  it('are a fault of the shop when it fails at what all of them refer to', async () => {
    const ids = withOrders(3);
    shop.trap = ({ resource }, response) => resource === 'currencies' && answer(response, 500, errors(3));
    const fault = await visit.gateway.orders(ids, signal).catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unreachable' });
    expect(shop.asked.filter(isOrders)).to.have.length(1);
  });

  it('are believed for some minutes in what they refer to, and then asked for again', async () => {
    const ids = withOrders(1);
    const states = () => shop.asked.filter(({ resource }) => resource === 'order_states').length;
    await visit.gateway.orders(ids, signal);
    await visit.gateway.orders(ids, signal);
    expect(states()).to.equal(1);
    visit.clock.advance(301_000);
    await visit.gateway.orders(ids, signal);
    expect(states()).to.equal(2);
  });
});
