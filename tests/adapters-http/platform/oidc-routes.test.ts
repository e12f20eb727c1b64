import { returnTo } from '@comptoir/adapters-http/platform/return-to.js';
import type { IdentityProvider, LoginCheck, ProviderClaims } from '@comptoir/core/identity/identity-provider.js';
import type { ProviderLogin } from '@comptoir/core/identity/provider-login.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { DAY_MS, MINUTE_MS, NOON } from '../../suites/builders.js';
import { type Answer, call } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { type OpenOptions, openPlatform, PRODUCTION_COOKIE } from './platform-host.js';

type Headers = Readonly<Record<string, string>>;

const LOGIN = '/api/auth/oidc-login';
const CALLBACK = '/api/auth/callback';
const CHECK: LoginCheck = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'verifier-1' };
const CLAIMS: ProviderClaims = {
  issuer: 'https://login.example',
  subject: 's',
  email: 'ada@example.org',
  emailVerified: true,
  name: 'Ada',
};
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', Host: 'platform.example' };
const FORGOTTEN = '__Host-comptoir.oidc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';

/** A platform with a provider that believes every code, unless it is told what to refuse with. */
async function platform({ refusal, ...open }: OpenOptions & { refusal?: Error } = {}) {
  const begun: string[] = [];
  const finished: [string, LoginCheck][] = [];
  const signedIn: ProviderClaims[] = [];
  const identityProvider: IdentityProvider = {
    async begin(redirectUri) {
      begun.push(redirectUri);
      return { url: 'https://login.example/oauth2/authorize?state=state-1', check: CHECK };
    },
    async finish(callbackUrl, check) {
      finished.push([callbackUrl, check]);
      if (refusal !== undefined) throw refusal;
      return CLAIMS;
    },
    verifyIdToken: async () => CLAIMS,
  };
  const providerLogin: ProviderLogin = {
    signInByToken: () => Promise.reject(new Error('not called')),
    async signIn(claims) {
      signedIn.push(claims);
      const expiresAt = new Date(NOON.getTime() + 30 * DAY_MS);
      return { token: 'fresh.token.1', expiresAt, user: {} as never, tenantId: null, siteId: null };
    },
  };
  const host = await openPlatform({
    ...open,
    options: { identityProvider, ...open.options },
    services: { providerLogin, ...open.services },
  });
  return { ...host, begun, finished, signedIn };
}

function begin(origin: string, query = '', headers: Headers = BROWSER): Promise<Answer> {
  return call(`${origin}${LOGIN}${query}`, { headers });
}

/** The one cookie that an answer sets, as the browser sends it back. */
function cookieOf(answer: Answer): string {
  const [line = '', ...others] = answer.headers['set-cookie'] ?? [];
  expect(others).to.deep.equal([]);
  return line.split(';', 1)[0] ?? '';
}

function comeBack(origin: string, cookie: string, headers: Headers = BROWSER): Promise<Answer> {
  return call(`${origin}${CALLBACK}?code=c1&state=state-1`, { headers: { ...headers, ...(cookie === '' ? {} : { Cookie: cookie }) } });
}

