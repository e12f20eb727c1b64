import type { ManageState } from '@comptoir/adapters-http/web/manage/manage-view.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { type ManageHost, startManageHost } from '../../../browser/manage-host.js';
import { FIREFOX, NOBODYS_SCOPE, PASSWORD } from '../../../browser/manage-world.js';

/** What the host handed to the script of the page. */
async function viewOf(answer: Response): Promise<ManageState['view']> {
  const [, json = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(await answer.text()) ?? [];
  return (JSON.parse(json) as ManageState).view;
}

describe('the routes of the platform’s pages', () => {
  let host: ManageHost;

  beforeEach(async () => {
    host = await startManageHost({ oidcConfigured: true });
  });

  afterEach(() => host.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(host.url + path, { headers, redirect: 'manual' });

  async function signedIn(email = 'ada@maison.test'): Promise<Record<string, string>> {
    const answer = await fetch(`${host.url}/api/rpc/auth.login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': FIREFOX },
      body: JSON.stringify({ json: { email, password: PASSWORD } }),
    });
    return { Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  const PAGES = ['login', 'forgot', 'reset?token=secret', 'verify?token=secret', 'onboard?d=payload', 'nowhere'];

  it('keep every page out of caches, frames, search engines and referrers', async () => {
    for (const page of PAGES) {
      const { headers } = await get(`/manage/${page}`);
      expect(headers.get('content-type'), page).to.equal('text/html; charset=utf-8');
      expect(headers.get('cache-control'), page).to.equal('no-store');
      expect(headers.get('referrer-policy'), page).to.equal('no-referrer');
      expect(headers.get('x-robots-tag'), page).to.equal('noindex');
      expect(headers.get('content-security-policy'), page).to.match(/^default-src 'none'; .*form-action 'self'.*frame-ancestors 'none'$/);
      expect(headers.get('content-security-policy'), page).not.to.include('unsafe');
    }
  });

  it('send whoever has not signed in from the console to where they do, and back', async () => {
    for (const [page, back] of [
      ['till?register=r1', 'till?register=r1'],
      ['gates', 'gates'],
      ['links?lang=en', 'links'],
    ] as const) {
      const { status, headers } = await get(`/manage/${page}`);
      const to = new URL(headers.get('location') ?? '', host.url);
      expect([status, to.pathname, to.searchParams.get('return_to')], page).to.deep.equal([303, '/manage/login', `/manage/${back}`]);
      expect(headers.get('cache-control'), page).to.equal('no-store');
    }
  });

  it('show of the console nothing but its frame while no establishment is chosen', async () => {
    await host.person();
    const answer = await get('/manage/till', { ...(await signedIn()), 'Accept-Language': 'fr' });
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('content-security-policy')).not.to.include('unsafe');
    const html = await answer.text();
    expect(html).to.include('Choisissez d’abord l’établissement');
    expect(html).to.include('"place":null,"permissions":[]');
  });

  it('answer in the language asked for', async () => {
    expect(await (await get('/manage/login', { 'Accept-Language': 'fr' })).text()).to.include('<title>Connexion — Comptoir</title>');
    expect(await (await get('/manage/login?lang=en', { 'Accept-Language': 'fr' })).text()).to.match(/^<!doctype html><html lang="en">/);
  });

  it('have no inline script, style or handler, whatever the address says', async () => {
    const hostile = encodeURIComponent('</script><script>alert(1)</script><img src=x onerror=alert(1)>');
    for (const path of [`login?return_to=/${hostile}&error=${hostile}`, `onboard?d=${hostile}`, `reset?token=${hostile}`]) {
      const html = await (await get(`/manage/${path}`)).text();
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
      expect(
        scripts.filter((attributes) => !/application\/json| src="/.test(attributes)),
        path,
      ).to.deep.equal([]);
      expect(html, path).not.to.match(/<style|\sstyle=|<img/);
    }
  });

  it('never write the token of a link into the page', async () => {
    for (const page of ['reset', 'verify']) {
      const answer = await get(`/manage/${page}?token=a-secret-token`);
      expect(await answer.clone().text(), page).not.to.include('a-secret-token');
      expect(await viewOf(answer)).to.deep.equal({ page, hasToken: true });
      expect(await viewOf(await get(`/manage/${page}`))).to.deep.equal({ page, hasToken: false });
    }
  });

  it('serve what the pages load', async () => {
    const html = await (await get('/manage/login')).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).to.have.length(4);
    for (const path of paths) expect((await get(path)).status, path).to.equal(200);
  });

  it('answer 404 in words below /manage, and 405 to what no page answers', async () => {
    expect((await get('/manage/nowhere')).status).to.equal(404);
    expect((await fetch(`${host.url}/manage/login`, { method: 'POST' })).status).to.equal(405);
  });

  describe('for signing in', () => {
    it('lead whoever has not signed in to the form, and back', async () => {
      const answer = await get('/manage?lang=fr');
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal('/manage/login?return_to=%2Fmanage&lang=fr');
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    });

    it('lead whoever has signed in on at once', async () => {
      await host.person();
      const cookie = await signedIn();
      expect((await get('/manage/login?return_to=/manage%3Fx', cookie)).headers.get('location')).to.equal('/manage?x');
    });

    it('show the form to whoever comes back from the identity provider with an error', async () => {
      await host.person();
      const answer = await get('/manage/login?error=provider_unreachable', await signedIn());
      expect(await viewOf(answer)).to.include({ page: 'login', fault: 'provider_unreachable' });
    });

    it('lead in no circle when an account is gone while its session lasts', async () => {
      const ada = await host.person();
      const cookie = await signedIn();
      await host.persistence.transact(NOBODYS_SCOPE, ({ users }) =>
        users.change(ada.id, (user) => ({ ...user, deletedAt: host.clock.now() })),
      );
      expect((await get('/manage', cookie)).headers.get('location')).to.equal('/manage/login?return_to=%2Fmanage');
      expect((await get('/manage/login', cookie)).status).to.equal(200);
    });

    it('go on to paths of this host only', async () => {
      for (const elsewhere of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/\n/evil.example',
        'javascript:alert(1)',
        '',
      ]) {
        const view = await viewOf(await get(`/manage/login?return_to=${encodeURIComponent(elsewhere)}`));
        expect(view, elsewhere).to.include({ page: 'login', returnTo: '/manage' });
      }
      await fc.assert(
        fc.asyncProperty(fc.string(), async (text) => {
          const view = await viewOf(await get(`/manage/login?${new URLSearchParams({ return_to: text })}`));
          const next = view.page === 'login' ? view.returnTo : '';
          expect(new URL(next, 'https://platform.example').origin).to.equal('https://platform.example');
        }),
        { numRuns: 30 },
      );
    });

    it('offer the organisation’s account where there is an identity provider', async () => {
      const view = await viewOf(await get('/manage/login?return_to=/manage%3Fx'));
      expect(view).to.include({ providerUrl: '/api/auth/oidc-login?return_to=%2Fmanage%3Fx' });
      const without = await startManageHost();
      expect(await viewOf(await fetch(`${without.url}/manage/login`))).to.include({ providerUrl: null });
      await without.close();
    });
  });

  describe('for invites', () => {
    const INVITE = { email: 'bob@maison.test', tenantName: 'Maison', siteName: 'Chez Lucie', roles: ['staff'] } as const;

    it('show what the invite is to, and who is signed in', async () => {
      host.invites.set('payload', { ...INVITE, expiresAt: host.clock.now(), known: false });
      await host.person();
      const providerUrl = '/api/auth/oidc-login?return_to=%2Fmanage%2Fonboard%3Fd%3Dpayload';
      const expected = { page: 'onboard', d: 'payload', invite: { ...INVITE, known: false }, providerUrl };
      expect(await viewOf(await get('/manage/onboard?d=payload'))).to.deep.equal({ ...expected, signedInAs: null });
      const view = await viewOf(await get('/manage/onboard?d=payload', await signedIn()));
      expect(view).to.deep.equal({ ...expected, signedInAs: 'ada@maison.test' });
    });

    it('say why an invite opens nothing', async () => {
      host.invites.set('used', 'invite_used').set('expired', 'invite_expired').set('suspended', 'tenant_suspended');
      for (const [d, invite] of [
        ['used', 'invite_used'],
        ['expired', 'invite_expired'],
        ['suspended', 'tenant_suspended'],
        ['forged', 'invalid_invite'],
        ['', 'invalid_invite'],
      ]) {
        const answer = await get(`/manage/onboard?d=${d}`);
        expect(answer.status).to.equal(200);
        expect(await viewOf(answer)).to.include({ page: 'onboard', invite });
      }
    });

    it('hide no fault behind an invite', async () => {
      host.invites.set('broken', 'store_unavailable');
      expect((await get('/manage/onboard?d=broken')).status).to.equal(503);
    });
  });

  describe('for whoever is signed in', () => {
    it('say why their session does not act for what was chosen', async () => {
      await host.person();
      const cookie = await signedIn();
      expect(await viewOf(await get('/manage', cookie))).to.include({ page: 'home', refusal: null });
      host.refusal = 'tenant_suspended';
      expect(await viewOf(await get('/manage', cookie))).to.include({ page: 'home', refusal: 'tenant_suspended' });
    });

    it('show what they may act for and nothing of others', async () => {
      const maison = await host.organisation('Maison', ['Chez Lucie', 'Le Zinc']);
      const nord = await host.organisation('Ateliers', ['Atelier Nord', 'Atelier Sud']);
      const gone = await host.organisation('Ancienne', ['Fermé']);
      await host.organisation('Étrangère', ['Secret']);
      const ada = await host.person({ superAdmin: true, emailVerifiedAt: null });
      const [lucie] = maison.sites;
      const [atelier] = nord.sites;
      await host.join(maison.scope, ada, [
        { role: 'owner', siteId: null },
        { role: 'staff', siteId: lucie?.siteId ?? null },
      ]);
      await host.join(nord.scope, ada, [{ role: 'viewer', siteId: atelier?.siteId ?? null }]);
      await host.join(gone.scope, ada, [{ role: 'owner', siteId: null }], false);
      const view = await viewOf(await get('/manage', await signedIn()));
      expect(view).to.deep.include({
        person: { name: 'Ada Martin', email: 'ada@maison.test', emailVerified: false, superAdmin: true },
        acting: null,
      });
      const shown = view.page === 'home' ? view.organisations : [];
      expect(
        shown.map(({ name, standing, places }) => [name, standing, places.map((place) => [place.name, ...place.roles])]),
      ).to.deep.equal([
        ['Ateliers', 'active', [['Atelier Nord', 'viewer']]],
        [
          'Maison',
          'active',
          [
            [null, 'owner'],
            ['Chez Lucie', 'owner', 'staff'],
            ['Le Zinc', 'owner'],
          ],
        ],
        ['Ancienne', 'deactivated', []],
      ]);
    });

    it('say that an organisation is suspended, whatever the place in it', async () => {
      const { scope } = await host.organisation('Maison', ['Chez Lucie']);
      const ada = await host.person();
      await host.join(scope, ada, [{ role: 'owner', siteId: null }]);
      await host.persistence.transact(scope, ({ tenants }) =>
        tenants.change(scope, (tenant) => ({ ...tenant, status: 'suspended', suspendedReason: 'unpaid' })),
      );
      const view = await viewOf(await get('/manage', await signedIn()));
      expect(view.page === 'home' ? view.organisations : []).to.deep.equal([
        { tenantId: scope.tenantId, name: 'Maison', standing: 'suspended', places: [] },
      ]);
    });

    it('show their own open sessions, this one marked', async () => {
      const ada = await host.person();
      const bob = await host.person({ email: 'bob@maison.test' });
      await host.session(bob);
      await host.session(ada, { revokedAt: host.clock.now() });
      const other = await host.session(ada, { userAgent: 'curl/8.5.0', kind: 'token' });
      const view = await viewOf(await get('/manage', await signedIn()));
      const sessions = view.page === 'home' ? view.sessions : [];
      expect(sessions.filter(({ isCurrent }) => isCurrent)).to.have.length(1);
      expect(sessions.find(({ isCurrent }) => !isCurrent)).to.include({ id: other.id, device: 'curl/8.5.0', kind: 'token' });
      expect(sessions).to.have.length(2);
    });
  });
});
