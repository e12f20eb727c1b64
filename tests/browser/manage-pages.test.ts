import type { ShownInvite } from '@comptoir/core/identity/invites-service.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { GOOD_TOKEN } from './manage-calls.js';
import { type ManageHost, startManageHost } from './manage-host.js';
import { NOBODYS_SCOPE, PASSWORD, SAFARI } from './manage-world.js';
import { axeFaults, watchedBrowser, wordsOf } from './support.js';

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const ENGLISH: BrowserContextOptions = { ...DESKTOP, locale: 'en-GB' };

describe('the platform’s pages in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  let host: ManageHost;

  beforeEach(async () => {
    host = await startManageHost({ oidcConfigured: true });
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);

  /** Ada owns Maison, with two establishments, and may look at a third elsewhere. */
  async function aTeam() {
    const maison = await host.organisation('Maison Martin', ['Chez Lucie', 'Le Zinc']);
    const nord = await host.organisation('Ateliers', ['Atelier Nord']);
    const ada = await host.person();
    await host.join(maison.scope, ada, [{ role: 'owner', siteId: null }]);
    await host.join(nord.scope, ada, [{ role: 'viewer', siteId: nord.sites[0]?.siteId ?? null }]);
    return { ada, maison };
  }

  async function openSignedIn(path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const page = await open('/manage/login', options);
    await page.locator('[name="email"]').fill('ada@maison.test');
    await page.locator('[name="password"]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${host.url}/manage`);
    if (path !== '/manage') await page.goto(host.url + path);
    return page;
  }

  describe('signing in', () => {
    it('leads by keyboard alone from the form to the first page, and out again', async () => {
      await aTeam();
      const page = await open('/manage');
      await tabTo(page, 'email');
      await page.keyboard.type('ada@maison.test');
      await tabTo(page, 'password');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${host.url}/manage`);
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal('Ada Martin');
      await tabTo(page, 'Se déconnecter');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${host.url}/manage/login`);
      await page.goto(`${host.url}/manage`);
      expect(new URL(page.url()).pathname, 'signed out').to.equal('/manage/login');
    });

    it('keeps nothing of the session where a script could find it', async () => {
      await aTeam();
      const page = await openSignedIn('/manage');
      const found = await page.evaluate(() => [document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage)]);
      expect(found).to.deep.equal(['']);
    });

    it('says at the fields what is missing before it asks, and puts the focus there', async () => {
      const page = await open('/manage/login', PHONE);
      await page.getByRole('button', { name: 'Se connecter' }).click();
      expect(await page.getByText('Indiquez votre adresse e-mail.').count()).to.equal(1);
      const email = page.getByLabel('Adresse e-mail');
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
      expect(await email.getAttribute('aria-invalid')).to.equal('true');
      await email.fill('ada@maison.test');
      expect(await page.getByText('Indiquez votre adresse e-mail.').count()).to.equal(0);
      expect(host.calls).to.deep.equal([]);
    });

    it('says why it was refused, and how long to wait', async () => {
      await aTeam();
      const page = await open('/manage/login');
      await page.getByLabel('Adresse e-mail').fill('ada@maison.test');
      await page.getByLabel('Mot de passe', { exact: true }).fill('wrong');
      const alert = page.getByRole('alert');
      const refusals: [status: number, code: 'rate_limited' | 'internal', retryAfterSecs: number, words: RegExp][] = [
        [429, 'rate_limited', 40, /Trop d’essais\. Réessayez dans 40 secondes\./],
        [429, 'rate_limited', 61, /Réessayez dans 2 minutes\./],
        [500, 'internal', 0, /Pas de réponse/],
      ];
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await alert.getByText(/vérifiez l’adresse et le mot de passe/).waitFor();
      for (const [status, code, retryAfterSecs, words] of refusals) {
        host.refusals.push({ status, code, retryAfterSecs });
        await page.getByRole('button', { name: 'Se connecter' }).click();
        await alert.getByText(words).waitFor();
      }
    });

    it('says that the platform does not answer', async () => {
      const page = await open('/manage/login', ENGLISH);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByLabel('E-mail address').fill('ada@maison.test');
      await page.getByLabel('Password', { exact: true }).fill('x');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText('No answer: check your connection').waitFor();
    });

    it('sends one call however often the button is pressed', async () => {
      await aTeam();
      const page = await open('/manage/login');
      const release = await holding(page, '**/api/**');
      await page.getByLabel('Adresse e-mail').fill('ada@maison.test');
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Connexion en cours' }).waitFor();
      await page.keyboard.press('Enter');
      release();
      await page.waitForURL(`${host.url}/manage`);
      expect(host.calls).to.have.length(1);
    });

    it('keeps what was typed before the script came, and sends nothing until then', async () => {
      await aTeam();
      const context = await browser.newContext({ locale: 'fr-FR' });
      const page = await context.newPage();
      const release = await holding(page, '**/assets/manage-*.js');
      await page.goto(`${host.url}/manage/login`, { waitUntil: 'commit' });
      await page.getByLabel('Adresse e-mail').fill('ada@maison.test');
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      expect(page.url()).to.equal(`${host.url}/manage/login`);
      release();
      await page.locator('button[type="submit"]:enabled').click();
      await page.waitForURL(`${host.url}/manage`);
      await context.close();
    });

    it('shows the password to whoever wants to see it', async () => {
      const page = await open('/manage/login');
      const password = page.getByLabel('Mot de passe', { exact: true });
      await password.fill('hunter2');
      await page.getByRole('button', { name: 'Afficher (Mot de passe)' }).click();
      expect(await password.getAttribute('type')).to.equal('text');
      expect(await password.inputValue()).to.equal('hunter2');
      await page.getByRole('button', { name: 'Masquer (Mot de passe)' }).click();
      expect(await password.getAttribute('type')).to.equal('password');
    });

    it('starts at the organisation’s account where there is one, and tells what came of it', async () => {
      const page = await open('/manage/login?return_to=/manage%3Fx&error=provider_unreachable');
      const link = page.getByRole('link', { name: 'Utiliser le compte de votre organisation' });
      expect(await link.getAttribute('href')).to.equal('/api/auth/oidc-login?return_to=%2Fmanage%3Fx');
      expect(await page.getByText('La connexion de votre organisation ne répond pas.').count()).to.equal(1);
    });

    it('changes its language on the spot and keeps it on the way', async () => {
      await aTeam();
      const page = await open('/manage/login');
      await page.getByLabel('Adresse e-mail').fill('ada@maison.test');
      await page.getByRole('link', { name: 'English' }).click();
      expect(await page.getByLabel('E-mail address').inputValue()).to.equal('ada@maison.test');
      expect(await page.locator('html').getAttribute('lang')).to.equal('en');
      expect(await page.title()).to.equal('Sign in — Comptoir');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${host.url}/manage?lang=en`);
      expect(await page.getByRole('button', { name: 'Sign out' }).count()).to.equal(1);
    });

    it('says without JavaScript that it needs it, and shows no form that would do nothing', async () => {
      for (const path of ['login', 'forgot', 'reset?token=x', 'verify?token=x']) {
        const page = await open(`/manage/${path}`, { ...PHONE, javaScriptEnabled: false });
        expect(await wordsOf(page.locator('main')), path).to.include('Cette page a besoin de JavaScript');
        expect(await page.getByRole('button').count(), path).to.equal(0);
      }
    });
  });

  describe('getting back in', () => {
    it('answers a forgotten password the same way for everybody', async () => {
      await host.person();
      for (const email of ['ada@maison.test', 'nobody@maison.test']) {
        const page = await open('/manage/forgot', ENGLISH);
        await page.getByLabel('E-mail address').fill(` ${email}`);
        await page.getByRole('button', { name: 'Send the link' }).click();
        const title = page.getByRole('heading', { name: 'Look in your mail' });
        await title.waitFor();
        expect(await title.evaluate((heading) => heading === document.activeElement)).to.equal(true);
        expect(await wordsOf(page.locator('main'))).to.include(`If ${email} belongs to an account`);
      }
      expect(host.calls.map(({ input }) => input)).to.deep.equal([{ email: 'ada@maison.test' }, { email: 'nobody@maison.test' }]);
    });

    it('takes the token out of the address before anything else happens, and out of the history', async () => {
      const page = await open(`/manage/reset?token=${GOOD_TOKEN}&lang=en`);
      await page.waitForURL(`${host.url}/manage/reset?lang=en`);
      expect(await page.evaluate(() => [document.documentElement.outerHTML, JSON.stringify(history.state)].join())).not.to.include(
        GOOD_TOKEN,
      );
    });

    it('sets a new password, in another language than it was opened in, and leads to signing in', async () => {
      const page = await open(`/manage/reset?token=${GOOD_TOKEN}`);
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('The same once more', { exact: true }).fill('other');
      await page.getByRole('button', { name: 'Set the password' }).click();
      expect(await wordsOf(page.locator('main'))).to.match(/too short[\s\S]*not the same/);
      for (const field of ['New password', 'The same once more']) await page.getByLabel(field, { exact: true }).fill('password1234');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByText('too easy to guess').waitFor();
      for (const field of ['New password', 'The same once more']) await page.getByLabel(field, { exact: true }).fill('long enough now');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
      expect(host.calls.at(-1)).to.deep.equal({ name: 'auth.resetPassword', input: { token: GOOD_TOKEN, password: 'long enough now' } });
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL(`${host.url}/manage/login?lang=en`);
    });

    it('says that a link is used up or not whole, and leads to a new one', async () => {
      const page = await open('/manage/reset?token=used');
      for (const field of ['Nouveau mot de passe', 'Encore une fois'])
        await page.getByLabel(field, { exact: true }).fill('long enough now');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Ce lien n’est plus valable').waitFor();
      await page.reload();
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal('Ce lien est incomplet');
      await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
      await page.waitForURL(`${host.url}/manage/forgot`);
    });

    it('confirms an address by the button and not by the link', async () => {
      const page = await open(`/manage/verify?token=${GOOD_TOKEN}`, PHONE);
      await page.waitForURL(`${host.url}/manage/verify`);
      expect(host.calls).to.deep.equal([]);
      await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
      await page.getByRole('heading', { name: 'Votre adresse est confirmée' }).waitFor();
      expect(host.calls).to.deep.equal([{ name: 'auth.verifyEmail', input: { token: GOOD_TOKEN } }]);
    });
  });

  describe('accepting an invite', () => {
    function invite(changes: Partial<ShownInvite> = {}): string {
      const expiresAt = host.clock.now();
      const shown = {
        email: 'bob@maison.test',
        tenantName: 'Maison Martin',
        siteName: 'Chez Lucie',
        roles: ['manager'],
        known: false,
      } as const;
      host.invites.set('payload', { ...shown, expiresAt, ...changes });
      return '/manage/onboard?d=payload';
    }

    it('makes the account of a new person', async () => {
      const page = await open(invite(), PHONE);
      const words = await wordsOf(page.locator('main'));
      for (const expected of ['Rejoindre Maison Martin', 'Chez Lucie', 'responsable']) expect(words).to.include(expected);
      await page.getByRole('button', { name: 'Accepter l’invitation' }).click();
      expect(await wordsOf(page.locator('main'))).to.match(/Indiquez votre nom\.[\s\S]*Indiquez un mot de passe\./);
      await page.getByLabel('Votre nom').fill(' Bob Durand ');
      await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('long enough now');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${host.url}/manage`);
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).to.equal('Bob Durand');
      expect(host.calls).to.deep.equal([{ name: 'accept', input: { name: 'Bob Durand', password: 'long enough now' } }]);
    });

    it('asks a known person for their password only', async () => {
      await host.person();
      const page = await open(invite({ email: 'ada@maison.test', known: true }), ENGLISH);
      expect(await page.getByLabel('Your name').count()).to.equal(0);
      expect(await page.getByRole('link', { name: 'Use your organisation’s account' }).getAttribute('href')).to.include(
        'onboard%3Fd%3Dpayload',
      );
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('check the address and the password').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${host.url}/manage`);
      expect(host.calls.at(-1)).to.deep.equal({ name: 'accept', input: { password: PASSWORD } });
    });

    it('takes one press of whoever is signed in as that person', async () => {
      await host.person();
      const page = await openSignedIn(invite({ email: 'ada@maison.test', known: true }));
      expect(await page.getByRole('textbox').count()).to.equal(0);
      await page.getByRole('button', { name: 'Accepter l’invitation' }).click();
      await page.waitForURL(`${host.url}/manage`);
      expect(host.calls.at(-1)).to.deep.equal({ name: 'accept', input: {} });
    });

    it('tells somebody else who is signed in whose invite it is', async () => {
      await host.person();
      const page = await openSignedIn(invite());
      expect(await wordsOf(page.locator('main'))).to.match(
        /celle de ada@maison\.test\. Accepter ouvre à sa place celle de bob@maison\.test/,
      );
      expect(await page.getByLabel('Votre nom').count()).to.equal(1);
    });

    it('says why it opens nothing', async () => {
      host.invites.set('payload', 'invite_expired');
      const page = await open('/manage/onboard?d=payload', ENGLISH);
      expect(await wordsOf(page.locator('main'))).to.match(/does not open[\s\S]*has expired/);
      expect(await page.getByRole('button').count()).to.equal(0);
    });
  });

  describe('once signed in', () => {
    it('acts for what is chosen, by keyboard too, and still does after a reload', async () => {
      const { maison } = await aTeam();
      const page = await openSignedIn('/manage');
      const place = (name: string) => page.getByRole('button', { name });
      await place('Chez Lucie').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Vous agissez maintenant pour Chez Lucie.').waitFor();
      expect(await place('Chez Lucie').getAttribute('aria-pressed')).to.equal('true');
      const work = page.getByRole('link', { name: 'Ouvrir la caisse et les autres pages' });
      expect(await work.getAttribute('href')).to.equal('/manage/till');
      await place('Toute l’organisation').click();
      await page.getByRole('status').getByText('Vous agissez maintenant pour Maison Martin.').waitFor();
      expect(await page.locator('[aria-pressed="true"]').count()).to.equal(1);
      expect(await work.count(), 'of the whole organisation there is no till').to.equal(0);
      await page.reload();
      expect(await place('Toute l’organisation').getAttribute('aria-pressed')).to.equal('true');
      const { tenantId } = maison.scope;
      expect(host.calls.slice(1)).to.deep.equal([
        { name: 'tenants.switch', input: { tenantId, siteId: maison.sites[0]?.siteId } },
        { name: 'tenants.switch', input: { tenantId, siteId: null } },
      ]);
    });

    it('says why a choice was refused, and keeps the one before', async () => {
      await aTeam();
      const page = await openSignedIn('/manage');
      host.refusals.push({ status: 403, code: 'tenant_suspended' });
      await page.getByRole('button', { name: 'Atelier Nord' }).click();
      await page.getByRole('alert').getByText('Cette organisation est suspendue.').waitFor();
      expect(await page.locator('[aria-pressed="true"]').count()).to.equal(0);
    });

    it('says why the session does not act for what was chosen, until something else is', async () => {
      await aTeam();
      host.refusal = 'forbidden';
      const page = await openSignedIn('/manage/forgot');
      await page.goto(`${host.url}/manage`);
      const words = page.getByText('Votre compte ne peut pas agir pour cette organisation.');
      expect(await words.count()).to.equal(1);
      await page.getByRole('button', { name: 'Le Zinc' }).click();
      await words.waitFor({ state: 'detached' });
    });

    it('ends another session and leaves no trace of it', async () => {
      const { ada } = await aTeam();
      const other = await host.session(ada, { userAgent: SAFARI });
      const page = await openSignedIn('/manage', PHONE);
      const sessions = page.locator('.session');
      expect(await sessions.count()).to.equal(2);
      await page.getByRole('button', { name: 'Terminer (Safari, iPhone)' }).click();
      await page.getByRole('status').getByText('La session est terminée.').waitFor();
      expect(await sessions.count()).to.equal(1);
      expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Vos sessions ouvertes');
      expect(host.calls.at(-1)).to.deep.equal({ name: 'profile.revokeSession', input: { id: other.id } });
      await page.reload();
      expect(await sessions.count()).to.equal(1);
    });

    it('says that the session has ended meanwhile, and leads to a new one', async () => {
      const { ada } = await aTeam();
      const page = await openSignedIn('/manage');
      await host.persistence.transact(NOBODYS_SCOPE, ({ sessions }) => sessions.revokeAll(ada.id, null, host.clock.now()));
      await page.getByRole('button', { name: 'Le Zinc' }).click();
      await page.getByRole('alert').getByText('Votre session est terminée.').waitFor();
      await page.getByRole('alert').getByRole('link', { name: 'Se connecter' }).click();
      await page.waitForURL(`${host.url}/manage/login`);
    });

    it('sends the mail again that confirms the address', async () => {
      await host.person({ emailVerifiedAt: null });
      const page = await openSignedIn('/manage');
      await page.getByRole('button', { name: 'Renvoyer le message' }).click();
      await page.getByRole('status').getByText('Le message est parti.').waitFor();
      expect(host.calls.at(-1)?.name).to.equal('auth.resendVerificationEmail');
    });

    it('shows nothing of it to whoever goes back after signing out', async () => {
      await aTeam();
      const page = await openSignedIn('/manage');
      await page.getByRole('button', { name: 'Se déconnecter' }).click();
      await page.waitForURL(`${host.url}/manage/login`);
      await page.goBack();
      await page.waitForURL(/\/manage\/login\?return_to=%2Fmanage$/);
    });
  });

  describe('for everybody', () => {
    const PATHS = ['login?error=x', 'forgot', 'reset?token=x', 'verify?token=x', 'onboard?d=payload', 'onboard?d=none', 'nowhere'];

    async function aHouse() {
      const { ada } = await aTeam();
      await host.session(ada, { userAgent: SAFARI, address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' });
      const roles = ['owner', 'staff'] as const;
      const shown = { email: 'bob@maison.test', tenantName: 'Maison '.repeat(8), siteName: null, roles, known: false };
      host.invites.set('payload', { ...shown, expiresAt: host.clock.now() });
    }

    const settings: [name: string, options: BrowserContextOptions][] = [
      ['on a phone, in French', PHONE],
      ['on a desktop in the dark, in English', { ...ENGLISH, colorScheme: 'dark' }],
    ];
    for (const [name, options] of settings) {
      it(`has nothing axe objects to ${name}`, async () => {
        await aHouse();
        for (const path of PATHS) {
          const page = await open(`/manage/${path}`, options);
          expect(await axeFaults(page), path).to.deep.equal([]);
          const button = page.locator('button[type="submit"]:enabled');
          if ((await button.count()) === 0) continue;
          await button.click();
          await page.locator('.fault:not(:empty), h1:focus').first().waitFor();
          expect(await axeFaults(page), `${path}, refused`).to.deep.equal([]);
        }
        expect(await axeFaults(await openSignedIn('/manage', options))).to.deep.equal([]);
      });
    }

    it('has no sideways scrolling on the smallest phone, and targets of at least 44 pixels', async () => {
      await aHouse();
      const options = { ...PHONE, viewport: { width: 320, height: 480 } };
      const pages = [await openSignedIn('/manage', options)];
      for (const path of PATHS) pages.push(await open(`/manage/${path}`, options));
      for (const page of pages) {
        expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).to.equal(320);
        const small = await page.locator('a:visible, button:visible, input:visible').evaluateAll((elements) =>
          elements
            .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
            .map(({ name, box }) => `${name} ${box.width}×${box.height}`),
        );
        expect(small, page.url()).to.deep.equal([]);
      }
    });
  });
});

/** Keeps requests to such addresses waiting until the returned function is called. */
async function holding(page: Page, addresses: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Presses Tab until the button with this text or the field with this name has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => [document.activeElement?.getAttribute('name'), document.activeElement?.textContent]);
    if (reached.includes(wanted)) return;
  }
  throw new Error(`"${wanted}" cannot be reached by Tab.`);
}