describe('GET /api/auth/oidc-login', () => {
  afterEach(closeAll);

  it('sends the browser to the provider, with an address to come back to that no request can choose', async () => {
    const { origin, begun } = await platform();
    const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' };
    const answer = await begin(origin, '', { ...BROWSER, ...forged });
    expect(answer.status).to.equal(302);
    expect(answer.headers).to.include({ location: 'https://login.example/oauth2/authorize?state=state-1', 'cache-control': 'no-store' });
    expect(answer.text).to.equal('');
    expect(begun).to.deep.equal(['https://platform.example/api/auth/callback']);
  });

  it('keeps what the login must prove in a cookie of this host alone, for ten minutes', async () => {
    const { origin } = await platform();
    const [cookie] = (await begin(origin)).headers['set-cookie'] ?? [];
    expect(cookie).to.match(/^__Host-comptoir\.oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('has a cookie of another name in development, for unencrypted connections', async () => {
    const { origin } = await platform({ options: { production: false } });
    const [cookie] = (await begin(origin)).headers['set-cookie'] ?? [];
    expect(cookie).to.match(/^comptoir\.oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  it('moves to the public host first, for its cookie has to come back there, and goes on from there wherever it is', async () => {
    const { origin, begun } = await platform();
    for (const host of ['lucie.example', 'zinc.platform.example', '127.0.0.1:3001', 'platform.example:8443']) {
      const moved = await begin(origin, '?return_to=/manage/orders', { ...BROWSER, Host: host });
      const location = 'https://platform.example/api/auth/oidc-login?return_to=%2Fmanage%2Forders&moved=1';
      expect([moved.status, moved.headers.location]).to.deep.equal([302, location]);
      expect(moved.headers).not.to.have.property('set-cookie');
    }
    expect(begun).to.deep.equal([]);
    const hidden = await begin(origin, '?return_to=%2Fmanage%2Forders&moved=1', { ...BROWSER, Host: 'upstream:3001' });
    expect(hidden.headers.location).to.equal('https://login.example/oauth2/authorize?state=state-1');
  });

  it('is 503 oidc_not_configured without a provider', async () => {
    const { origin } = await openPlatform();
    expectRefusal(await begin(origin), 503, 'oidc_not_configured');
    expectRefusal(await comeBack(origin, ''), 503, 'oidc_not_configured');
  });
});

describe('GET /api/auth/callback', () => {
  afterEach(closeAll);

  it('signs in whom the provider vouches for, and goes on to where the login was wanted', async () => {
    const { origin, finished, signedIn } = await platform();
    const cookie = cookieOf(await begin(origin, '?return_to=/manage/orders%3Fstatus%3Dqueued'));
    const answer = await comeBack(origin, cookie, { ...BROWSER, 'Sec-Fetch-Site': 'cross-site' });
    expect([answer.status, answer.headers.location]).to.deep.equal([303, '/manage/orders?status=queued']);
    expect(answer.headers['cache-control']).to.equal('no-store');
    expect(answer.headers['set-cookie']).to.deep.equal([
      FORGOTTEN,
      `${PRODUCTION_COOKIE}=fresh.token.1; Path=/; Domain=platform.example; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(finished).to.deep.equal([['https://platform.example/api/auth/callback?code=c1&state=state-1', CHECK]]);
    expect(signedIn).to.deep.equal([CLAIMS]);
  });

  async function refused(cookieFrom: (origin: string, clock: { advance(ms: number): void }) => Promise<string>): Promise<void> {
    const { origin, clock, finished, log } = await platform();
    const cookie = await cookieFrom(origin, clock);
    const page = await comeBack(origin, cookie);
    expect([page.status, page.headers.location]).to.deep.equal([303, '/manage/login?error=invalid_login']);
    expect(page.text).to.equal('');
    expect(page.headers['set-cookie']).to.deep.equal([FORGOTTEN]);
    expectRefusal(await comeBack(origin, cookie, { Host: 'platform.example' }), 401, 'invalid_login');
    expect(finished).to.deep.equal([]);
    expect(JSON.stringify(log)).not.to.include('c1&state');
  }

  it('refuses a login that this browser did not begin', () => refused(async () => ''));
  it('refuses a login that took longer than ten minutes', () =>
    refused(async (origin, clock) => {
      const cookie = cookieOf(await begin(origin));
      clock.advance(10 * MINUTE_MS);
      return cookie;
    }));
  it('refuses a cookie that was changed', () => refused(async (origin) => cookieOf(await begin(origin)).replace('oidc=e', 'oidc=f')));
  it('refuses a cookie that was sealed for something else', () => refused(async () => '__Host-comptoir.oidc=bm90IG91cnM.AAAA'));
  it('refuses two logins at once, of which one may be planted', () =>
    refused(async (origin) => `${cookieOf(await begin(origin))}; ${cookieOf(await begin(origin))}`));
  it('refuses a login under the name of development', () =>
    refused(async (origin) => cookieOf(await begin(origin)).replace('__Host-', '')));

  it('lives for one instant less than ten minutes', async () => {
    const { origin, clock } = await platform();
    const cookie = cookieOf(await begin(origin));
    clock.advance(10 * MINUTE_MS - 1);
    expect((await comeBack(origin, cookie)).headers.location).to.equal('/manage');
  });

  for (const [code, status] of [
    ['invalid_login', 401],
    ['provider_unreachable', 502],
  ] as const) {
    it(`is ${status} ${code} for programs and a page for browsers, and the login is used up`, async () => {
      const { origin, signedIn } = await platform({ refusal: new DomainError(code) });
      const cookie = cookieOf(await begin(origin));
      const page = await comeBack(origin, cookie);
      expect([page.status, page.headers.location, page.headers['set-cookie']]).to.deep.equal([
        303,
        `/manage/login?error=${code}`,
        [FORGOTTEN],
      ]);
      const answer = await comeBack(origin, cookie, { Host: 'platform.example', Accept: 'application/json' });
      expectRefusal(answer, status, code);
      expect(answer.headers['set-cookie']).to.deep.equal([FORGOTTEN]);
      expect(signedIn).to.deep.equal([]);
    });
  }

  it('is 500 for a fault of ours, which is told to the log', async () => {
    const { origin, log } = await platform({ refusal: new Error('broken') });
    expectRefusal(await comeBack(origin, cookieOf(await begin(origin))), 500, 'internal');
    expect(log.filter(({ level }) => level === 'error')).to.have.lengthOf(1);
  });
});

describe('where a login returns to', () => {
  for (const path of [
    '/',
    '/manage',
    '/manage/orders?status=queued&page=2#top',
    '/a//b',
    '/%2F%2Fevil.example',
    '/@evil.example',
    '/:80',
  ]) {
    it(`is ${path} when that was wanted`, () => {
      expect(returnTo(path)).to.equal(path);
    });
  }

  for (const path of [
    ...[undefined, '', 'manage', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example/'],
    ...['javascript:alert(1)', 'data:text/html,x', ' /manage', '/\t/evil.example', '/\n/evil.example', '/a\r\nSet-Cookie: x=1', '/a b'],
    ...['/\u0000', '/é', '/a\\..\\b', `/${'a'.repeat(2000)}`, ['/manage', '/manage'], { path: '/manage' }],
  ]) {
    it(`is the console when ${JSON.stringify(path)?.slice(0, 30)} was wanted`, () => {
      expect(returnTo(path)).to.equal('/manage');
    });
  }

  it('is never on another host, however a browser reads it', () => {
    const parts = fc.constantFrom('/', '\\', '//', 'evil.example', '.', '..', '@', ':', 'https:', '\t', '\n', '%2f', '%5c', '?', '#', 'a');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
        ),
        (wanted) => {
          expect(new URL(returnTo(wanted), 'https://platform.example').origin).to.equal('https://platform.example');
          expect(returnTo(wanted)).to.match(/^\/(?![/\\])/);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
