import { expect } from 'chai';
import type { FakeShop } from '../support/fake-shop/fake-shop.js';
import { idsOf, read, records, within } from './shop-client.js';

async function command(shop: FakeShop, method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${shop.url}/__fake/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: answer.status, json: await answer.json() };
}

describe('Other processes', () => {
  it('edit the fake shop', () =>
    within({}, async (shop) => {
      const placed = await command(shop, 'POST', 'edits/placeOrder', [{ lines: [{ productId: 1, quantity: 2 }] }]);
      expect(placed).to.deep.equal({ status: 200, json: 41 });
      await command(shop, 'POST', 'edits/cancel', [41]);
      expect(await records(shop, 'orders?filter[id]=[41]&display=[current_state]')).to.deep.equal([{ current_state: 6 }]);
    }));

  it('set its clock, its faults, its poison and what its key may read', () =>
    within({}, async (shop) => {
      const set = await command(shop, 'POST', 'clock', { at: '2027-01-01T00:00:00Z' });
      expect(set.json).to.deep.equal({ now: '2027-01-01T00:00:00.000Z' });
      await command(shop, 'POST', 'faults', { fault: { kind: 'status', status: 502 }, times: 1 });
      expect((await read(shop, 'orders')).status).to.equal(502);
      await command(shop, 'POST', 'poison', { resource: 'orders', id: 1, spoiled: { kind: 'crash' } });
      expect((await read(shop, 'orders?display=full')).status).to.equal(500);
      await command(shop, 'DELETE', 'poison');
      expect(await idsOf(shop, 'orders?display=full')).to.have.length(40);
      await command(shop, 'POST', 'access', { readable: ['orders'] });
      expect((await read(shop, 'products')).status).to.equal(401);
    }));

  it('see what was asked of it, without its key', () =>
    within({}, async (shop) => {
      await read(shop, 'orders?limit=1&ws_key=x');
      expect((await command(shop, 'GET', 'requests')).json).to.deep.equal([
        { method: 'GET', resource: 'orders', address: '/api/orders?limit=1' },
      ]);
      await command(shop, 'DELETE', 'requests');
      expect(shop.requests).to.deep.equal([]);
    }));

  it('are told why something was not done', () =>
    within({}, async (shop) => {
      expect(await command(shop, 'POST', 'edits/constructor', [])).to.deep.equal({
        status: 400,
        json: { message: 'There is nothing to do as POST edits/constructor.' },
      });
      expect((await command(shop, 'POST', 'faults', { fault: { kind: 'flood' } })).status).to.equal(400);
      expect((await command(shop, 'POST', 'edits/cancel', [999_999])).status).to.equal(400);
    }));
});
