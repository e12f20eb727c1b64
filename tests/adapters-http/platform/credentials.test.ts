import type { Presented } from '@comptoir/core/identity/identify.js';
import { expect } from 'chai';
import { establish } from '../../suites/builders.js';
import { type Answer, call, jsonOf, rawCall, rawStatus } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { GOOD_TOKEN, type OpenPlatform, openContexts, PRODUCTION_COOKIE, SITE_ID, TENANT_ID } from './platform-host.js';

type Headers = Readonly<Record<string, string | string[]>>;

const SHARED = { Host: 'platform.example' };
const SIGNED_IN = { Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` };
const NOTHING_CHOSEN = { header: null, selected: null, selectedHost: null, host: null };

/** What the identity of the caller was asked with. */
async function presentedBy(headers: Headers, host: Pick<OpenPlatform, 'origin' | 'identify'>): Promise<Presented | undefined> {
  const answer = await call(host.origin, { headers: { ...SHARED, ...headers } });
  expect(answer.status, answer.text).to.equal(200);
  return host.identify.presented.at(-1);
}

describe('the credentials of a call', () => {
  afterEach(closeAll);

  it('are none without any', async () => {
    expect(await presentedBy({}, await openContexts())).to.deep.equal({ bearer: null, cookie: null, choice: NOTHING_CHOSEN });
  });

  for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
    it(`are the token after "${scheme}"`, async () => {
      const presented = await presentedBy({ Authorization: `${scheme} ${GOOD_TOKEN}` }, await openContexts());
      expect(presented).to.deep.equal({ bearer: GOOD_TOKEN, cookie: null, choice: NOTHING_CHOSEN });
    });
  }

  it('are the Bearer token where a cookie came too', async () => {
    const presented = await presentedBy({ Authorization: 'Bearer other', ...SIGNED_IN }, await openContexts());
    expect(presented).to.include({ bearer: 'other', cookie: null });
  });

  it('are the session cookie among others', async () => {
    const cookie = `a=1; x${PRODUCTION_COOKIE}=evil; ${PRODUCTION_COOKIE}=${GOOD_TOKEN};b=2`;
    expect(await presentedBy({ Cookie: cookie }, await openContexts())).to.include({ bearer: null, cookie: GOOD_TOKEN });
  });

  it('are the cookie of development only there', async () => {
    const cookie = { Cookie: 'platform.session-token=good.token.1' };
    expect(await presentedBy(cookie, await openContexts())).to.include({ cookie: null });
    expect(await presentedBy(cookie, await openContexts({ options: { production: false } }))).to.include({ cookie: GOOD_TOKEN });
    expect(await presentedBy(SIGNED_IN, await openContexts({ options: { production: false } }))).to.include({ cookie: null });
  });

  const unreadable: Record<string, string> = {
    'nothing at all': 'Authorization:',
    'a scheme alone': 'Authorization: Bearer',
    'another scheme': 'Authorization: Basic bHVjaWU6c2VjcmV0',
    'a token with a space in it': `Authorization: Bearer ${GOOD_TOKEN} x`,
    'a token without a scheme': `Authorization: ${GOOD_TOKEN}`,
    'two tokens': `Authorization: Bearer ${GOOD_TOKEN}\r\nAuthorization: Bearer ${GOOD_TOKEN}`,
  };
  for (const [title, headers] of Object.entries(unreadable)) {
    it(`are refused, and the cookie not looked at, when Authorization holds ${title}`, async () => {
      const { origin, identify } = await openContexts();
      const lines = ['GET / HTTP/1.1', 'Host: platform.example', headers, `Cookie: ${SIGNED_IN.Cookie}`, 'Connection: close', '', ''];
      const answer = await rawCall(origin, lines.join('\r\n'));
      expect(rawStatus(answer), answer).to.equal(200);
      expect(answer).to.include('"userId":null').and.include('"refusal":"unauthorized"');
      expect(identify.presented).to.deep.equal([{ bearer: '', cookie: null, choice: NOTHING_CHOSEN }]);
    });
  }

  it('are none when a sibling host has planted a second session cookie, and both are forgotten', async () => {
    const host = await openContexts();
    for (const planted of ['attacker.token.2', GOOD_TOKEN]) {
      for (const pair of [[planted, GOOD_TOKEN] as const, [GOOD_TOKEN, planted] as const]) {
        const headers = { ...SHARED, Cookie: pair.map((token) => `${PRODUCTION_COOKIE}=${token}`).join('; ') };
        const answer = await call(host.origin, { headers });
        expect(jsonOf(answer)).to.include({ userId: null, refusal: null });
        expect(host.identify.presented.at(-1)).to.include({ bearer: null, cookie: null });
        expect(answer.headers['set-cookie']).to.deep.equal([
          `${PRODUCTION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
          `${PRODUCTION_COOKIE}=; Path=/; Domain=platform.example; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
        ]);
      }
    }
  });
});

describe('what a call asks to act for', () => {
  afterEach(closeAll);

  const IDS = { 'X-Tenant-Id': TENANT_ID, 'X-Site-Id': SITE_ID.toUpperCase() };

  /** A host with an establishment at `lucie.example` and one below the platform's domain. */
  async function withEstablishments(): Promise<OpenPlatform> {
    const host = await openContexts();
    await establish(host.persistence, { hosts: ['lucie.example'] });
    await establish(host.persistence, { hosts: ['zinc.platform.example'] });
    return host;
  }

  for (const own of ['lucie.example', 'LUCIE.example.:8443', 'zinc.platform.example']) {
    it(`is what its headers name, on an establishment's own host ${own}`, async () => {
      const presented = await presentedBy({ ...SIGNED_IN, ...IDS, Host: own }, await withEstablishments());
      expect(presented?.choice.header).to.deep.equal({ tenantId: TENANT_ID, siteId: SITE_ID });
    });
  }

  it('is never what its headers name on the shared host, even where an establishment has taken its name', async () => {
    const host = await openContexts();
    await establish(host.persistence, { hosts: ['platform.example'] });
    const presented = await presentedBy({ ...SIGNED_IN, ...IDS }, host);
    expect(presented?.choice).to.include({ header: null, host: null });
  });

  it('may be a tenant alone', async () => {
    const presented = await presentedBy({ ...SIGNED_IN, 'X-Tenant-Id': TENANT_ID, Host: 'lucie.example' }, await withEstablishments());
    expect(presented?.choice.header).to.deep.equal({ tenantId: TENANT_ID, siteId: null });
  });

  for (const other of ['platform.example', 'PLATFORM.example.', 'nobody.example', 'evil.platform.example', '127.0.0.1:3001']) {
    it(`is never what its headers name on ${other}, where they are stripped`, async () => {
      const presented = await presentedBy({ ...SIGNED_IN, ...IDS, Host: other }, await withEstablishments());
      expect(presented?.choice.header).to.equal(null);
    });
  }

  it('includes the host, but for the shared ones: the apex of the domain and the public address', async () => {
    const host = await openContexts({ options: { publicUrl: 'https://app.other.example:8443', platformDomain: 'platform.example' } });
    const hostFor = async (name: string) => (await presentedBy({ ...SIGNED_IN, Host: name }, host))?.choice.host;
    expect(await hostFor('Lucie.example:8443')).to.equal('lucie.example');
    expect(await hostFor('zinc.platform.example')).to.equal('zinc.platform.example');
    for (const shared of ['platform.example', 'platform.example:8443', 'app.other.example', 'APP.other.example.:8443']) {
      expect(await hostFor(shared), shared).to.equal(null);
    }
  });

  it('is what was selected in the console', async () => {
    const cookies = `${SIGNED_IN.Cookie}; selected_tenant=${TENANT_ID.toUpperCase()}; selected_site=${SITE_ID}; selected_host=Lucie.example:443`;
    const presented = await presentedBy({ Cookie: cookies }, await openContexts());
    expect(presented?.choice.selected).to.deep.equal({ tenantId: TENANT_ID, siteId: SITE_ID });
    expect(presented?.choice.selectedHost).to.equal('lucie.example');
  });

  for (const cookies of [
    'selected_tenant=demo; selected_site=; selected_host=a.example/evil',
    `selected_tenant=${TENANT_ID}; selected_tenant=${TENANT_ID}; selected_host=a.example; selected_host=b.example`,
    `selected_tenant="${TENANT_ID}"; selected_site=${SITE_ID}x; selected_host=%00`,
  ]) {
    it(`does not include malformed or repeated cookies: ${cookies.slice(0, 40)}`, async () => {
      const presented = await presentedBy({ Cookie: `${SIGNED_IN.Cookie}; ${cookies}` }, await openContexts());
      expect(presented?.choice).to.include({ selected: null, selectedHost: null });
    });
  }

  it('is nothing for a Bearer token, whatever came with it', async () => {
    const host = await withEstablishments();
    const cookies = `${SIGNED_IN.Cookie}; selected_tenant=${TENANT_ID}; selected_host=lucie.example`;
    const presented = await presentedBy({ Authorization: `Bearer ${GOOD_TOKEN}`, ...IDS, Cookie: cookies, Host: 'lucie.example' }, host);
    expect(presented).to.deep.equal({ bearer: GOOD_TOKEN, cookie: null, choice: NOTHING_CHOSEN });
  });

  const malformed: Record<string, readonly string[]> = {
    'two tenants': [`X-Tenant-Id: ${TENANT_ID}`, `X-Tenant-Id: ${SITE_ID}`],
    'the same tenant twice': [`X-Tenant-Id: ${TENANT_ID}`, `x-tenant-id: ${TENANT_ID}`],
    'two tenants in one header': [`X-Tenant-Id: ${TENANT_ID}, ${SITE_ID}`],
    'two sites': [`X-Site-Id: ${SITE_ID}`, `X-Site-Id: ${SITE_ID}`],
    'a site that is no UUID': ['X-Site-Id: chez-lucie'],
    'an empty tenant': ['X-Tenant-Id:'],
    'a UUID and more': [`X-Tenant-Id: ${TENANT_ID}0`],
  };
  for (const [title, lines] of Object.entries(malformed)) {
    it(`is refused with 400 when its headers name ${title}, on any host and with any credentials`, async () => {
      const { origin, identify } = await withEstablishments();
      for (const host of ['platform.example', 'lucie.example']) {
        for (const credentials of [`Cookie: ${SIGNED_IN.Cookie}`, `Authorization: Bearer ${GOOD_TOKEN}`, 'Accept: */*']) {
          const answer = await rawCall(
            origin,
            ['GET / HTTP/1.1', `Host: ${host}`, credentials, ...lines, 'Connection: close', '', ''].join('\r\n'),
          );
          expect(rawStatus(answer), answer).to.equal(400);
          expect(answer).to.match(/"error":"invalid_request".*"path":"X-(?:Tenant|Site)-Id"/s);
        }
      }
      expect(identify.presented).to.deep.equal([]);
    });
  }
});

