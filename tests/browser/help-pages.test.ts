import { expect } from 'chai';
import { HELP, openHelp } from './help-world.js';
import { type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

const ARTICLE = `${HELP}/comment-retourner-un-article`;

describe('the help pages in a browser', function () {
  this.timeout(60_000);
  let host: PageHost;
  const browser = watchedBrowser(() => host.close());

  beforeEach(async () => {
    host = await startPageHost();
    await openHelp(host);
  });

  it('lead from the topics to an answer and back, without JavaScript', async () => {
    const page = await browser.open(host.url + HELP, { ...PHONE, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Comment retourner un article ?' }).click();
    await page.waitForURL(`**${ARTICLE}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).to.equal('Comment retourner un article ?');
    await page.getByRole('link', { name: 'Tous les sujets' }).click();
    await page.waitForURL(`**${HELP}`);
  });

  it('find an answer, in the language that was chosen', async () => {
    const page = await browser.open(host.url + HELP, { ...DESKTOP, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('searchbox', { name: 'Search the help pages' }).fill('return');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await wordsOf(page.locator('main'))).to.include('1 answer for “return”');
    await page.getByRole('link', { name: 'How do I return an item?' }).click();
    expect(page.url()).to.match(/how-do-i-return-an-item\?lang=en$/);
  });

  for (const [name, view] of [
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const) {
    it(`are for everybody on ${name}: no fault that axe finds, nothing too small or too wide`, async () => {
      for (const path of [
        HELP,
        ARTICLE,
        `${ARTICLE}?lang=de`,
        `${HELP}/c/livraison`,
        `${HELP}?q=livraison`,
        `${HELP}?q=rien`,
        `${HELP}/rien`,
      ]) {
        const page = await browser.open(host.url + path, view);
        expect(await axeFaults(page), path).to.deep.equal([]);
        // Links within a sentence are as small as the words around them.
        const small = (await smallTargets(page)).filter((target) => !/^(?:conditions|https:)/.test(target));
        expect(small, path).to.deep.equal([]);
        const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        expect(content, path).to.be.at.most(screen ?? 0);
      }
    });
  }

  it('are for everybody in the dark', async () => {
    for (const path of [HELP, ARTICLE]) {
      const page = await browser.open(host.url + path, { ...PHONE, colorScheme: 'dark' });
      expect(await axeFaults(page), path).to.deep.equal([]);
    }
  });
});
