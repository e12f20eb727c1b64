import { loadDemo } from '@comptoir/app/demo/load-demo.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { HOSTILE_NAME, type PageHost, startPageHost } from './page-host.js';
import { BOL_PETIT, CARAFE, openShop, receive } from './shop-world.js';
import { axeFaults, DESKTOP, firstLoadSizes, kept, PHONE, smallTargets, tabTo, watchedBrowser, wordsOf } from './support.js';

const SHOP = '/boutique/atelier-test';
const FIRST_LOAD_MAX_BYTES = 60 * 1024;

/** Words of restaurants. */
const MENU_WORDS = /\bcarte\b(?! bancaire)|\bplats?\b|cuisine|appétit|\bmenu\b|\bdish|kitchen|\bmeal\b/i;

describe('the shop page in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openShop(host);
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);

  async function placed(): Promise<string> {
    const { order } = await host.services.orders.place(
      { slug: 'atelier-test', items: [{ id: 'carafe', quantity: 1 }], customer: { name: 'Bob' } },
      null,
      'boutique',
    );
    return order.id;
  }

  describe('reading', () => {
    it('shows goods, prices, what is left, hours and address without JavaScript', async () => {
      const page = await open(SHOP, { ...PHONE, javaScriptEnabled: false });
      expect(await page.title()).to.equal('Atelier Test — la boutique en ligne');
      const words = await wordsOf(page.locator('body'));
      for (const expected of ['Bol Ostrevent', 'à partir de 19,00 €', 'Plus que 2', 'Épuisé', '3 rue de la Paix', '24 h sur 24']) {
        expect(words).to.include(expected);
      }
      expect(words).to.include('La commande en ligne a besoin de JavaScript');
      expect(await page.getByRole('button').count(), 'no button that would do nothing').to.equal(0);
    });

    it('shows an item in full without JavaScript, and the way to the shop', async () => {
      const page = await open(SHOP, { ...PHONE, javaScriptEnabled: false });
      await page.getByRole('link', { name: 'Bol Ostrevent' }).click();
      await page.waitForURL(`**${SHOP}/bol`);
      const words = await wordsOf(page.locator('main'));
      for (const expected of ['Faïence tournée à Desvres', 'Plus que 5', 'Petit, 12 cm', '19,00 €', 'Grand, 16 cm', 'Épuisé', '26,00 €']) {
        expect(words).to.include(expected);
      }
      expect(await page.getByRole('button').count()).to.equal(0);
      await page.getByRole('link', { name: 'Tous les articles' }).click();
      await page.waitForURL(`**${SHOP}`);
    });

    it('shows what a shop wrote as text, whatever it wrote', async () => {
      const page = await open(`${SHOP}/carnet`);
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal(HOSTILE_NAME);
    });

    it('says nothing of menus, in either language, from the shop to the order', async () => {
      const id = await placed();
      await openShop(host, { slug: 'vide' }, { categories: [], items: [] });
      const paths = [SHOP, `${SHOP}/bol`, `${SHOP}/order/${id}`, `${SHOP}/rien`, '/boutique/nulle-part', '/boutique/vide'];
      for (const path of paths) {
        for (const lang of ['fr', 'en']) {
          const page = await open(`${path}?lang=${lang}`);
          expect(await wordsOf(page.locator('body')), `${path} ${lang}`).not.to.match(MENU_WORDS);
        }
      }
    });

    it('keeps the language that was asked for from page to page', async () => {
      const page = await open(`${SHOP}?lang=en`);
      await page.getByRole('link', { name: 'Carafe Lys' }).click();
      await page.getByText('Only 2 left').waitFor();
      await page.getByRole('link', { name: 'All items' }).click();
      await page.waitForURL(`**${SHOP}?lang=en`);
    });

    it('shows its goods while it takes no orders, and says when it does', async () => {
      await openShop(host, { slug: 'dort', hours: inTwoDays(host.clock.now()) });
      for (const path of ['/boutique/dort', '/boutique/dort/bol']) {
        const page = await open(path);
        await page.getByText('Les commandes en ligne sont fermées pour le moment.').waitFor();
        expect(await wordsOf(page.locator('.notice')), path).to.match(/Elles reprennent .+ à 09:00/);
        expect(await wordsOf(page.locator('main')), path).to.include('Bol Ostrevent');
        expect(await page.getByRole('button').count(), path).to.equal(0);
      }
    });

    it('loads at most 60 KB before it can be ordered from, compressed', async () => {
      await loadDemo(host.services, null);
      for (const encoding of ['gzip', 'br'] as const) {
        const sizes = await firstLoadSizes(host.url, '/boutique/atelier-nord', encoding);
        expect(sizes).to.have.length(4);
        const total = sizes.reduce((sum, size) => sum + size);
        expect(total, `${encoding}: ${sizes.join(' + ')}`).to.be.at.most(FIRST_LOAD_MAX_BYTES);
      }
    });
  });

  describe('ordering', () => {
    it('takes an order by keyboard alone, from the shelf to the live page', async () => {
      const page = await open(SHOP);
      await page.getByRole('button', { name: 'Ajouter Carafe Lys' }).focus();
      await page.keyboard.press('Enter');
      await tabTo(page, 'Commander');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Votre panier' }).getByText('Vous payez en boutique, au retrait.').waitFor();
      await tabTo(page, 'name');
      await page.keyboard.type('Ada');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/boutique\/atelier-test\/order\/[0-9A-Za-z]+$/);
      expect(await wordsOf(page.getByRole('status').first())).to.include('Commande bien reçue');
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await host.step(scope, id, 'accept');
      await page.getByRole('status').getByText('La boutique rassemble vos articles').waitFor();
      await host.step(scope, id, 'ready');
      await page.getByRole('status').getByText('Elle vous attend').waitFor();
      expect(await kept(page, 'comptoir.basket.atelier-test'), 'the basket is empty again').to.equal('[]');
      expect(await remainingOf('carafe'), 'one of two is promised').to.equal(1);
    });

    it('offers only variants that are left, and no more of them than there are', async () => {
      const page = await open(SHOP, PHONE);
      await page.getByRole('button', { name: 'Choisir Bol Ostrevent' }).click();
      const dialog = page.getByRole('dialog', { name: 'Bol Ostrevent' });
      expect(await dialog.getByLabel('Grand, 16 cm').isDisabled()).to.equal(true);
      await dialog.getByRole('button', { name: /^Ajouter/ }).click();
      expect(await dialog.getByText('Choisissez un modèle.').count()).to.equal(1);
      await dialog.getByLabel('Petit, 12 cm').check();
      const more = dialog.getByRole('button', { name: 'Un de plus' });
      for (let count = 1; count < 5; count += 1) await more.click();
      expect(await more.isDisabled()).to.equal(true);
      await dialog.getByText('C’est tout ce qui reste.').waitFor();
      await dialog.getByRole('button', { name: /^Ajouter/ }).click();
      expect(await wordsOf(page.getByRole('button', { name: /Voir le panier/ }))).to.match(/5 articles.*95,00/s);
      await page.getByRole('button', { name: 'Au panier Bol Ostrevent' }).press('Enter');
      await page.getByRole('status').getByText('Tout ce qui reste est dans votre panier').waitFor();
      expect(await page.getByRole('dialog').count(), 'there is nothing left to choose').to.equal(0);
    });

    it('puts an item into the basket from its own page, and keeps the basket in the shop', async () => {
      const page = await open(`${SHOP}/carafe`);
      const form = page.locator('.product__form');
      await form.getByRole('button', { name: 'Un de plus' }).click();
      await form.getByLabel('Une précision pour la boutique ?').fill('Paquet cadeau');
      await form.getByRole('button', { name: /^Ajouter/ }).click();
      await form.getByText('Tout ce qui reste est dans votre panier').waitFor();
      await form.getByRole('button', { name: /^Ajouter/ }).press('Enter');
      expect(await wordsOf(page.locator('.basket'))).to.match(/Paquet cadeau.*78,00 €/s);
      await page.getByRole('link', { name: 'Tous les articles' }).click();
      await page.getByRole('button', { name: 'Au panier Carafe Lys' }).waitFor();
      expect(await page.locator('.basket .quantity__value').textContent()).to.equal('2');
    });

    it('says what was sold meanwhile, offers to take fewer, and takes that order', async () => {
      const page = await open(SHOP);
      await addTwoCarafes(page);
      await page.getByRole('button', { name: 'Ajouter Tasse Marée' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await placed();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByRole('alert').getByText('Il n’en reste pas assez : Carafe Lys (plus que 1)').waitFor();
      expect(await dialog.getByRole('button', { name: 'Envoyer la commande' }).isDisabled()).to.equal(true);
      await dialog.getByRole('button', { name: 'N’en prendre que 1 Carafe Lys' }).click();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
      expect(await wordsOf(page.locator('.receipt'))).to.match(/1 × Carafe Lys.*1 × Tasse Marée/s);
    });

    it('marks what somebody else took the last one of, and takes the rest', async () => {
      const page = await open(SHOP);
      await page.getByRole('button', { name: 'Ajouter Carafe Lys' }).click();
      await page.getByRole('button', { name: 'Ajouter Tasse Marée' }).click();
      const dialog = await checkOut(page);
      await dialog.getByLabel('Nom').fill('Ada');
      await placed();
      await placed();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await dialog.getByText('Vient de partir : Carafe Lys').waitFor();
      await dialog.getByRole('button', { name: 'Retirer ce qui est épuisé' }).click();
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
      expect(await wordsOf(page.locator('.receipt'))).not.to.include('Carafe');
    });

    it('lets a guest change to another variant when the chosen one is gone', async () => {
      const page = await open(`${SHOP}/bol`);
      await page.locator('.product__form').getByLabel('Petit, 12 cm').check();
      await page
        .locator('.product__form')
        .getByRole('button', { name: /^Ajouter/ })
        .click();
      await receive(host, scope, BOL_PETIT, -5);
      await receive(host, scope, { itemId: 'bol', variantId: 'grand' }, 1);
      const dialog = await checkOut(page);
      await dialog.getByText('Épuisé : à retirer pour commander.').waitFor();
      await dialog.getByRole('button', { name: 'Modifier Bol Ostrevent' }).click();
      const item = page.getByRole('dialog', { name: 'Bol Ostrevent' });
      await item.getByLabel('Grand, 16 cm').check();
      await item.getByRole('button', { name: /^Mettre à jour/ }).click();
      await dialog.getByLabel('Nom').fill('Ada');
      await dialog.getByRole('button', { name: 'Envoyer la commande' }).click();
      await page.waitForURL(/\/order\//);
      expect(await wordsOf(page.locator('.receipt'))).to.include('Grand, 16 cm');
    });

    it('keeps the basket over a reload and says what the shop changed about it', async () => {
      const page = await open(SHOP);
      await addTwoCarafes(page);
      await page.getByRole('button', { name: 'Ajouter Affiche Beffroi' }).click();
      await receive(host, scope, CARAFE, -1);
      await host.services.products.update(scope, 'affiche', { visible: false });
      await page.reload();
      await page.getByText('La boutique a changé depuis votre dernière visite').waitFor();
      await page.getByText('Carafe Lys : il n’en reste que 1.').waitFor();
      await page.getByText('Affiche Beffroi n’est plus en vente').waitFor();
      await page.locator('.basket').getByRole('button', { name: 'N’en prendre que 1' }).click();
      expect(await page.locator('.basket .quantity__value').textContent()).to.equal('1');
    });
  });

  describe('following an order', () => {
    it('leads back to the shop, in the language asked for, without JavaScript', async () => {
      const id = await placed();
      const page = await open(`${SHOP}/order/${id}?lang=en`, { ...PHONE, javaScriptEnabled: false });
      expect(await wordsOf(page.locator('main'))).to.include('We have your order');
      expect(await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).to.equal(`${SHOP}?lang=en`);
    });
  });

  describe('for everybody', () => {
    const looks: [name: string, options: BrowserContextOptions][] = [
      ['on a phone, in French', PHONE],
      ['on a desktop in the dark, in English', { ...DESKTOP, colorScheme: 'dark', locale: 'en-GB' }],
    ];
    for (const [name, options] of looks) {
      it(`has nothing axe objects to ${name}`, async () => {
        const page = await open(SHOP, options);
        const check = async (state: string) => expect(await axeFaults(page), state).to.deep.equal([]);
        await check('shop');
        await page.getByRole('button', { name: /Bol/ }).click();
        await check('variants');
        await page.locator('.sheet button[type=submit]').click();
        await check('variants with faults');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /Carafe/ }).click();
        await page
          .getByRole('button', { name: /Carafe/ })
          .first()
          .click();
        await check('all taken');
        await receive(host, scope, CARAFE, -1);
        await page.goto(`${host.url}${SHOP}/carafe`);
        await page.locator('.basket-news .notice').waitFor();
        await check('item, with news of the basket');
        await page.locator('.basket .button:visible, .basket-bar .button:visible').click();
        await page.locator('.sheet .line').first().waitFor();
        await check('checkout of too many');
        await page.locator('.sheet .line .fault button').click();
        await page.locator('[name=name]').fill('Ada');
        await page.locator('.sheet button[type=submit]').click();
        await page.waitForURL(/\/order\//);
        await check('order');
      });

      it(`has nothing axe objects to ${name} where nothing can be ordered`, async () => {
        await openShop(host, { slug: 'fermee', hours: [] });
        await openShop(host, { slug: 'vide' }, { categories: [], items: [] });
        for (const path of ['fermee', 'fermee/bol', 'vide', 'nulle-part', 'fermee/rien']) {
          const page = await open(`/boutique/${path}`, options);
          expect(await axeFaults(page), path).to.deep.equal([]);
          expect(await page.getByRole('button').count(), path).to.equal(0);
        }
      });
    }

    it('has no sideways scrolling on the smallest phone', async () => {
      for (const path of [SHOP, `${SHOP}/bol`, `${SHOP}/carnet`]) {
        const page = await open(path, { ...PHONE, viewport: { width: 320, height: 640 } });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, path).to.equal(0);
      }
    });

    it('has targets of at least 44 pixels', async () => {
      const page = await open(SHOP, PHONE);
      await page.getByRole('button', { name: /Carafe/ }).click();
      expect(await smallTargets(page)).to.deep.equal([]);
      await page.goto(`${host.url}${SHOP}/bol`);
      expect(await smallTargets(page)).to.deep.equal([]);
    });
  });

  async function remainingOf(itemId: string): Promise<number | null | undefined> {
    const { items } = await host.services.boutique.shopWindow('atelier-test');
    return items.find(({ id }) => id === itemId)?.remaining;
  }
});

/** The hour from nine of the day after tomorrow: closed for certain until then, whatever the time is now. */
function inTwoDays(now: Date) {
  return [{ day: ((now.getUTCDay() + 1) % 7) + 1, from: '09:00', to: '10:00' }];
}

async function addTwoCarafes(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Ajouter Carafe Lys' });
  await add.click();
  await add.click();
}

/** Opens the order from the basket beside the goods. */
async function checkOut(page: Page) {
  await page.getByRole('button', { name: 'Commander' }).click();
  const dialog = page.getByRole('dialog', { name: 'Votre panier' });
  await dialog.waitFor();
  return dialog;
}
