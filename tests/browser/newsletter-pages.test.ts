import { expect } from 'chai';
import { type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

describe('the newsletter in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;

  beforeEach(async () => {
    host = await startPageHost();
    await host.open();
  });

  it('is subscribed to with the keyboard alone, without a script', async () => {
    const page = await browser.open(`${host.url}/newsletter/chez-test`, { ...DESKTOP, locale: 'fr-FR', javaScriptEnabled: false });
    await page.getByLabel('Votre adresse e-mail').focus();
    await page.keyboard.type('ada@example.test');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await wordsOf(page.getByRole('status'))).to.include('un message vient de lui être envoyé');
  });

  for (const [name, options] of Object.entries({ 'on a phone': PHONE, 'in the dark': { ...DESKTOP, colorScheme: 'dark' as const } })) {
    it(`has nothing axe objects to ${name}, and nothing too small to touch`, async () => {
      const page = await browser.open(`${host.url}/newsletter/chez-test?lang=it`, options);
      expect(await axeFaults(page)).to.deep.equal([]);
      expect(await smallTargets(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Iscriversi' }).click();
      expect(await wordsOf(page.getByRole('alert'))).to.equal('Questo indirizzo non è completo.');
      expect(await axeFaults(page)).to.deep.equal([]);
    });
  }
});
