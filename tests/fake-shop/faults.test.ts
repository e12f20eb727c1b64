import { expect } from 'chai';
import type { Fault } from '../support/fake-shop/faults/fault.js';
import { codesOf, idsOf, read, records, within } from './shop-client.js';

const once = (fault: Fault) => ({ fault, times: 1 });

describe('Faults of the fake shop', () => {
  it('answers with a status and says when to come again, once, for one resource', () =>
    within({}, async (shop) => {
      shop.faults.add({ ...once({ kind: 'status', status: 429, retryAfter: '7' }), resource: 'orders' });
      expect((await read(shop, 'products?limit=1')).status).to.equal(200);
      const refused = await read(shop, 'orders');
      expect([refused.status, refused.headers.get('retry-after'), refused.text]).to.deep.equal([429, '7', '']);
      expect((await read(shop, 'orders')).status).to.equal(200);
    }));

  it('lets requests pass first, and looks at the address', () =>
    within({}, async (shop) => {
      shop.faults.add({ fault: { kind: 'status', status: 503, body: 'html' }, containing: 'display=full', after: 1 });
      const statuses: number[] = [];
      for (const path of ['orders?limit=1', 'orders?limit=1&display=full', 'orders?limit=1&display=full']) {
        statuses.push((await read(shop, path)).status);
      }
      expect(statuses).to.deep.equal([200, 200, 503]);
      shop.faults.clear();
      expect((await read(shop, 'orders?limit=1&display=full')).status).to.equal(200);
    }));

  it('sends pages in place of data, cut data, and notices in front of it', () =>
    within({}, async (shop) => {
      shop.faults.add(once({ kind: 'page', status: 200 }));
      expect((await read(shop, 'orders')).text).to.contain('<html>');
      shop.faults.add(once({ kind: 'cut-json', bytes: 20 }));
      expect(await read(shop, 'orders')).to.include({ status: 200, json: null });
      shop.faults.add(once({ kind: 'noise', text: '<br />\n<b>Notice</b>: x' }));
      expect((await read(shop, 'orders')).text).to.match(/^<br \/>.*\{"orders"/s);
    }));

  it('spoils a good answer by a warning: errors beside the records, with status 500', () =>
    within({}, async (shop) => {
      shop.faults.add(once({ kind: 'php-warning', code: 3 }));
      const spoilt = await read(shop, 'orders?limit=1');
      expect([spoilt.status, codesOf(spoilt)]).to.deep.equal([500, [3]]);
      expect(spoilt.json).to.have.property('orders');
    }));

  it('breaks off, and never answers', () =>
    within({}, async (shop) => {
      const failed = (path: string) =>
        read(shop, path).then(
          () => 'answered',
          () => 'failed',
        );
      shop.faults.add(once({ kind: 'truncated', bytes: 10 }));
      expect(await failed('orders')).to.equal('failed');
      shop.faults.add(once({ kind: 'reset' }));
      expect(await failed('orders')).to.equal('failed');
      shop.faults.add(once({ kind: 'silence' }));
      const silent = fetch(`${shop.url}/api/orders`, { signal: AbortSignal.timeout(50) });
      expect(
        await silent.then(
          () => 'answered',
          (error: Error) => error.name,
        ),
      ).to.equal('TimeoutError');
    }));

  it('answers late and in drops, and completely', () =>
    within({}, async (shop) => {
      shop.faults.add(once({ kind: 'late', delayMs: 20 }));
      expect(await idsOf(shop, 'orders')).to.have.length(40);
      shop.faults.add(once({ kind: 'slow', bytesPerSecond: 5_000 }));
      expect(await idsOf(shop, 'orders')).to.have.length(40);
    }));

  it('falls over every chunk that a poisoned record is in, and over no other', () =>
    within({}, async (shop) => {
      shop.poison.put('orders', 3, { kind: 'crash' });
      const chunk = await read(shop, 'orders?filter[id]=[2|3|4]&display=full');
      expect([chunk.status, codesOf(chunk)]).to.deep.equal([500, [2]]);
      expect(await idsOf(shop, 'orders?filter[id]=[2|4]&display=full')).to.deep.equal([2, 4]);
      expect(await idsOf(shop, 'orders?filter[id]=[2|3|4]')).to.deep.equal([2, 3, 4]);
      shop.poison.cure('orders', 3);
      expect(await idsOf(shop, 'orders?filter[id]=[2|3|4]&display=full')).to.deep.equal([2, 3, 4]);
    }));

  it('hands poisoned records over as nonsense', () =>
    within({}, async (shop) => {
      shop.poison.put('orders', 1, { kind: 'set', fields: { total_paid: 'NaN', date_add: '0000-00-00 00:00:00' } });
      shop.poison.put('orders', 2, { kind: 'drop', fields: ['reference', 'associations'] });
      const [first, second] = await records(shop, 'orders?filter[id]=[1|2]&display=full');
      expect(first).to.include({ id: 1, total_paid: 'NaN', date_add: '0000-00-00 00:00:00' });
      expect(second).to.have.property('id', 2);
      expect(second).not.to.have.any.keys('reference', 'associations');
    }));
});
