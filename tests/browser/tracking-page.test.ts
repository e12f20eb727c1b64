import { sentOrderPath } from '@comptoir/adapters-http/web/page-paths.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { TRACKING_LANGUAGES, trackingWordsOf } from '@comptoir/core/tracking/words/words-of.js';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { aLine, anEvent } from '../suites/builders.js';
import { aConfirmed } from '../suites/settlement-builders.js';
import { HOSTILE_NAME, type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, launchChromium, openPage, PHONE, wordsOf as shown } from './support.js';

describe('the page of an order that is sent', function () {
  this.timeout(60_000);
  let browser: Browser;
  let host: PageHost;
  let scope: Scope;
  let slug: string;
  let token: string;

  before(async function () {
    browser = await launchChromium(this);
    host = await startPageHost();
    scope = await host.open({ trade: 'shop', name: 'Atelier Nord', phone: '+33 2 98 00 00 00', website: 'https://atelier.example' });
    const { services } = host;
    const cups = aLine({ id: 'a', itemId: 'mug', name: HOSTILE_NAME, quantity: 2, unitPriceCents: 424_242, totalCents: 848_484 });
    const vase = aLine({ id: 'c', itemId: 'vase', name: 'Vase haut', quantity: 1, unitPriceCents: 1000, totalCents: 1000 });
    const order = aConfirmed(scope, { lines: [cups, vase], totalCents: 849_484 });
    await services.unitOfWork(scope, (_services, { orders }) => orders.place(scope, order, anEvent('confirmed', { at: host.clock.now() })));
    const parcel = { carrier: 'Colissimo', trackingNumber: '6A123', trackingUrl: null, note: 'canary', shipped: true };
    await services.settlement.createFulfilment(scope, order.id, { ...parcel, lines: [{ lineId: 'a', quantity: 2 }] });
    slug = (await services.views.sites.get(scope))?.slug ?? '';
    token = (await services.tracking.addressOf(scope, order.id)).split('/').at(-1) ?? '';
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  it('shows states and parcels, fits every screen and has no fault of accessibility, in any language', async () => {
    const { page, context, offences } = await openPage(browser, host.url + sentOrderPath(slug, token, 'fr'), PHONE);
    for (const [index, language] of TRACKING_LANGUAGES.entries()) {
      await page.setViewportSize((index % 2 === 0 ? PHONE : DESKTOP).viewport ?? { width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: index < 3 ? 'light' : 'dark' });
      await page.getByRole('link', { name: trackingWordsOf(language).language }).click();
      const words = trackingWordsOf(language);
      const text = await shown(page.locator('body'));
      for (const word of [words.partlySent, words.parcelStates.shipped, words.stillToCome, HOSTILE_NAME, 'Vase haut', '6A123']) {
        expect(text, language).to.include(word);
      }
      expect(text).not.to.match(/canary|Zoé|Łuczak|4.?242|8.?4[89]/);
      expect(await page.getAttribute('html', 'lang')).to.equal(language);
      expect(await page.getByRole('link', { name: words.follow }).getAttribute('href')).to.equal(
        'https://www.laposte.fr/outils/suivre-vos-envois?code=6A123',
      );
      expect(await axeFaults(page), language).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} fits`).to.equal(true);
    }
    expect(offences).to.deep.equal([]);
    await context.close();
  });

  it('is told to no search engine, cache or other site, and runs nothing', async () => {
    const answer = await fetch(host.url + sentOrderPath(slug, token, 'fr'));
    expect(answer.status).to.equal(200);
    const {
      'x-robots-tag': robots,
      'referrer-policy': referrer,
      'cache-control': cache,
      'content-security-policy': policy,
    } = Object.fromEntries(answer.headers);
    expect([robots, referrer, cache]).to.deep.equal(['noindex, nofollow', 'no-referrer', 'no-store']);
    expect(policy).to.include("default-src 'none'").and.not.include('unsafe');
    expect(await answer.text())
      .to.include('<meta name="robots" content="noindex"')
      .and.not.include('<script');
  });

  it('is not found in words where the link leads nowhere, and tells nothing apart', async () => {
    const draft = aConfirmed(scope, { status: 'draft' });
    await host.services.unitOfWork(scope, (_services, { orders }) => orders.place(scope, draft, anEvent('draft')));
    const ofDraft = (await host.services.tracking.addressOf(scope, draft.id)).split('/').at(-1) ?? '';
    const paths = [sentOrderPath(slug, 'x', 'fr'), sentOrderPath(slug, ofDraft, 'fr'), sentOrderPath('nobody', token, 'fr')];

    const answers = await Promise.all(paths.map((path) => fetch(host.url + path)));
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).to.deep.equal(paths.map(() => [404, 'no-store']));
    const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(pages.size).to.equal(1);
    expect([...pages][0]).to.include(trackingWordsOf('fr').notFound);
    expect((await fetch(host.url + sentOrderPath(slug, token, 'xx'))).status).to.equal(404);
  });
});
