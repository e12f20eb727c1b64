import { createServer } from 'node:http';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { PAYMENT_MINUTES } from '@comptoir/core/payments/payment.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { aProvider } from '../core/payments/a-provider.js';
import { MINUTE_MS, NOON } from '../suites/builders.js';
import { listeningAddress } from '../support/listening.js';
import { type PageHost, startPageHost } from './page-host.js';
import { openShop } from './shop-world.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

const SHOP = '/boutique/atelier-test';

describe('paying in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openShop(host);
    await host.takeCards(scope);
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);

  async function placed(): Promise<{ id: string; path: string }> {
    const input = { slug: 'atelier-test', items: [{ id: 'carafe', quantity: 1 }], customer: { name: 'Bob' }, payment: 'card' as const };
    const { order } = await host.services.orders.place(input, null, 'boutique');
    return { id: order.id, path: `${SHOP}/order/${order.id}` };
  }

  /** Fills the sheet as far as the choice of payment. */
  async function checkOut(page: Page) {
    await page.getByRole('button', { name: 'Ajouter Carafe Lys' }).click();
    await page.getByRole('button', { name: 'Commander' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom').fill('Ada');
    return dialog;
  }

  const statusOf = async (id: string) => {
    const { order } = await host.services.orders.find(id);
    return [order.status, order.payment.status];
  };

  it('leads from the basket to the payment, and back to an order that is paid', async () => {
    const page = await open(SHOP);
    const dialog = await checkOut(page);
    expect(await dialog.getByLabel('En boutique, au retrait').isChecked(), 'what shops are used to').to.equal(true);
    await dialog.getByLabel('Par carte bancaire, maintenant').check();
    expect(await axeFaults(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();

    await page.waitForURL('**/sandbox/checkout/*');
    expect(await wordsOf(page.locator('main'))).to.match(/39,00 €.*Atelier Test 001.*Ceci est un essai : aucun argent ne circule/s);
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();

    await page.waitForURL('**/order/*');
    expect(await wordsOf(page.locator('.ticket__status'))).to.include('Commande bien reçue');
    expect(await wordsOf(page.locator('.receipt'))).to.include('Payée par carte bancaire');
    expect(await page.getByRole('button', { name: /Payer/ }).count()).to.equal(0);
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('still takes orders that are paid in store', async () => {
    const page = await open(SHOP);
    const dialog = await checkOut(page);
    await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
    await page.waitForURL('**/order/*');
    expect(await wordsOf(page.locator('.receipt'))).to.include('Vous payez en boutique, au retrait.');
  });

  it('lets a guest try again whose card was declined', async () => {
    const { id, path } = await placed();
    const page = await open(path, PHONE);
    expect(await wordsOf(page.locator('.ticket__top'))).to.match(/Votre paiement est attendu.*Votre commande vous est gardée jusqu’à/s);
    expect(await smallTargets(page)).to.deep.equal([]);
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.waitForURL('**/sandbox/checkout/*');
    expect(await smallTargets(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Faire refuser le paiement' }).click();
    await page.waitForURL(`**${path}*`);
    await page.getByText('Le paiement n’a pas abouti').first().waitFor();
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.waitForURL('**/sandbox/checkout/*');
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.waitForURL(`**${path}*`);
    expect(await statusOf(id)).to.deep.equal(['queued', 'paid']);
  });

  it('shows on an open page that the order was paid elsewhere, cancelled, and paid back', async () => {
    const { id, path } = await placed();
    const page = await open(path);
    await page.getByText('Suivi en direct').waitFor();
    const elsewhere = await open(path);
    await elsewhere.getByRole('button', { name: /^Payer 39,00/ }).click();
    await elsewhere.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.getByText('Commande bien reçue').waitFor();
    expect(await page.getByRole('button', { name: /Payer/ }).count()).to.equal(0);
    await host.step(scope, id, 'reject');
    await page.getByText('sans rien faire').waitFor();
    await host.services.paymentWork.run();
    await page.getByText('vous a été rendu').waitFor();
  });

  it('takes no money when the time is over while the guest is on the page of the provider', async () => {
    const { id, path } = await placed();
    const page = await open(path);
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.waitForURL('**/sandbox/checkout/*');
    host.clock.advance(PAYMENT_MINUTES * MINUTE_MS);
    await host.services.paymentWork.run();
    await page.getByRole('button', { name: /^Payer 39,00/ }).click();
    await page.waitForURL(`**${path}*`);
    expect(await wordsOf(page.locator('.ticket__status'))).to.match(/La commande est annulée.*rien n’est à payer/s);
    expect(await page.getByRole('button', { name: /Payer/ }).count()).to.equal(0);
    expect(await statusOf(id)).to.deep.equal(['cancelled', 'expired']);
  });

  it('works without JavaScript, in the language that was asked for, and lets go back and pay in store', async () => {
    const { id, path } = await placed();
    const page = await open(`${path}?lang=en`, { ...PHONE, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Pay €39.00 now' }).click();
    expect(await wordsOf(page.locator('main'))).to.include('This is a test: no money moves.');
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    expect(new URL(page.url()).search).to.equal('?lang=en');
    await page.getByRole('button', { name: 'Pay in store instead' }).click();
    expect(await wordsOf(page.locator('.receipt'))).to.include('You pay in store when you pick up.');
    expect(await statusOf(id)).to.deep.equal(['queued', null]);
  });
});

describe('paying at a provider on another host', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(async () => undefined);

  it('is not held up by the policy of our own pages', async () => {
    const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Elsewhere</h1>')).listen(
      0,
      '127.0.0.1',
    );
    const elsewhere = await listeningAddress(server);
    const provider = aProvider(fixedClock(NOON), 'elsewhere');
    const createCheckout: typeof provider.createCheckout = async (request) => {
      const { ref } = await provider.createCheckout(request);
      return { ref, url: `${elsewhere}/${ref}` };
    };
    const host = await startPageHost([{ ...provider, checkoutOrigin: elsewhere, createCheckout }]);
    const context = await browser.newContext({ locale: 'fr-FR' });
    try {
      const scope = await openShop(host);
      await host.takeCards(scope, 'elsewhere');
      const page = await context.newPage();
      await page.goto(`${host.url}${SHOP}`);
      await page.getByRole('button', { name: 'Ajouter Carafe Lys' }).click();
      await page.getByRole('button', { name: 'Commander' }).click();
      await page.getByLabel('Nom').fill('Ada');
      await page.getByLabel('Par carte bancaire, maintenant').check();
      await page.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();

      await page.goto(provider.opened[0]?.cancelUrl ?? '');
      await page.getByRole('button', { name: /^Payer 39,00/ }).click();
      await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
      expect(provider.opened, 'the same checkout').to.have.length(1);
    } finally {
      await context.close();
      await host.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
