import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aShopSyncWorld, type ShopSyncWorld } from './shop-sync-world.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

/** In the order in which a merchant meets them: each goes on where the one before has ended. */
describe('the page of the online shop in a browser', function () {
  this.timeout(60_000);
  this.bail(true);
  const browser = watchedBrowser(async () => undefined);
  let world: ShopSyncWorld;
  before(async () => {
    world = await aShopSyncWorld();
  });
  after(() => world.close());

  /** What no page may do, looked at as it stands. */
  async function expectSound(page: Page, what: string): Promise<void> {
    expect(await axeFaults(page), what).to.deep.equal([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${what}, sideways`).to.be.at.most(0);
    expect(await smallTargets(page), what).to.deep.equal([]);
  }

  async function openAs(role: 'admin' | 'manager' | 'viewer', part: string, options = PHONE): Promise<Page> {
    const page = await browser.open(`${world.url}/manage/login`, options);
    await world.signIn(page, role);
    await page.goto(`${world.url}/manage/shop#${part}`);
    return page;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

  it('connects a shop, and says in words why one cannot be', async () => {
    const { shop } = world;
    const page = await openAs('admin', 'overview');
    await page.locator('.glance').getByText('Aucune boutique en ligne n’est connectée').waitFor();
    await press(page, 'Tester et enregistrer');
    await page.getByText('Une adresse complète').waitFor();
    await page.getByLabel('Adresse de la boutique').fill(shop.url);
    await page.getByLabel('Clé du service web', { exact: true }).fill('X'.repeat(32));
    await press(page, 'Tester et enregistrer');
    await page.getByRole('alert').getByText('La boutique n’accepte pas la clé.').waitFor();
    await expectSound(page, 'a key that is refused');

    shop.permit(['configurations', 'orders']);
    await page.getByLabel('Clé du service web', { exact: true }).fill(shop.key);
    await press(page, 'Tester et enregistrer');
    await page
      .getByRole('alert')
      .getByText(/n’a pas le droit de lire : .*products/)
      .waitFor();
    shop.permit(null);
    await press(page, 'Tester et enregistrer');
    await page.getByRole('status').getByText('La boutique est connectée : Fake shop, PrestaShop 8').waitFor();
    await page.locator('.facts').getByText('la boutique a répondu').waitFor();
    await page.locator('.glance').getByText('commencez par un passage complet').waitFor();
    expect(await page.content()).not.to.include(shop.key);
    await expectSound(page, 'a connection');
  });

  it('tries a run, runs it, shows how far it is and how it has ended', async () => {
    const { shop } = world;
    shop.poison.put('orders', 7, { kind: 'set', fields: { total_paid_tax_incl: 'abc' } });
    const page = await openAs('manager', 'overview', { ...DESKTOP, locale: 'en-GB', colorScheme: 'dark' });
    await press(page, 'Dry run (Full pass)');
    await page.getByRole('status').getByText('Full pass (dry run): completed, with records in quarantine.').waitFor();
    await page
      .locator('.rows')
      .getByText(/Rows to write \d+/)
      .waitFor();
    const release = world.holdOrders();
    await press(page, /^Run \(Orders/);
    await page.getByRole('progressbar', { name: 'Orders' }).waitFor();
    await page.getByText('0 of 40 read').waitFor();
    expect(await page.getByRole('button', { name: 'Run (Products)', exact: true }).getAttribute('aria-disabled')).to.equal('true');
    await expectSound(page, 'a run');
    release();
    await page.getByRole('status').getByText('Orders: completed, with records in quarantine.').waitFor();
    await press(page, /^Run \(Full/);
    await page.getByRole('status').getByText('Full pass: completed').waitFor();
    await page.locator('.glance').getByText('1 record is in quarantine.').waitFor();
    expect(await wordsOf(page.locator('.cards .badge'))).to.equal('in step\nin step\nin step');
    await page.getByText('Details').first().click();
    await expectSound(page, 'runs that have ended');
    // Whoever may not change the connection sees no button for it.
    expect(await page.getByRole('button', { name: /Edit|Disconnect/ }).count()).to.equal(0);
  });

  it('leaves records alone and tries them again, one or many, until nothing is set apart', async () => {
    const { shop } = world;
    const page = await openAs('admin', 'overview');
    await page.getByRole('link', { name: 'Quarantaine' }).first().click();
    await page.getByLabel('Commande 7').waitFor();
    await expectSound(page, 'the quarantine');
    await press(page, 'Laisser de côté (Commande 7)');
    await page.getByText('1 enregistrement est laissé de côté.').waitFor();
    await page.getByText('Rien n’est en quarantaine').waitFor();
    await page.getByLabel('Montrer').selectOption('dismissed');
    await page.getByLabel('Tout choisir sur cette page').check();
    await press(page, 'Réessayer les choisis (1)');
    await page.getByText('0 enregistrement importé, 1 toujours en quarantaine.').waitFor();
    shop.poison.clear();
    await page.getByLabel('Montrer').selectOption('waiting');
    await press(page, 'Réessayer (Commande 7)');
    await page.getByText('1 enregistrement importé, 0 toujours en quarantaine.').waitFor();
    await page.getByText('Rien n’est en quarantaine').waitFor();
    await expectSound(page, 'an empty quarantine');
    await page.getByRole('link', { name: 'Vue d’ensemble' }).click();
    await page.locator('.glance').getByText('sont à jour').waitFor();
    await expectSound(page, 'a shop in step');
  });

  it('compares both sides, and says in what they differ', async () => {
    const { shop } = world;
    const page = await openAs('manager', 'drift');
    await page.getByText('Rien n’a encore été comparé.').waitFor();
    await press(page, 'Comparer maintenant');
    await page.getByRole('status').getByText('La comparaison est faite.').waitFor();
    const orders = page.getByRole('region', { name: 'Commandes' });
    await orders.getByText('en phase').waitFor();
    const [first] = [...shop.db.orders.all()];
    shop.edits.placeOrder({
      lines: (first?.rows ?? []).map(({ productId, combinationId }) => ({ productId, combinationId, quantity: 1 })),
    });
    await press(page, 'Comparer maintenant');
    await orders.getByText('n° 41').waitFor();
    expect(await wordsOf(orders.locator('.figures'))).to.match(/Dans la boutique\s+41\s+Ici\s+40/);
    await expectSound(page, 'differences');
  });

  it('gives addresses and a secret, shown once, and replays what was told', async () => {
    const page = await openAs('admin', 'webhooks', DESKTOP);
    await page.getByText('Aucun secret').waitFor();
    const address = await page.locator('.address').getByText('/orders').textContent();
    await press(page, 'Nouveau secret (Webhooks)');
    await press(page, /Nouveau secret : oui, vraiment/);
    const secret = (await page.locator('.secret__text').textContent()) ?? '';
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copier (Nouveau secret des webhooks)');
    await page.getByText('C’est copié.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(secret);
    await expectSound(page, 'a secret');
    await press(page, 'C’est noté');
    expect(await page.content()).not.to.include(secret);

    const told = await page.request.post(address ?? '', {
      headers: { 'X-Webhook-Signature': secret },
      data: [{ entity: 'orders', action: 'update', id: 41 }],
    });
    expect(told.status()).to.equal(202);
    await press(page, 'Actualiser');
    await page.getByText('Commande 41 modifié · traitée (importé)').waitFor();
    await press(page, 'Rejouer (Commande 41 modifié)');
    await page.getByText('L’annonce est rejouée.').waitFor();
    await page.getByText('Commande 41 modifié · traitée (rien à faire)').waitFor();
    await page.getByLabel('État').selectOption('failed');
    await page.getByText('La boutique n’a rien annoncé.').waitFor();
    await expectSound(page, 'the journal');
  });

  it('shows whoever may only look no button that would be refused', async () => {
    const page = await openAs('viewer', 'overview');
    await page.locator('.facts').first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Parties de la page' }).getByRole('link').allInnerTexts()).to.deep.equal([
      'Vue d’ensemble',
      'Quarantaine',
      'Écarts',
    ]);
    for (const part of ['overview', 'quarantine', 'drift', 'webhooks']) {
      await page.goto(`${world.url}/manage/shop#${part}`);
      await page.locator('.glance, .cards').first().waitFor();
      const names = await page.getByRole('main').getByRole('button').allInnerTexts();
      expect(
        names.filter((name) => !['Actualiser', 'Chercher'].includes(name)),
        part,
      ).to.deep.equal([]);
    }
  });
});
