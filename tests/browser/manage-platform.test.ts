import { DEMO_ACCOUNT } from '@comptoir/app/demo/demo-account.js';
import { loadDemo } from '@comptoir/app/demo/load-demo.js';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../adapters-http/until.js';
import { type Outbox, plainPasswords } from '../support/service-deps.js';
import { type RealPlatform, startPlatform } from './real-platform.js';
import { watchedBrowser, wordsOf } from './support.js';

/** The address in the newest mail to somebody. */
function linkFor(outbox: Outbox, address: string): string {
  const mail = outbox.sent.findLast(({ to }) => to === address);
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

describe('the platform’s pages on the platform itself', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => platform.close());
  let platform: RealPlatform;

  beforeEach(async () => {
    platform = await startPlatform();
    await loadDemo(platform.services, plainPasswords);
  });

  const { open } = browser;

  async function signIn(page: Page, email: string, password: string): Promise<void> {
    await page.locator('[name="email"]').fill(email);
    await page.locator('[name="password"]').fill(password);
    await page.keyboard.press('Enter');
  }

  /** The organisation's owner, signed in. */
  async function openAsOwner(): Promise<Page> {
    const page = await open(platform.url);
    await signIn(page, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password);
    await page.waitForURL(`${platform.url}/manage`);
    return page;
  }

  const heading = (page: Page) => wordsOf(page.getByRole('heading', { level: 1 }));

  it('take the owner of the demo from the bare address to the first page, refuse a wrong password, and let them out', async () => {
    const page = await open(platform.url);
    await signIn(page, DEMO_ACCOUNT.email, 'not the password');
    await page.getByRole('alert').waitFor();
    await signIn(page, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password);
    await page.waitForURL(`${platform.url}/manage`);
    expect(await heading(page)).to.equal('Lucie Demo');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${platform.url}/manage/login`);
    await page.goto(`${platform.url}/manage`);
    expect(new URL(page.url()).pathname).to.equal('/manage/login');
  });

  it('let the owner act for one establishment, and the session says so', async () => {
    const page = await openAsOwner();
    await page.getByRole('button', { name: /Le Zinc/ }).click();
    await page
      .getByRole('button', { name: /Le Zinc.*En cours/s })
      .or(page.getByText('En cours'))
      .first()
      .waitFor();
    const answers = await page.evaluate(async () => (await fetch('/api/rpc/auth.getSession,site.list?batch=1')).json());
    const [session, sites] = answers.map(({ result }: { result: { data: { json: unknown } } }) => result.data.json);
    const chosen = sites.items.find(({ name }: { name: string }) => name === 'Le Zinc');
    expect(session.siteId).to.be.a('string').and.equal(chosen.id);
  });

  it('lead somebody new from the mail of an invite into the organisation', async () => {
    const owner = await openAsOwner();
    const answer = await owner.evaluate(async () => {
      const body = JSON.stringify({ email: 'ada@maison.test', roles: ['staff'] });
      const made = await fetch('/api/manage/auth/invite-link', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return made.json();
    });
    expect(answer).to.include({ ok: true });
    const page = await open(linkFor(platform.outbox, 'ada@maison.test'));
    expect(await heading(page)).to.include('Maison Demo');
    await page.locator('[name="name"]').fill('Ada Martin');
    await page.locator('[name="password"]').fill('une phrase de passe');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${platform.url}/manage`);
    expect(await heading(page)).to.equal('Ada Martin');
  });

  it('give a new password by mail, with which the old one and its sessions end', async () => {
    const before = await openAsOwner();
    const page = await open(`${platform.url}/manage/forgot`);
    await page.locator('[name="email"]').fill(DEMO_ACCOUNT.email);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    await until(() => linkFor(platform.outbox, DEMO_ACCOUNT.email) !== '');
    await page.goto(linkFor(platform.outbox, DEMO_ACCOUNT.email));
    for (const field of ['password', 'repeated']) {
      const input = page.locator(`[name="${field}"]`);
      if ((await input.count()) > 0) await input.fill('une autre phrase');
    }
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: 'Se connecter' })
      .or(page.getByRole('button', { name: 'Se connecter' }))
      .first()
      .click();
    await signIn(page, DEMO_ACCOUNT.email, 'une autre phrase');
    await page.waitForURL(`${platform.url}/manage`);
    await before.reload();
    expect(new URL(before.url()).pathname).to.equal('/manage/login');
  });
});
