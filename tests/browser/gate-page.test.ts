import { randomBytes } from 'node:crypto';
import { ticketCode } from '@comptoir/core/ticketing/ticket.js';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { filmOf, type GateWorld, openMuseum, SEEN_CODE } from './gate-world.js';
import { type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
const PATH = '/controle/musee';

describe('the page of a gate', function () {
  this.timeout(60_000);
  let host: PageHost;
  let world: GateWorld;
  const browser = watchedBrowser(() => host.close(), [...CAMERA, `--use-file-for-fake-video-capture=${filmOf(SEEN_CODE)}`]);
  const anyCode = () => ticketCode(randomBytes);

  beforeEach(async () => {
    host = await startPageHost();
    world = await openMuseum(host, [SEEN_CODE, anyCode(), anyCode()]);
  });

  async function atWork(view = PHONE, gate = 'Porte A'): Promise<Page> {
    const page = await browser.open(host.url + PATH, { ...view, serviceWorkers: 'allow' });
    await page.getByLabel('Clé de l’appareil').fill(world.key);
    await page.getByRole('button', { name: 'Commencer' }).click();
    await page.getByLabel('Porte').fill(gate);
    await page.getByText('En ligne').waitFor();
    return page;
  }

  const outcome = (page: Page) => page.getByRole('status');
  const type = async (page: Page, code: string) => {
    await page.getByLabel('Code du billet').fill(code);
    await page.getByRole('button', { name: 'Vérifier' }).click();
  };
  const says = (page: Page, words: string) => outcome(page).getByText(words).waitFor();
  const codeOf = (index: number) => world.tickets[index]?.code ?? '';
  const scans = async () => (await world.persistence.views.scans.list(world.scope, { limit: 50 })).items;
  /** What the gate needs to go on without the network is on the phone. */
  const isReady = (page: Page) =>
    page.waitForFunction(async () => {
      const worker = await navigator.serviceWorker.ready;
      const kept = await caches.match(location.pathname, { ignoreSearch: true, ignoreVary: true });
      const databases = await indexedDB.databases();
      return worker.active !== null && kept !== undefined && databases.length > 0;
    });

  it('asks for the key of the device once, and refuses one that is none', async () => {
    const page = await browser.open(host.url + PATH, PHONE);
    await page.getByLabel('Clé de l’appareil').fill('cpt_autre');
    await page.getByRole('button', { name: 'Commencer' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Clé de l’appareil').fill(world.key);
    await page.getByRole('button', { name: 'Commencer' }).click();
    await page.getByText('Présentez un billet.').waitFor();

    await page.reload();

    await page.getByText('Présentez un billet.').waitFor();
    await page.getByRole('button', { name: 'Retirer la clé' }).click();
    await page.getByLabel('Clé de l’appareil').waitFor();
  });

  it('asks for another key when the host revokes this one', async () => {
    const page = await atWork();
    const [device] = (await world.persistence.views.apiKeys.list(world.scope, 'device', { page: 1, pageSize: 1 }, host.clock.now())).items;
    await host.services.keys.revoke(world.scope, 'device', device?.id ?? '');

    await page.evaluate(() => window.dispatchEvent(new Event('online')));

    await page.getByText('Cette clé n’est pas valable ici.').waitFor();
  });

  it('lets a typed code in once, says where it came in, and counts who is inside', async () => {
    const page = await atWork();

    await type(page, codeOf(1).toUpperCase());
    await says(page, 'Entrez');
    await page.getByText('1 personne à l’intérieur').waitFor();
    await type(page, codeOf(1));
    await says(page, 'Refusé');

    expect(await wordsOf(outcome(page))).to.match(/Ce billet a déjà servi\.\s+Entrée par Porte A à \d\d:\d\d\./);
    await page.getByLabel('Sortie').check();
    await type(page, codeOf(1));
    await says(page, 'Au revoir');
    await page.getByText('0 personne à l’intérieur').waitFor();
    await type(page, 'nobody');
    await says(page, 'Billet inconnu.');
    expect((await scans()).map(({ gate, reason }) => [gate, reason])).to.have.deep.members([
      ['Porte A', null],
      ['Porte A', 'used'],
      ['Porte A', null],
      ['Porte A', 'invalid'],
    ]);
  });

  it('reads a code from the camera, once while it stays in front of it', async () => {
    const page = await atWork();

    await page.getByRole('button', { name: 'Ouvrir la caméra' }).click();
    await says(page, 'Entrez');

    expect((await scans()).map(({ holder }) => holder?.id)).to.deep.equal([world.tickets[0]?.id]);
    await page.getByRole('button', { name: 'Fermer la caméra' }).click();
    await page.locator('video').waitFor({ state: 'detached' });
  });

  it('takes what a reader types wherever the focus is', async () => {
    const page = await atWork(DESKTOP);
    await page.locator('h1').click();

    await page.keyboard.type(`${codeOf(2)}`);
    await page.keyboard.press('Enter');

    await says(page, 'Entrez');
  });

  it('goes on without the network, opens again without it, and tells what happened when it is back', async () => {
    const page = await atWork();
    await isReady(page);
    await page.context().setOffline(true);

    await type(page, codeOf(1));
    await says(page, 'Décidé hors ligne.');
    await page.getByText('1 passage à transmettre').waitFor();
    await page.reload();
    await type(page, codeOf(1));
    await says(page, 'Ce billet a déjà servi.');
    await type(page, anyCode());
    await says(page, 'Billet inconnu.');
    expect(await scans()).to.deep.equal([]);
    await page.context().setOffline(false);
    await page.getByText('En ligne').waitFor();

    expect((await scans()).map(({ reason }) => reason)).to.have.members([null, 'used', 'invalid']);
    expect((await world.persistence.views.tickets.get(world.scope, world.tickets[1]?.id ?? ''))?.state).to.equal('used');
  });

  it('names both gates when somebody was let in elsewhere meanwhile', async () => {
    const page = await atWork(PHONE, 'Porte B');
    await isReady(page);
    await page.context().setOffline(true);
    await type(page, codeOf(1));
    await says(page, 'Entrez');
    const { access } = host.services;
    await access.scan(world.scope, world.site, { code: codeOf(1), gate: 'Porte A', direction: 'entry', nonce: 'a', at: null });

    await page.context().setOffline(false);
    const conflicts = page.getByRole('alert');
    await conflicts.waitFor();

    expect(await wordsOf(conflicts)).to.match(/Porte B, \d\d:\d\d : Ce billet a déjà servi\. Entrée par Porte A à \d\d:\d\d\./);
    await page.getByRole('button', { name: 'J’ai vu' }).click();
    await conflicts.waitFor({ state: 'detached' });
  });

  for (const [name, view] of [
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const) {
    it(`is for everybody on ${name}: no fault that axe finds, nothing too small or too wide`, async () => {
      const page = await atWork(view);
      for (const code of ['', codeOf(1), codeOf(1)]) {
        if (code !== '') await type(page, code);
        if (code !== '') await outcome(page).getByText('Séance').waitFor();
        expect(await axeFaults(page)).to.deep.equal([]);
        expect(await smallTargets(page)).to.deep.equal([]);
        const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        expect(content).to.be.at.most(screen ?? 0);
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}-${code}.png`, fullPage: true });
      }
    });
  }

  it('is not there for an establishment without access control, and speaks English', async () => {
    await host.open({ slug: 'sans-porte' });

    expect((await fetch(`${host.url}/controle/sans-porte`)).status).to.equal(404);
    const page = await browser.open(`${host.url}${PATH}?lang=en`);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).to.equal('Set up this device');
    const worker = await fetch(`${host.url}/controle/worker.js`);
    expect(worker.headers.get('content-security-policy')).to.equal("default-src 'none'; connect-src 'self'");
  });
});
