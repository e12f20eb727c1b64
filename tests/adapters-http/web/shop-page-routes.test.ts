import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { type PageHost, startPageHost } from '../../browser/page-host.js';
import { CARAFE, openShop, receive } from '../../browser/shop-world.js';

const SHOP = '/boutique/atelier-test';

describe('the page routes of a shop', () => {
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openShop(host);
  });

  afterEach(() => host.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(host.url + path, { headers });
  const html = async (path: string) => (await get(path)).text();
  const structured = async (path: string) => {
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html(path)) ?? [];
    return JSON.parse(data);
  };

  it('answer pages under a policy that lets nothing inline run', async () => {
    for (const path of [SHOP, `${SHOP}/bol`]) {
      const { status, headers } = await get(path, { 'Accept-Language': 'fr' });
      expect(status, path).to.equal(200);
      expect(headers.get('content-language'), path).to.equal('fr');
      expect(headers.get('cache-control'), path).to.equal('public, no-cache');
      expect(headers.get('content-security-policy'), path).to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      const page = await html(path);
      expect(page, path).not.to.match(/<style|\sstyle=|<script>/);
    }
  });

  it('answer 304 until the last one is sold', async () => {
    for (const path of [SHOP, `${SHOP}/carafe`]) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const again = () => get(path, { 'If-None-Match': etag });
      expect((await again()).status, path).to.equal(304);
      await receive(host, scope, CARAFE, -1);
      expect((await again()).status, path).to.equal(200);
    }
  });

  it('keep the pages of the items apart, and those whose links keep a language', async () => {
    expect(await html(`${SHOP}/bol?lang=fr`)).to.include('<h1 id="product-name" class="product__name">Bol Ostrevent</h1>');
    expect(await html(`${SHOP}/carafe`)).to.include('<title>Carafe Lys — Atelier Test</title>');
    expect(await html(`${SHOP}?lang=fr`)).to.include(`href="${SHOP}/bol?lang=fr"`);
    expect(await html(SHOP)).to.include(`href="${SHOP}/bol"`);
  });

  it('tell those who show a link what it is', async () => {
    const page = await html(`${SHOP}/bol`);
    for (const tag of [
      `<link rel="canonical" href="${host.url}${SHOP}/bol"/>`,
      '<meta name="description" content="Faïence tournée à Desvres, liseré brique."/>',
      '<meta property="og:type" content="product"/>',
      '<meta property="og:title" content="Bol Ostrevent — Atelier Test"/>',
      `<meta property="og:image" content="${host.url}/assets/illustrations/bol.svg"/>`,
      '<meta property="product:price:amount" content="19.00"/>',
      '<meta property="product:price:currency" content="EUR"/>',
      '<meta property="product:availability" content="in stock"/>',
    ]) {
      expect(page).to.include(tag);
    }
    expect(await html(`${SHOP}/vase`)).to.include('<meta property="product:availability" content="out of stock"/>');
  });

  it('tell search engines what is offered, in which variants, and which of them are gone', async () => {
    const product = await structured(`${SHOP}/bol`);
    expect(product).to.include({ '@type': 'Product', name: 'Bol Ostrevent', category: 'Table' });
    const offer = { '@type': 'Offer', priceCurrency: 'EUR', url: `${host.url}${SHOP}/bol` };
    expect(product.offers).to.have.length(2);
    expect(product.offers[0]).to.include({ ...offer, name: 'Petit, 12 cm', price: '19.00', availability: 'https://schema.org/InStock' });
    expect(product.offers[1]).to.include({ ...offer, name: 'Grand, 16 cm', price: '26.00', availability: 'https://schema.org/OutOfStock' });
    const shop = await structured(SHOP);
    expect(shop).to.include({ '@type': 'Store', name: 'Atelier Test' });
    expect(shop).not.to.have.any.keys('hasMenu', 'acceptsReservations');
    expect(shop.hasOfferCatalog.itemListElement[0].itemListElement[0].itemOffered.url).to.equal(`${host.url}${SHOP}/bol`);
  });

  it('are where the public catalogue says that they are', async () => {
    const catalog = await host.services.boutique.catalog('atelier-test');
    for (const { url } of catalog.categories.flatMap(({ items }) => items)) {
      expect((await get(new URL(url).pathname)).status, url).to.equal(200);
    }
  });

  it('answer 404 in words for shops, items and orders that are not there, with a way to the shop where there is one', async () => {
    await host.open();
    const paths = ['/boutique/nulle-part', '/boutique/nulle-part/bol', '/boutique/chez-test', `${SHOP}/rien`, `${SHOP}/order/unknown`];
    for (const path of [...paths, `/boutique/${'x'.repeat(2000)}`, `${SHOP}/%00`]) {
      const answer = await get(path, { 'Accept-Language': 'fr' });
      expect(answer.status, path).to.equal(404);
      expect(await answer.text(), path).to.include('<h1 class="message__title">Page introuvable</h1>');
    }
    expect(await html(`${SHOP}/rien?lang=fr`)).to.include(`href="${SHOP}?lang=fr">Voir la boutique Atelier Test</a>`);
  });

  it('show an order below its own shop only, out of caches and search engines', async () => {
    await openShop(host, { slug: 'autre' });
    const { order } = await host.services.orders.place(
      { slug: 'atelier-test', items: [{ id: 'carafe', quantity: 1 }], customer: { name: 'Ada' } },
      null,
      'boutique',
    );
    expect(new URL(order.trackingUrl).pathname).to.equal(`${SHOP}/order/${order.id}`);
    const answer = await get(new URL(order.trackingUrl).pathname);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(await answer.text()).to.include('<meta name="robots" content="noindex"/>');
    for (const path of [`/boutique/autre/order/${order.id}`, `/carte/atelier-test/order/${order.id}`]) {
      expect((await get(path)).status, path).to.equal(404);
    }
  });

  it('keep the order of a menu off the pages of shops', async () => {
    await host.open();
    const { order } = await host.services.orders.place(
      { slug: 'chez-test', items: [{ id: 'soupe', quantity: 1 }], customer: { name: 'Ada' } },
      null,
    );
    expect((await get(`/boutique/chez-test/order/${order.id}`)).status).to.equal(404);
  });
});
