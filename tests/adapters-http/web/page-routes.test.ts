import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { type PageHost, startPageHost } from '../../browser/page-host.js';

describe('the page routes', () => {
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await host.open();
  });

  afterEach(() => host.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(host.url + path, { headers });

  it('answer a page under a policy that lets nothing inline run', async () => {
    const { status, headers } = await get('/carte/chez-test', { 'Accept-Language': 'fr' });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('content-language')).to.equal('fr');
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers.get('content-security-policy')).not.to.include('unsafe');
    expect(headers.get('vary')).to.match(/Accept-Encoding, Accept-Language/);
  });

  it('answer 304 while nothing changed and the new page as soon as something did', async () => {
    const first = await get('/carte/chez-test');
    const etag = first.headers.get('etag') ?? '';
    const again = () => get('/carte/chez-test', { 'If-None-Match': etag });
    expect((await again()).status).to.equal(304);
    await host.services.products.update(scope, 'oeufs', { visible: false });
    const changed = await again();
    expect(changed.status).to.equal(200);
    expect(await changed.text()).not.to.include('mayonnaise');
  });

  it('keep languages apart', async () => {
    const french = await (await get('/carte/chez-test?lang=fr')).text();
    const english = await (await get('/carte/chez-test?lang=en')).text();
    expect(french).to.match(/^<!doctype html><html lang="fr">/);
    expect(english).to.match(/^<!doctype html><html lang="en">/);
  });

  it('tell the time again after a minute, though the menu is the same', async () => {
    const rendered = async () => /"now":"([^"]+)"/.exec(await (await get('/carte/chez-test')).text())?.[1];
    const before = await rendered();
    expect(await rendered()).to.equal(before);
    host.clock.advance(61_000);
    expect(await rendered()).not.to.equal(before);
  });

  it('answer 404 in words for menus and orders that are not there', async () => {
    for (const path of ['/carte/nulle-part', '/carte/chez-test/order/unknown', `/carte/${'x'.repeat(2000)}`]) {
      const answer = await get(path, { 'Accept-Language': 'fr' });
      expect(answer.status, path).to.equal(404);
      expect(await answer.text(), path).to.include('<h1 class="message__title">Page introuvable</h1>');
    }
  });

  it('keep the page of an order out of caches, search engines and referrers', async () => {
    const { order } = await host.services.orders.place(
      { slug: 'chez-test', items: [{ id: 'soupe', quantity: 1 }], customer: { name: 'Ada' } },
      null,
    );
    const answer = await get(new URL(order.trackingUrl).pathname);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(await answer.text()).to.include('<meta name="robots" content="noindex"/>');
  });

  it('serve assets once and for all under names that change with their content', async () => {
    const html = await (await get('/carte/chez-test')).text();
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
    const answer = await get(script, { 'Accept-Encoding': 'br' });
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(answer.headers.get('content-encoding')).to.equal('br');
    expect((await get(script, { 'Accept-Encoding': 'br', 'If-None-Match': answer.headers.get('etag') ?? '' })).status).to.equal(304);
  });

  it('serve illustrations under their own names, and nothing outside their folder', async () => {
    const answer = await get('/assets/illustrations/bol.svg');
    expect(answer.headers.get('content-type')).to.equal('image/svg+xml');
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=3600');
    for (const path of ['/assets/manifest.json', '/assets/%2e%2e/web/assets.js', '/assets/nothing.js', '/assets/']) {
      expect((await get(path)).status, path).to.equal(404);
    }
  });

  it('name no establishment at the root', async () => {
    const answer = await get('/');
    expect(answer.status).to.equal(200);
    expect(await answer.text()).not.to.include('chez-test');
  });
});
