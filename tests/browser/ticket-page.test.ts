import { addDays } from '@comptoir/core/sites/wall-time.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Museum, openMuseum } from './museum-world.js';
import { type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, firstLoadSizes, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

const PAGE = '/billetterie/musee-test';
const FIRST_LOAD_MAX_BYTES = 60 * 1024;

describe('the page of tickets in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;
  let museum: Museum;

  beforeEach(async () => {
    host = await startPageHost();
    museum = await openMuseum(host);
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);
  const linkTo = (parts: Readonly<Record<string, string>>) => `${PAGE}#${new URLSearchParams(parts)}`;
  const hashOf = (page: Page) => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
  const wholeLink = () => linkTo({ o: museum.tourId, d: museum.day, s: museum.sessions.open });

  it('leads from an offer to a day, a session and a price, and keeps the way in the address', async () => {
    const page = await open(PAGE);
    await page.getByRole('button', { name: 'Choisir Les coulisses des ondes' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'date-title');
    await page.locator(`[data-day="${museum.day}"]`).click();
    expect(hashOf(page)).to.deep.equal({ o: museum.tourId, d: museum.day });
    await page.getByLabel(/10:00 – 11:15/).check();
    expect(hashOf(page)).to.deep.equal({ o: museum.tourId, d: museum.day, s: museum.sessions.open });
    await page.getByRole('group', { name: 'Nombre de billets, Plein tarif' }).getByRole('button', { name: 'Un de plus' }).click();
    const young = page.getByRole('group', { name: 'Nombre de billets, Moins de 26 ans' });
    await young.getByRole('button', { name: 'Un de plus' }).click();
    await young.getByRole('button', { name: 'Un de plus' }).click();
    expect(await wordsOf(page.locator('.order-foot'))).to.match(/Total · 3 billets\s*19,00 €/);
    await page.reload();
    await page.getByRole('heading', { name: 'Combien de billets ?' }).waitFor();
    expect(await page.getByLabel(/10:00 – 11:15/).isChecked()).to.equal(true);
  });

  it('opens at the session of a link, in every language, without a fault of accessibility', async () => {
    for (const [index, language] of TICKET_LANGUAGES.entries()) {
      const [device, colorScheme] = index % 2 === 0 ? ([PHONE, 'dark'] as const) : ([DESKTOP, 'light'] as const);
      const path = `/${language}/tickets/musee-test`;
      const page = await open(path + wholeLink().slice(PAGE.length), { ...device, colorScheme });
      await page.locator('.rate').first().waitFor();
      expect(await page.locator('.session :checked').count(), language).to.equal(1);
      expect(await axeFaults(page), language).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} fits`).to.equal(true);
    }
  });

  it('can be hit with a finger', async () => {
    const page = await open(wholeLink(), PHONE);
    await page.locator('.rate').first().waitFor();
    // Seven days share the width of a phone.
    const small = await smallTargets(page);
    expect(small.filter((target) => !/^\d+/.test(target))).to.deep.equal([]);
    const heights = await page.locator('button.day').evaluateAll((days) => days.map((day) => day.getBoundingClientRect().height));
    expect(Math.min(...heights)).to.be.at.least(43.5);
  });

  it('leaves out what of a link no longer fits, and opens with the rest', async () => {
    const { tourId, day, sessions } = museum;
    const yesterday = addDays(day, -2);
    const fits: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{ o: 'gone', d: day, s: sessions.open }, {}],
      [{ d: day, s: sessions.open }, {}],
      [{ o: tourId, d: yesterday }, { o: tourId }],
      [{ o: tourId, d: '2026-02-31' }, { o: tourId }],
      [
        { o: tourId, d: day, s: sessions.full },
        { o: tourId, d: day },
      ],
      [
        { o: tourId, d: day, s: 'gone' },
        { o: tourId, d: day },
      ],
      [
        { o: tourId, d: day, s: sessions.small },
        { o: tourId, d: day, s: sessions.small },
      ],
    ];
    for (const [asked, kept] of fits) {
      const page = await open(linkTo(asked));
      await page
        .locator('o' in kept ? '[data-day]' : '.offers:not(.offers--chosen)')
        .first()
        .waitFor();
      await page.waitForFunction((wanted) => location.hash === wanted, hashWritten(kept));
      expect((await page.locator('.rate').count()) > 0, JSON.stringify(asked)).to.equal('s' in kept);
      await page.context().close();
    }
  });

  const hashWritten = (parts: Readonly<Record<string, string>>) =>
    Object.keys(parts).length === 0 ? '' : `#${new URLSearchParams(parts)}`;

  it('says in words how full sessions are, and sells no full one', async () => {
    const page = await open(linkTo({ o: museum.tourId, d: museum.day }));
    await page.locator('.session').first().waitFor();
    expect(await wordsOf(page.locator('.sessions'))).to.match(/10:00 – 11:15\s+Places disponibles\s+14:00 – 15:15\s+Complet/);
    expect(await page.getByLabel(/14:00 – 15:15/).isDisabled()).to.equal(true);
  });

  it('is chosen from by keyboard: one stop of Tab in the calendar, arrows from day to day', async () => {
    const page = await open(PAGE);
    await page.getByRole('button', { name: 'Choisir Les coulisses des ondes' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-day]').first().waitFor();
    expect(await page.locator('button.day[tabindex="0"]').count()).to.equal(1);
    await page.locator('button.day[tabindex="0"]').focus();
    const days = await page.locator('[data-day]').evaluateAll((all) => all.map((day) => day.getAttribute('data-day')));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
    await page.keyboard.press('End');
    expect(await focused()).to.equal(days.at(-1));
    await page.keyboard.press('Home');
    expect(await focused()).to.equal(days[0]);
    if (days.length > 1) {
      await page.keyboard.press('ArrowRight');
      expect(await focused()).to.equal(days[1]);
      await page.keyboard.press('ArrowLeft');
    }
    await page.keyboard.press('Enter');
    await page.locator('.session').first().waitFor();
    expect(hashOf(page).d).to.equal(days[0]);
  });

  it('leads to another month, and back from one without sessions', async () => {
    const page = await open(linkTo({ o: museum.tourId }));
    await page.locator('[data-day]').first().waitFor();
    for (let months = 0; months < 2; months += 1) await page.getByRole('button', { name: 'Mois suivant' }).click();
    await page.getByText('Aucune séance ce mois-ci.').waitFor();
    await page.getByRole('button', { name: 'Aller à la prochaine séance' }).click();
    await page.locator(`[data-day="${museum.day}"]`).waitFor();
  });

  it('says so when the sessions cannot be had, and tries again', async () => {
    const page = await open(PAGE);
    await page.route('**/api/ticketing/catalog*', (route) => route.fulfill({ status: 503, json: { ok: false } }), { times: 1 });
    await page.getByRole('button', { name: 'Choisir Les coulisses des ondes' }).click();
    await page.getByText('Les séances n’ont pas pu être chargées.').waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await page.locator('[data-day]').first().waitFor();
  });

  it('takes the choices along into another language', async () => {
    const page = await open(wholeLink());
    await page.locator('.rate').first().waitFor();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Wie viele Karten?' }).waitFor();
    expect(await wordsOf(page.locator('.rates'))).to.include('Gegen Nachweis.');
  });

  it('shows what is on without JavaScript, and says what needs it', async () => {
    const page = await open('/en/tickets/musee-test', { ...PHONE, javaScriptEnabled: false });
    const words = await wordsOf(page.locator('main'));
    expect(words).to.include('Booking online needs JavaScript.').and.to.include('Behind the waves');
    expect(words).to.match(/Under 26\s+On presentation of a card\.\s+€5\.00/);
    expect(await page.getByRole('button').count()).to.equal(0);
  });

  it('loads in few bytes', async () => {
    for (const encoding of ['gzip', 'br'] as const) {
      const sizes = await firstLoadSizes(host.url, PAGE, encoding);
      expect(sizes).to.have.length(4);
      expect(
        sizes.reduce((sum, size) => sum + size),
        `${encoding}: ${sizes.join(' + ')}`,
      ).to.be.at.most(FIRST_LOAD_MAX_BYTES);
    }
  });
});
