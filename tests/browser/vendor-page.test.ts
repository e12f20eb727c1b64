import type { Scope } from '@comptoir/core/kit/scope.js';
import { PORTAL_LANGUAGES, portalWordsOf } from '@comptoir/core/vendors/portal-words.js';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { aProduct, NOON } from '../suites/builders.js';
import { aStockAction, aUnit } from '../suites/stock-builders.js';
import { aVendor } from '../suites/vendor-builders.js';
import { HOSTILE_NAME, type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, launchChromium, openPage, PHONE, wordsOf as shown } from './support.js';

/** In cents; on no page of a vendor. */
const SOLD_FOR = 424242;

describe('the page of a vendor', function () {
  this.timeout(60_000);
  let browser: Browser;
  let host: PageHost;
  let scope: Scope;
  let token: string;

  before(async function () {
    browser = await launchChromium(this);
    host = await startPageHost();
    scope = await host.open({ trade: 'shop', name: 'Atelier Nord' });
    const { unitOfWork, vendorPortal } = host.services;
    const vendor = aVendor({ name: 'Moulin de l’Étang' });
    const named = (name: string, sku: string) =>
      aProduct({ name, sku, reference: `REF-${sku}`, defaultVendorId: vendor.id, priceCents: SOLD_FOR, manageStock: true });
    const [flour, tart] = [named('Farine de sarrasin', 'FS-25'), named(HOSTILE_NAME, 'TA-1')];
    const many = Array.from({ length: 50 }, (_, index) => named(`Moule n° ${index + 10}`, `MO-${index + 10}`));
    const unit = aUnit(flour.id);
    await unitOfWork(scope, async (_services, { products, stock, vendors }) => {
      await vendors.create(scope, vendor);
      await products.create(scope, [flour, tart, ...many, aProduct({ name: 'Chez un autre' })]);
      await stock.open(scope, [unit], NOON);
      await stock.post(scope, [aStockAction({ ...unit, quantity: 1234 })], 'fact');
      await stock.setThreshold(scope, unit, 2000);
    });
    ({ token } = await vendorPortal.createLink(scope, vendor.id, { ttlDays: 30, language: null }));
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  it('shows products and stock, and has no fault of accessibility, in any language', async () => {
    for (const [index, language] of PORTAL_LANGUAGES.entries()) {
      const [device, scheme] = index % 2 === 0 ? ([PHONE, 'light'] as const) : ([DESKTOP, 'dark'] as const);
      const address = `${host.url}/${language}/vendor/${token}`;
      const { page, context, offences } = await openPage(browser, address, { ...device, colorScheme: scheme });
      const text = await shown(page.locator('body'));
      expect(text, language).to.include(portalWordsOf(language).of('Atelier Nord')).and.include('Farine de sarrasin');
      expect(text, language)
        .to.match(/1.?234/)
        .and.include(portalWordsOf(language).low);
      expect(text).not.to.match(/4242|Chez un autre/);
      expect(await page.getAttribute('html', 'lang')).to.equal(language);
      expect(await axeFaults(page), language).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} fits`).to.equal(true);
      expect(offences).to.deep.equal([]);
      await context.close();
    }
  });

  it('turns to the second page and back', async () => {
    const { page, context } = await openPage(browser, `${host.url}/fournisseur/${token}`, DESKTOP);
    await page.getByRole('link', { name: portalWordsOf('fr').next }).click();
    expect(await shown(page.locator('main')))
      .to.include(HOSTILE_NAME)
      .and.not.include('Farine de sarrasin');
    await page.getByRole('link', { name: portalWordsOf('fr').previous }).click();
    expect(await shown(page.locator('main'))).to.include('Farine de sarrasin');
    await context.close();
  });

  it('is told to no search engine, cache or other site, and runs nothing', async () => {
    const answer = await fetch(`${host.url}/fournisseur/${token}`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('x-robots-tag')).to.equal('noindex, nofollow');
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(await answer.text())
      .to.include('<meta name="robots" content="noindex"')
      .and.not.include('<script');
  });

  it('is not found in words where the link opens nothing, and tells nothing apart', async () => {
    const paths = [`/fournisseur/${'0'.repeat(64)}`, '/fournisseur/x', `/fournisseur/${token}0`, `/de/vendor/${token.slice(1)}`];
    const answers = await Promise.all(paths.map((path) => fetch(host.url + path)));
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404]);
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).to.deep.equal(new Set(['no-store']));
    expect(await answers[0]?.text()).to.include(portalWordsOf('fr').notFound);
    expect(await answers[3]?.text()).to.include(portalWordsOf('de').notFound);
    expect((await fetch(`${host.url}/xx/vendor/${token}`)).status).to.equal(404);
  });
});
