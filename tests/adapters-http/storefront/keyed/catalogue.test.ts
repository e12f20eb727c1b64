import { catalogueAnswer, stockAnswer } from '@comptoir/core/keyed/keyed-contract.js';
import type { StockLevel } from '@comptoir/core/stock/stock-action.js';
import { expect } from 'chai';
import { aSite, aVariant, minutesAfter, NOON } from '../../../suites/builders.js';
import { aProduct } from '../../../support/a-product.js';
import { jsonOf } from '../../call.js';
import { expectRefusal } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

describe('the catalogue by key', () => {
  afterEach(closeAll);

  let till: KeyedTill;
  const read = (headers: Record<string, string> = {}) => till.ask('/catalogue', { key: till.keys.read, headers });

  beforeEach(async () => {
    till = await openKeyedTill();
  });

  it('is all of it: categories, and items the public does not see', async () => {
    till.catalogue.put(till.scope, aProduct({ id: 'cache', visible: false, position: 3 }));
    const answer = await read();
    const { categories, items } = catalogueAnswer.parse(jsonOf(answer));
    expect(categories.map(({ name }) => name)).to.deep.equal(['Salés', 'Boissons']);
    expect(items.map(({ id }) => id)).to.deep.equal(['galette', 'cidre', 'cache']);
    expect(jsonOf(answer)).to.deep.equal({ ok: true, categories, items });
  });

  it('is not sent again to those who have it, whoever they are', async () => {
    const { headers } = await read();
    expect(headers).to.include({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' });
    const same = await till.ask('/catalogue', { key: till.keys.write, headers: { 'If-None-Match': headers.etag ?? '' } });
    expect([same.status, same.text]).to.deep.equal([304, '']);
    expect(same.headers['ratelimit']).to.equal('"default";r=119;t=60');
  });

  it('is read once while nothing changes, also for many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    await read();
    expect(till.catalogue.reads()).to.equal(1);
  });

  it('is the new one at once when something has changed, in this process or another one', async () => {
    const before = await read();
    till.catalogue.put(till.scope, aProduct({ id: 'far' }));
    await till.persistence.transact(till.scope, ({ sites }) => sites.touch(till.scope));
    const after = await read({ 'If-None-Match': before.headers.etag ?? '' });
    expect(after.status).to.equal(200);
    expect(after.text).to.include('"far"');
    expect(till.catalogue.reads()).to.equal(2);
  });

  it('puts what was sold out back on sale when its time has come', async () => {
    till.catalogue.put(till.scope, aProduct({ id: 'far', soldOutUntil: minutesAfter(NOON, 1) }));
    const available = async () => catalogueAnswer.parse(jsonOf(await read())).items.find(({ id }) => id === 'far')?.available;
    expect(await available()).to.equal(false);
    till.clock.advance(59_999);
    expect(await available()).to.equal(false);
    till.clock.advance(1);
    expect(await available()).to.equal(true);
  });

  it('is asked for again after it could not be read', async () => {
    const { products } = till.catalogue;
    const { all } = products;
    Object.assign(products, { all: () => Promise.reject(new Error('gone')) });
    expectRefusal(await read(), 500, 'internal');
    Object.assign(products, { all });
    expect((await read()).status).to.equal(200);
  });
});

describe('the stock by key', () => {
  afterEach(closeAll);

  const features = { ...aSite().features, stock: true };
  const aLevel = (changes: Partial<StockLevel>): StockLevel => ({
    itemId: 'galette',
    variantId: null,
    stock: 12,
    reserved: 2,
    threshold: null,
    updatedAt: NOON,
    ...changes,
  });

  it('is a quantity for everything whose stock is kept, by the key of the online shop', async () => {
    const till = await openKeyedTill({ trade: 'shop', features });
    till.catalogue.put(
      till.scope,
      aProduct({ id: 'mug', name: 'Mug', syncKey: 'PS-1' }),
      aProduct({ id: 'tee', name: 'Tee', variants: [aVariant({ id: 'l', name: 'L', syncKey: 'PS-2' })] }),
    );
    till.catalogue.putLevels(
      till.scope,
      aLevel({}),
      aLevel({ itemId: 'mug', stock: -1 }),
      aLevel({ itemId: 'tee', variantId: 'l' }),
      aLevel({ itemId: 'tee', variantId: 'gone' }),
      aLevel({ itemId: 'gone' }),
    );
    const answer = jsonOf(await till.ask('/stock', { key: till.keys.read }));
    const updatedAt = NOON.toISOString();
    expect(answer).to.deep.equal({
      ok: true,
      items: [
        { key: null, itemId: 'galette', variantId: null, name: 'Galette', quantity: 12, updatedAt },
        { key: 'PS-1', itemId: 'mug', variantId: null, name: 'Mug', quantity: -1, updatedAt },
        { key: 'PS-2', itemId: 'tee', variantId: 'l', name: 'Tee – L', quantity: 12, updatedAt },
      ],
    });
    expect(stockAnswer.parse(answer)).to.deep.equal(answer);
  });

  it('is not available where the trade tracks none, and disabled where a shop has switched it off', async () => {
    const restaurant = await openKeyedTill({ features });
    expectRefusal(await restaurant.ask('/stock'), 404, 'not_available');
    for (const [trade, status, code] of [
      ['museum', 404, 'not_available'],
      ['shop', 403, 'feature_disabled'],
    ] as const) {
      const till = await openKeyedTill({ trade });
      expectRefusal(await till.ask('/stock'), status, code);
    }
    expect((await (await openKeyedTill({ trade: 'museum', features })).ask('/stock')).status).to.equal(200);
  });
});
