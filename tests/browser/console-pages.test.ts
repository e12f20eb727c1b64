import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aConsoleWorld, type ConsoleWorld } from './console-world.js';
import { HOSTILE_NAME } from './page-host.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

describe('the console in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => world.close());
  let world: ConsoleWorld;

  /** What no page may do, looked at as it stands. */
  async function expectSound(page: Page, what: string): Promise<void> {
    expect(await axeFaults(page), what).to.deep.equal([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${what}, sideways`).to.be.at.most(0);
    expect(await smallTargets(page), what).to.deep.equal([]);
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

  it('takes a register through its day: opened, sold at in parts, paid back, closed', async () => {
    world = await aConsoleWorld();
    const { services, scope } = world;
    const page = await browser.open(`${world.url}/manage/login`, PHONE);
    await world.signIn(page, 'manager');
    await page.goto(`${world.url}/manage/till`);
    await page.getByLabel('Nouvelle caisse').fill('Accueil');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Accueil' }).click();
    await page.getByLabel('Fond de caisse').fill('cent');
    await press(page, 'Ouvrir la journée');
    await page.getByText('Un montant, par exemple 12,50.').waitFor();
    await page.getByLabel('Fond de caisse').fill('100');
    await page.keyboard.press('Enter');

    await page.getByLabel('Chercher un article').fill('4006381333931');
    await page.keyboard.press('Enter');
    await page.getByText('Aucun article n’a ce code-barres.').waitFor();
    await page.getByLabel('Chercher un article').fill('');
    for (const good of [HOSTILE_NAME, 'Burger Double', 'Burger Double']) await press(page, good);
    await press(page, `Remise (${HOSTILE_NAME})`);
    await page.getByLabel('Remise', { exact: true }).fill('10 %');
    await press(page, 'Appliquer');
    await page.locator('.rung__total').getByText('41,30 €').waitFor();
    await page.getByLabel('Moyen de paiement').selectOption('card');
    await page.getByLabel('Montant').first().fill('11,30');
    await press(page, 'Ajouter ce paiement');
    await page.getByLabel('Moyen de paiement').selectOption('cash');
    await page.getByLabel('Reçu').fill('50');
    await expectSound(page, 'before it is paid');
    await press(page, /Encaisser 30,00/);
    await page.locator('.receipt__change').getByText('20,00 €').waitFor();
    expect(await wordsOf(page.locator('.receipt pre'))).to.include(HOSTILE_NAME);

    await press(page, 'Ventes');
    await press(page, 'Rembourser (1)');
    await page.getByLabel(/Burger Double/).fill('1');
    await page.getByLabel('Remboursé par').selectOption('cash');
    await expectSound(page, 'a refund');
    await press(page, /Rembourser 17,50/);
    await page.getByRole('heading', { name: 'Ticket 2' }).waitFor();

    await press(page, 'Journée');
    await page.getByText('Clôturer la journée').first().click();
    await page.getByLabel('Compté : Espèces').fill('112');
    await expectSound(page, 'the X report');
    await page.locator('form').getByRole('button', { name: 'Clôturer la journée' }).click();
    await page.getByRole('status').getByText('La journée est clôturée.').waitFor();
    await page.locator('.fold .report').waitFor();
    expect(await wordsOf(page.locator('.fold .report'))).to.match(/112,50 €\s+112,00 €\s+-0,50 €/);
    const [shift] = (await services.views.till.shifts(scope, { page: 1, pageSize: 1 })).items;
    expect(shift?.closed?.report.totals).to.deep.include({ count: 2, totalCents: 2380 });
  });

  it('shows training for what it is, and sells nothing in it', async () => {
    world = await aConsoleWorld();
    const { services, scope } = world;
    const { id } = await services.till.createRegister(scope, 'École');
    const page = await browser.open(`${world.url}/manage/login`, { ...DESKTOP, locale: 'en-GB', colorScheme: 'dark' });
    await world.signIn(page, 'manager');
    // How cash is rounded comes late: nothing can be paid before, and no press of a button goes nowhere.
    await page.route(/posManagement\.settings/, async (route) => {
      await wait(500);
      await route.continue();
    });
    await page.goto(`${world.url}/manage/till?register=${id}`);
    await press(page, 'Settings');
    await press(page, 'Begin training');
    await page.getByText('TRAINING — nothing that is rung up here is a sale').waitFor();
    await press(page, 'Sell');
    await press(page, 'Burger Simple');
    await press(page, /Take €14\.00/);
    await page.getByRole('heading', { name: 'Receipt 1' }).waitFor();
    await expectSound(page, 'training');
    expect(await wordsOf(page.locator('.receipt pre'))).to.include('MODE ÉCOLE');
    expect((await services.views.sales.list(scope, { limit: 10 })).items).to.deep.equal([]);
  });

  it('makes gates and keys of devices, shown once, and annuls what was scanned', async () => {
    world = await aConsoleWorld(['k4m7p9qrst2vwxyz3abc5defgh']);
    const { services, scope, site } = world;
    await services.access.scan(scope, site, {
      code: 'k4m7p9qrst2vwxyz3abc5defgh',
      gate: 'Entrée',
      direction: 'entry',
      nonce: 'n1',
      at: null,
    });
    const page = await browser.open(`${world.url}/manage/login`, PHONE);
    await world.signIn(page, 'admin');
    await page.goto(`${world.url}/manage/gates`);
    await press(page, 'Nouvel accès');
    await page.getByLabel('Nom de l’accès').fill('Jardin');
    await page.getByLabel('Minutes avant le début').fill('30');
    await expectSound(page, 'a new gate');
    await press(page, 'Enregistrer');
    await page.getByText('dès 30 min avant').waitFor();
    await press(page, /^Annuler \(Entrée\)/);
    await page.getByText('Le contrôle est annulé.').waitFor();
    expect(await services.access.occupancy(scope, site)).to.deep.include({ inside: 0 });
    await page.getByLabel('Nom du nouvel appareil').fill('Téléphone 2');
    await press(page, 'Créer une clé');
    const key = await page.locator('.secret__text').textContent();
    expect(key).to.match(/^gate_/);
    await expectSound(page, 'a new key');
    await page.reload();
    await press(page, 'Révoquer (Téléphone 2)');
    expect(await page.content()).not.to.include(String(key));
    await press(page, /Révoquer : oui, vraiment/);
    await page.getByText('La clé de « Téléphone 2 » est révoquée.').waitFor();
  });

  it('links shops: the secret once, another one later, off and on', async () => {
    world = await aConsoleWorld();
    const { services, scope } = world;
    const page = await browser.open(`${world.url}/manage/login`, PHONE);
    await world.signIn(page, 'admin');
    await page.goto(`${world.url}/manage/links`);
    await page.getByLabel('Nom').fill('Ma boutique');
    await page.getByLabel('Adresse où annoncer les ventes').fill('nowhere');
    await press(page, 'Lier');
    await page.getByText('Une adresse complète').waitFor();
    await page.getByLabel('Adresse où annoncer les ventes').fill('');
    await press(page, 'Lier');
    const first = await page.locator('.secret__text').textContent();
    await page.getByText('Changer le secret').click();
    await press(page, 'Changer');
    await page.getByText('2 secrets valables').waitFor();
    expect(await page.locator('.secret__text').textContent())
      .to.match(/^whsec_/)
      .and.not.equal(first);
    await expectSound(page, 'a new secret');
    await press(page, 'Suspendre (Ma boutique)');
    await page.locator('.badge').getByText('suspendue').waitFor();
    await press(page, 'Rétablir (Ma boutique)');
    await page.locator('.badge').waitFor({ state: 'detached' });
    expect((await services.views.syncLinks.list(scope)).map(({ name, disabled }) => [name, disabled])).to.deep.equal([
      ['Ma boutique', null],
    ]);
  });

  it('shows somebody what they may do, and no more, and nothing to whoever has not signed in', async () => {
    world = await aConsoleWorld();
    const { id } = await world.services.till.createRegister(world.scope, 'Accueil');
    const page = await browser.open(`${world.url}/manage/till?register=${id}`);
    expect(page.url()).to.equal(`${world.url}/manage/login?return_to=%2Fmanage%2Ftill%3Fregister%3D${id}`);
    await world.signIn(page, 'viewer');
    await page.goto(`${world.url}/manage/till?register=${id}`);
    await page.getByText('Votre compte ne permet pas d’encaisser.').waitFor();
    expect(await page.getByRole('button').allInnerTexts()).to.deep.equal(['Encaisser', 'Journée', 'Ventes']);
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()).not.to.include('Boutiques liées');
    await page.goto(`${world.url}/manage/gates`);
    await page.getByText('Derniers contrôles').waitFor();
    await page.locator('.figures').waitFor();
    expect((await page.getByRole('button').allInnerTexts()).filter((name) => name !== 'Actualiser')).to.deep.equal([]);
    await page.goto(`${world.url}/manage/links`);
    expect(await wordsOf(page.getByRole('main'))).to.include('Votre compte ne donne pas accès à cette page ici.');
  });
});