describe('the context of a call', () => {
  afterEach(closeAll);

  it('says who calls, for what, from where and with which key', async () => {
    const { origin } = await openContexts();
    const headers = { ...SHARED, Authorization: `Bearer ${GOOD_TOKEN}`, 'User-Agent': 'till/1', 'Idempotency-Key': '"k1"' };
    expect(jsonOf(await call(origin, { headers }))).to.deep.equal({
      userId: 'lucie',
      roles: ['owner'],
      tenantId: TENANT_ID,
      siteId: null,
      refusal: null,
      address: '127.0.0.1',
      userAgent: 'till/1',
      idempotencyKey: 'k1',
    });
  });

  it('keeps a public call going when what it presented is not good', async () => {
    const { origin } = await openContexts();
    const answer: Answer = await call(origin, { headers: { ...SHARED, Authorization: 'Bearer stale' } });
    expect(jsonOf(answer)).to.include({ userId: null, refusal: 'unauthorized', idempotencyKey: null });
  });

  it('is refused with a key that is none, and with a host that is none', async () => {
    const { origin } = await openContexts();
    expectRefusal(await call(origin, { headers: { ...SHARED, 'Idempotency-Key': 'two words' } }), 400, 'invalid_request');
    expectRefusal(await call(origin, { headers: { Host: 'a.example:80@evil.example' } }), 400, 'invalid_request');
  });

  it('holds no more of a user agent than anybody needs', async () => {
    const { origin } = await openContexts();
    const { userAgent } = jsonOf(await call(origin, { headers: { ...SHARED, 'User-Agent': 'x'.repeat(5000) } }));
    expect(userAgent).to.have.lengthOf(512);
  });
});
