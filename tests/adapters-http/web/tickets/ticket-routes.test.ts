import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { expect } from 'chai';
import { type Museum, openMuseum } from '../../../browser/museum-world.js';
import { type PageHost, startPageHost } from '../../../browser/page-host.js';

const PAGE = '/billetterie/musee-test';

describe('the page routes of tickets', () => {
  let host: PageHost;
  let museum: Museum;

  beforeEach(async () => {
    host = await startPageHost();
    museum = await openMuseum(host);
  });
  afterEach(() => host.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(host.url + path, { headers });
  const html = async (path: string) => (await get(path)).text();

  it('answer pages under a policy that lets nothing inline run', async () => {
    for (const path of [PAGE, '/de/tickets/musee-test']) {
      const { status, headers } = await get(path);
      expect(status, path).to.equal(200);
      expect(headers.get('cache-control'), path).to.equal('public, no-cache');
      expect(headers.get('content-security-policy'), path).to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(await html(path), path).not.to.match(/<style|\sstyle=|<script>/);
    }
  });

  it('speak the language of the address, whatever the browser prefers', async () => {
    const titles = {
      fr: 'Les coulisses des ondes',
      en: 'Behind the waves',
      de: 'Hinter den Wellen',
      it: 'Dietro le onde',
      es: 'Tras las ondas',
    };
    for (const language of TICKET_LANGUAGES) {
      const answer = await get(`/${language}/tickets/musee-test`, { 'Accept-Language': 'en' });
      expect(answer.headers.get('content-language')).to.equal(language);
      expect(await answer.text(), language)
        .to.include(titles[language])
        .and.to.include(`<html lang="${language}">`);
    }
    expect((await get('/pt/tickets/musee-test')).status).to.equal(404);
  });

  it('name the page in each language for search engines, French at its own address', async () => {
    const page = await html('/fr/tickets/musee-test');
    expect(page).to.include(`<link rel="canonical" href="${host.url}${PAGE}"/>`);
    for (const language of TICKET_LANGUAGES.filter((name) => name !== 'fr')) {
      expect(page).to.include(`<link rel="alternate" hreflang="${language}" href="${host.url}/${language}/tickets/musee-test"/>`);
    }
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).to.nested.include({ '@type': 'Museum', 'hasOfferCatalog.itemListElement[0].price': '9.00' });
  });

  it('show what is sold online, and nothing else', async () => {
    const { offers } = host.services;
    await offers.update(museum.scope, museum.showId, { online: false }, undefined);
    const page = await html(PAGE);
    expect(page).to.include('Les coulisses des ondes').and.not.to.include('Concert dans le noir');
    expect(page).not.to.include(museum.scope.tenantId);
  });

  it('answer 304 until something changes', async () => {
    const etag = (await get(PAGE)).headers.get('etag') ?? '';
    const again = () => get(PAGE, { 'If-None-Match': etag });
    expect((await again()).status).to.equal(304);
    await host.services.offers.update(museum.scope, museum.tourId, { title: { fr: 'Autre titre' } }, undefined);
    expect((await again()).status).to.equal(200);
  });

  it('say in words that nothing is sold where there is no museum, or it sells nothing online', async () => {
    await openMuseum(host, { slug: 'musee-ferme', features: { ...(await featuresOff()) } });
    for (const path of ['/billetterie/inconnu', '/billetterie/musee-ferme', '/de/tickets/inconnu', '/billetterie/%00']) {
      const answer = await get(path);
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('cache-control'), path).to.equal('no-store');
      expect(await answer.text(), path).to.include('<main class="message">');
    }
  });

  async function featuresOff() {
    const site = await host.services.views.sites.get(museum.scope);
    if (site === null) throw new Error('The museum is not there.');
    return { ...site.features, onlineTickets: false };
  }
});
