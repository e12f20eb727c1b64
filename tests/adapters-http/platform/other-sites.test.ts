import { admitLinks } from '@comptoir/adapters-http/platform/other-sites.js';
import { expect } from 'chai';
import { call } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { GOOD_TOKEN, openContexts, PRODUCTION_COOKIE } from './platform-host.js';

type Headers = Readonly<Record<string, string>>;

/** Cross-site request forgery: where a call comes from × what it carries × what it does (decisions §6, "CSRF"). */
const OWN: Record<string, Headers> = {
  'a page of this host': { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://platform.example' },
  'the address bar': { 'Sec-Fetch-Site': 'none' },
  'a page of this host in an older browser': { Origin: 'https://platform.example' },
  'a program': {},
};
const FOREIGN: Record<string, Headers> = {
  'a page of another site': { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  "another establishment's page, which is of the same site": { 'Sec-Fetch-Site': 'same-site', Origin: 'https://zinc.platform.example' },
  'a page that claims to be of this host': { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://platform.example' },
  'a place that no browser names': { 'Sec-Fetch-Site': 'same-origin, none' },
  'an unnamed place': { 'Sec-Fetch-Site': '' },
  'a page of another site in an older browser': { Origin: 'https://evil.example' },
  "another establishment's page in an older browser": { Origin: 'https://zinc.platform.example' },
  'a page of another port': { Origin: 'https://platform.example:8443' },
  'a page of a host that ends like this one': { Origin: 'https://evilplatform.example' },
  'a page with this host as its user name': { Origin: 'https://platform.example@evil.example' },
  'a page without an origin': { Origin: 'null' },
  'a page with two origins': { Origin: 'https://platform.example, https://evil.example' },
};
const TOKENS: Record<string, Headers> = {
  'a token': { Authorization: `Bearer ${GOOD_TOKEN}` },
  'a token that is not good': { Authorization: 'Bearer stale' },
  'a token and a cookie': { Authorization: `Bearer ${GOOD_TOKEN}`, Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` },
};
const COOKIES: Record<string, Headers> = {
  'a cookie': { Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` },
  'a cookie that is not good': { Cookie: `${PRODUCTION_COOKIE}=stale` },
};
const NOTHING: Record<string, Headers> = {
  nothing: {},
  'two session cookies, which count as none': { Cookie: `${PRODUCTION_COOKIE}=a; ${PRODUCTION_COOKIE}=b` },
};
const READS = ['GET', 'HEAD', 'OPTIONS'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

describe('a call made by a page', () => {
  afterEach(closeAll);

  const ask = async (method: string, ...headers: Headers[]) => {
    const { origin } = await openContexts();
    return call(origin, { method, headers: Object.assign({ Host: 'platform.example' }, ...headers) });
  };

  function passes(title: string, credentials: Record<string, Headers>, places: Record<string, Headers>, methods: readonly string[]): void {
    for (const [carried, credential] of Object.entries(credentials)) {
      for (const [place, headers] of Object.entries(places)) {
        it(`${title} from ${place} with ${carried}`, async () => {
          for (const method of methods) expect((await ask(method, headers, credential)).status, method).to.be.oneOf([200, 204]);
        });
      }
    }
  }

  passes('reads and writes', { ...TOKENS, ...COOKIES, ...NOTHING }, OWN, [...READS, ...WRITES]);
  passes('reads and writes', TOKENS, FOREIGN, [...READS, ...WRITES]);
  passes('reads', NOTHING, FOREIGN, READS);

  for (const [place, headers] of Object.entries(FOREIGN)) {
    for (const [carried, credential] of Object.entries(COOKIES)) {
      it(`is 403 cross_origin from ${place} with ${carried}, even when it only reads`, async () => {
        for (const method of [...READS, ...WRITES].filter((name) => name !== 'HEAD')) {
          expectRefusal(await ask(method, headers, credential), 403, 'cross_origin');
        }
      });
    }
    for (const [carried, credential] of Object.entries(NOTHING)) {
      it(`is 403 cross_origin from ${place} with ${carried}, when it writes: signing in is a write`, async () => {
        for (const method of WRITES) expectRefusal(await ask(method, headers, credential), 403, 'cross_origin');
      });
    }
  }

  it('may be a link to a page that only shows something, with the cookie, but nothing more', async () => {
    const { origin, identify } = await openContexts({ guard: admitLinks });
    for (const [place, headers] of Object.entries(FOREIGN)) {
      const link = { Host: 'platform.example', ...headers, ...COOKIES['a cookie'] };
      expect((await call(origin, { headers: link })).status, place).to.equal(200);
      expectRefusal(await call(origin, { method: 'POST', headers: link }), 403, 'cross_origin');
    }
    expect(identify.presented).to.have.lengthOf(Object.keys(FOREIGN).length);
    expect(identify.presented.at(-1)).to.include({ cookie: GOOD_TOKEN });
  });

  it('is judged by the host it was sent to, with its port', async () => {
    const { origin } = await openContexts({ options: { production: false } });
    const cookie = { Cookie: `platform.session-token=${GOOD_TOKEN}` };
    expect((await call(origin, { method: 'POST', headers: { ...cookie, Origin: origin } })).status).to.equal(200);
    for (const other of [origin.replace('127.0.0.1', 'localhost'), 'http://127.0.0.1', 'https://platform.example']) {
      expectRefusal(await call(origin, { method: 'POST', headers: { ...cookie, Origin: other } }), 403, 'cross_origin');
    }
  });

  it('is refused before anybody is asked who calls', async () => {
    const { origin, identify } = await openContexts();
    await call(origin, { headers: { Host: 'platform.example', ...COOKIES['a cookie'], 'Sec-Fetch-Site': 'cross-site' } });
    expect(identify.presented).to.deep.equal([]);
  });
});
