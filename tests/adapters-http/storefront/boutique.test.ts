import { shopCatalogSchema } from '@comptoir/core/boutique/boutique-contract.js';
import { expect } from 'chai';
import { aShop, CARAFE } from '../../core/boutique/a-shop.js';
import { aBench } from '../../core/support.js';
import { type Answer, call, jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { openTill, orderIn, PUBLIC_URL, post } from './till.js';

async function openShop() {
  const till = await openTill();
  const { site, scope } = await aShop({ ...aBench(till.persistence), services: till.services });
  const get = (path: string, headers = {}) => call(`${till.origin}${path}`, { headers });
  const order = (items: readonly unknown[], path = '/api/boutique/order') =>
    post(till.origin, { slug: site.slug, items, customer: { name: 'Ada' } }, {}, path);
  return { ...till, site, scope, get, order };
}

describe('GET /api/boutique/catalog', () => {
  afterEach(closeAll);

  it('answers the catalogue, kept for 15 seconds and asked for again by its ETag', async () => {
    const { get, site } = await openShop();
    const path = `/api/boutique/catalog?slug=${site.slug}`;
    const answer = await get(path);
    expect(answer.status).to.equal(200);
    expect(answer.headers['cache-control']).to.equal('public, max-age=15');
    expect(answer.headers).to.not.have.property('access-control-allow-origin');
    expect(shopCatalogSchema.parse(jsonOf(answer))).to.deep.equal(jsonOf(answer));
    expect((await get(path, { 'If-None-Match': String(answer.headers['etag']) })).status).to.equal(304);
  });

  it('answers alike whether it is rendered already or not', async () => {
    const { get, site } = await openShop();
    const path = `/api/boutique/catalog?slug=${site.slug}`;
    const lasting = ({ status, text, headers }: Answer) => {
      const { date: _date, 'x-request-id': id, ...rest } = headers;
      expect(id).to.be.a('string');
      return { status, text, headers: rest };
    };
    const first = await get(path);
    expect(lasting(await get(path))).to.deep.equal(lasting(first));
    expect(lasting(await get(`${path}&more=1`))).to.deep.equal(lasting(first));
  });

  it('shows at once what this process sold, and 15 seconds later what another did', async () => {
    const { get, site, order, scope, services, clock, persistence } = await openShop();
    const remaining = async () => {
      const { categories } = shopCatalogSchema.parse(jsonOf(await get(`/api/boutique/catalog?slug=${site.slug}`)));
      return categories[0]?.items.find(({ id }) => id === 'carafe')?.remaining;
    };
    expect(await remaining()).to.equal(1);
    expect((await order([{ id: 'carafe' }])).status).to.equal(200);
    expect(await remaining()).to.equal(0);
    const { services: elsewhere } = await openTill({ persistence });
    await elsewhere.stock.adjust(scope, CARAFE, { by: 3, reason: 'RECEIPT', reference: null, note: null });
    expect(await remaining()).to.equal(0);
    clock.advance(15_000);
    expect(await remaining()).to.equal(3);
    expect((await services.stock.verify(scope)).differences).to.deep.equal([]);
  });

  it('is 404 for an unknown shop and for a restaurant, 400 without a slug, 403 for a blocked agent', async () => {
    const { get, site } = await openShop();
    expectRefusal(await get('/api/boutique/catalog?slug=nobody'), 404, 'unknown_shop');
    expectRefusal(await get('/api/boutique/catalog'), 400, 'invalid_request');
    expectRefusal(await get(`/api/carte?slug=${site.slug}`), 404, 'unknown_shop');
    const blocked = await get(`/api/boutique/catalog?slug=${site.slug}`, { 'User-Agent': 'python-requests/2.1' });
    expect([blocked.status, blocked.text]).to.deep.equal([403, '{"error":"blocked"}']);
  });
});

describe('POST /api/boutique/order', () => {
  afterEach(closeAll);

  it('places an order, which is followed on the shop’s own page', async () => {
    const { order, site } = await openShop();
    const placed = orderIn(await order([{ id: 'bol', variantId: 'petit', quantity: 2 }]));
    expect(placed).to.include({ status: 'queued', total: 38 });
    expect(placed.trackingUrl).to.equal(`${PUBLIC_URL}/boutique/${site.slug}/order/${placed.id}`);
  });

  it('is 409 sold_out naming what is short, and 404 at the path of menus', async () => {
    const { order } = await openShop();
    const refused = await order([{ id: 'bol', variantId: 'grand' }]);
    expectRefusal(refused, 409, 'sold_out');
    expect(jsonOf(refused)['items']).to.deep.equal([{ id: 'bol', name: 'Bol', variantId: 'grand', available: 0 }]);
    expectRefusal(await order([{ id: 'carafe' }], '/api/order'), 404, 'unknown_shop');
  });
});
