import { loadDemo } from '@comptoir/app/demo/load-demo.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { HOSTILE_NAME, type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, firstLoadSizes, kept, PHONE, smallTargets, tabTo, watchedBrowser, wordsOf } from './support.js';

const FIRST_LOAD_MAX_BYTES = 60 * 1024;

describe('the menu page in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await host.open();
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);

  describe('reading', () => {
    it('shows menu, prices, allergens, hours and address without JavaScript', async () => {
      const page = await open('/carte/chez-test', { ...PHONE, javaScriptEnabled: false });
      expect(await page.title()).to.equal('La carte — Chez Test');
      const words = await wordsOf(page.locator('body'));
      for (const expected of [
        'Soupe à l’oignon',
        '8,50 €',
        'gluten, lait',
        'Double 17,50 €',
        'Lard (+ 1,50 €)',
        '3 rue de la Paix',
        '24 h sur 24',
      ]) {
        expect(words).to.include(expected);
      }
      expect(words).to.include('La commande en ligne a besoin de JavaScript');
      expect(await page.getByRole('button').count(), 'no button that would do nothing').to.equal(0);
      expect(await page.getByText('aujourd’hui').count()).to.equal(1);
    });

    it('shows what a restaurant wrote as text, whatever it wrote', async () => {
      const page = await open('/carte/chez-test');
      expect(await page.getByRole('heading', { name: HOSTILE_NAME }).count()).to.equal(1);
    });

    it('speaks English to those who ask for it, and says that the menu does not', async () => {
      const page = await open('/carte/chez-test', { ...DESKTOP, locale: 'en-GB' });
      expect(await page.locator('html').getAttribute('lang')).to.equal('en');
      expect(await page.getByRole('heading', { name: 'Soupe à l’oignon' }).getAttribute('lang')).to.equal('fr');
      await page.getByRole('link', { name: 'Français' }).click();
      await page.waitForURL(/lang=fr/);
      expect(await page.locator('html').getAttribute('lang')).to.equal('fr');
    });

    it('says in the guest’s language that there is no such menu', async () => {
      const page = await open('/carte/nulle-part');
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal('Page introuvable');
    });

    it('follows the reader through the sections', async () => {
      const page = await open('/carte/chez-test', { ...PHONE, viewport: { width: 360, height: 420 } });
      await page.getByRole('link', { name: 'Plats' }).click();
      await page.locator('.index [aria-current]').getByText('Plats').waitFor();
    });

    it('loads at most 60 KB before it can be ordered from, compressed', async () => {
      await loadDemo(host.services, null);
      for (const encoding of ['gzip', 'br'] as const) {
        const sizes = await firstLoadSizes(host.url, '/carte/chez-lucie', encoding);
        expect(sizes).to.have.length(4);
        expect(
          sizes.reduce((total, size) => total + size),
          `${encoding}: ${sizes.join(' + ')}`,
        ).to.be.at.most(FIRST_LOAD_MAX_BYTES);
      }
    });
  });

  describe('ordering', () => {
    it('takes an order by keyboard alone, from the menu to the live page', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).focus();
      await page.keyboard.press('Enter');
      await tabTo(page, 'Commander');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Votre commande' }).waitFor();
      await tabTo(page, 'name');
      await page.keyboard.type('Ada');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/carte\/chez-test\/order\/[0-9A-Za-z]+$/);
      expect(await wordsOf(page.getByRole('status').first())).to.include('Commande bien reçue');
      expect(await wordsOf(page.locator('main'))).to.include('Soupe à l’oignon');
      expect(await kept(page, 'comptoir.basket.chez-test'), 'the basket is empty again').to.equal('[]');
    });

    it('gives the focus back where a dialog was opened', async () => {
      const page = await open('/carte/chez-test');
      const choose = page.getByRole('button', { name: 'Choisir Burger' });
      await choose.click();
      await page.getByRole('dialog', { name: 'Burger' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await choose.evaluate((button) => button === document.activeElement)).to.equal(true);
    });

    it('asks for the choices an item needs and allows no more than it takes', async () => {
      const page = await open('/carte/chez-test', PHONE);
      await page.getByRole('button', { name: 'Choisir Burger' }).click();
      const dialog = page.getByRole('dialog', { name: 'Burger' });
      await dialog.getByRole('button', { name: /^Ajouter/ }).click();
      expect(await wordsOf(dialog.getByRole('alert'))).to.include('2 choix');
      expect(await dialog.getByText('Choisissez un format.').count()).to.equal(1);
      await dialog.getByLabel('Double').check();
      await dialog.getByLabel('Saignant').check();
      await dialog.getByLabel('Lard').check();
      await dialog.getByLabel('Bleu').check();
      expect(await dialog.getByLabel('Œuf').isDisabled(), 'two of two are chosen').to.equal(true);
      await dialog.getByRole('button', { name: 'Un de plus' }).click();
      expect(await wordsOf(dialog.getByRole('button', { name: /^Ajouter/ }))).to.match(/42,00/);
      await dialog.getByRole('button', { name: /^Ajouter/ }).click();
      expect(await wordsOf(page.getByRole('button', { name: /Voir la commande/ }))).to.match(/2 articles.*42,00/s);
    });

    it('keeps the basket over a reload and says what the menu changed about it', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      await page.getByRole('button', { name: 'Ajouter Œufs mayonnaise' }).click();
      await page.reload();
      await page.locator('.basket .line').nth(1).waitFor();
      expect(await page.locator('.basket .line').count()).to.equal(2);
      await host.services.products.update(scope, 'oeufs', { visible: false });
      await host.services.products.update(scope, 'soupe', { soldOutUntil: new Date('2100-01-01T00:00:00Z') });
      await page.reload();
      await page.getByText('Œufs mayonnaise n’est plus à la carte').waitFor();
      await page.getByText('Soupe à l’oignon est épuisé').waitFor();
      expect(await page.locator('.basket .line').count()).to.equal(1);
    });

    it('marks what sold out in the meantime and takes the rest', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      await page.getByRole('button', { name: 'Ajouter Œufs mayonnaise' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await host.services.products.update(scope, 'soupe', { soldOutUntil: new Date('2100-01-01T00:00:00Z') });
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Vient de partir : Soupe à l’oignon').waitFor();
      await dialog.getByRole('button', { name: 'Retirer ce qui est épuisé' }).click();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
      expect(await wordsOf(page.locator('main'))).not.to.include('Soupe');
    });

    it('offers other times when the chosen one has filled up', async () => {
      await host.services.sites.update(scope, { ordering: { ...orderingRules(), slotCap: 1 } });
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await dialog.getByLabel('Choisir l’heure').check();
      const time = dialog.getByLabel('Heure de retrait');
      const [wanted] = (await host.services.carte.bySlug('chez-test')).ordering.slots;
      await host.services.orders.place(
        { slug: 'chez-test', items: [{ id: 'soupe', quantity: 1 }], customer: { name: 'Bob' }, pickupAt: new Date(wanted?.start ?? '') },
        null,
      );
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Cette heure vient de se remplir').waitFor();
      expect(await time.locator('option:checked').isDisabled(), 'the full time is marked').to.equal(true);
      expect(await time.evaluate((field) => field === document.activeElement)).to.equal(true);
      await time.selectOption({ index: 1 });
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
    });

    it('says when an establishment that has just closed opens again', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await host.services.sites.update(scope, { hours: [] });
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByRole('alert').getByText('vient de fermer ses commandes').waitFor();
      await dialog.getByText('Les commandes en ligne sont fermées').waitFor();
      expect(await dialog.getByRole('button', { name: 'Envoyer la commande' }).isDisabled()).to.equal(true);
    });

    it('shows at the field what the till found wrong with it', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await dialog.getByLabel('E-mail').fill('a..b@example.com');
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Cette adresse semble incomplète').waitFor();
      expect(await dialog.getByLabel('E-mail').getAttribute('aria-invalid')).to.equal('true');
    });

    it('orders once, however often the answer is lost', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      const keys: (string | undefined)[] = [];
      await page.route('**/api/order', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Pas de réponse').waitFor();
      await dialog.getByRole('button', { name: 'Réessayer' }).click();
      await page.waitForURL(/\/order\//);
      const { total } = await host.services.views.orders.list(scope, { page: 1, pageSize: 10 });
      expect(total).to.equal(1);
      expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
      expect(keys[1]).to.equal(keys[0]);
    });

    it('asks for a new attempt with a new key after a refusal', async () => {
      const page = await open('/carte/chez-test');
      await page.getByRole('button', { name: 'Ajouter Soupe à l’oignon' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      const keys: (string | undefined)[] = [];
      await page.route('**/api/order', (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length > 1
          ? route.continue()
          : route.fulfill({ status: 429, headers: { 'Retry-After': '90' }, json: { ok: false, error: 'rate_limited' } });
      });
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Réessayez dans 2 minutes').waitFor();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
      expect(keys[1]).not.to.equal(keys[0]);
    });
  });

  describe('following an order', () => {
    async function placed(): Promise<string> {
      const { order } = await host.services.orders.place(
        { slug: 'chez-test', items: [{ id: 'soupe', quantity: 2 }], customer: { name: 'Ada' } },
        null,
      );
      return order.id;
    }

    it('tells each step as it happens', async () => {
      const id = await placed();
      const page = await open(`/carte/chez-test/order/${id}`, PHONE);
      const status = page.getByRole('status');
      await page.getByText('Suivi en direct').waitFor();
      await host.step(scope, id, 'accept');
      await status.getByText('C’est en préparation').waitFor();
      await host.step(scope, id, 'ready');
      await status.getByText('C’est prêt').waitFor();
      await host.step(scope, id, 'collect');
      await status.getByText('Bon appétit').waitFor();
    });

    it('asks by itself where no stream can be had', async () => {
      const id = await placed();
      const page = await open('/carte/nulle-part', PHONE);
      await page.clock.install();
      await page.route('**/events', (route) => route.fulfill({ status: 503, body: '' }));
      await page.goto(`${host.url}/carte/chez-test/order/${id}`);
      await page.getByText('Connexion perdue').waitFor();
      await host.step(scope, id, 'accept');
      await page.clock.runFor(11_000);
      await page.getByRole('status').getByText('C’est en préparation').waitFor();
    });

    it('can be read without JavaScript, in the language asked for', async () => {
      const id = await placed();
      await host.step(scope, id, 'accept');
      const page = await open(`/carte/chez-test/order/${id}?lang=en`, { ...PHONE, javaScriptEnabled: false });
      const words = await wordsOf(page.locator('main'));
      expect(words).to.include('It is being prepared');
      expect(words).to.include('€17.00');
      expect(await page.getByRole('link', { name: 'Refresh the page' }).count()).to.equal(1);
      expect(await page.getByRole('link', { name: 'Back to the menu' }).getAttribute('href')).to.equal('/carte/chez-test?lang=en');
    });

    it('is not shown under another establishment’s address', async () => {
      const id = await placed();
      await host.open({ slug: 'autre', name: 'Autre' });
      const page = await open(`/carte/autre/order/${id}`);
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal('Page introuvable');
    });
  });

  describe('for everybody', () => {
    const looks: [name: string, options: BrowserContextOptions][] = [
      ['on a phone, in French', PHONE],
      ['on a desktop in the dark, in English', { ...DESKTOP, colorScheme: 'dark', locale: 'en-GB' }],
    ];
    for (const [name, options] of looks) {
      it(`has nothing axe objects to ${name}`, async () => {
        const page = await open('/carte/chez-test', options);
        const check = async (state: string) => expect(await axeFaults(page), state).to.deep.equal([]);
        await check('menu');
        await page.getByRole('button', { name: /Burger/ }).click();
        const item = page.getByRole('dialog');
        await check('item');
        await item.locator('button[type=submit]').click();
        await check('item with faults');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /Soupe/ }).click();
        await check('basket');
        await page.locator('.basket .button:visible, .basket-bar .button:visible').click();
        await page.locator('.sheet .pickup__choice').nth(1).click();
        await check('checkout');
        await page.locator('.sheet button[type=submit]').click();
        await check('checkout with faults');
        await page.locator('[name=name]').fill('Ada');
        await page.locator('.sheet button[type=submit]').click();
        await page.waitForURL(/\/order\//);
        await check('order');
        const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
        await host.step(scope, id, 'reject');
        await page.locator('.ticket--rejected').waitFor();
        await check('rejected order');
      });

      it(`has nothing axe objects to ${name} where nothing can be ordered`, async () => {
        await host.open({ slug: 'fermee', hours: [] });
        await host.open({ slug: 'sans-ligne', features: aSiteWithoutOrders() });
        await host.open({ slug: 'vide' }, { categories: [], items: [] });
        for (const slug of ['fermee', 'sans-ligne', 'vide', 'nulle-part']) {
          const page = await open(`/carte/${slug}`, options);
          expect(await axeFaults(page), slug).to.deep.equal([]);
          expect(await page.getByRole('button').count(), slug).to.equal(0);
        }
      });
    }

    it('has no sideways scrolling on the smallest phone', async () => {
      const page = await open('/carte/chez-test', { ...PHONE, viewport: { width: 320, height: 640 } });
      await page.getByRole('button', { name: /Soupe/ }).click();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).to.equal(0);
    });

    it('has targets of at least 44 pixels', async () => {
      const page = await open('/carte/chez-test', PHONE);
      await page.getByRole('button', { name: /Soupe/ }).click();
      await page.locator('.basket-bar .button').click();
      expect(await smallTargets(page)).to.deep.equal([]);
    });
  });
});

function orderingRules() {
  return { leadMinutes: 20, slotMinutes: 15, slotCap: 4, horizonHours: 12, minimumCents: 0, acceptWhenClosed: false };
}

function aSiteWithoutOrders() {
  return {
    onlineOrders: false,
    stock: false,
    slots: false,
    accessControl: false,
    attendance: false,
    groups: false,
    passes: false,
    onlineTickets: false,
  };
}

/** Opens the order from the basket beside the menu. */
async function checkOut(page: Page) {
  await page.getByRole('button', { name: 'Commander' }).click();
  const dialog = page.getByRole('dialog', { name: 'Votre commande' });
  await dialog.waitFor();
  return dialog;
}
