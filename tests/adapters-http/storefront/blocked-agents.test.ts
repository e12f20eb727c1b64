import { expect } from 'chai';
import { type Answer, call, rawCall, rawStatus } from '../call.js';
import { closeAll } from '../serve.js';
import { anOrderBody, openRestaurant, placeOne, post, SLUG } from './till.js';

const LIBRARIES = [
  'Python-urllib/3.12',
  'python-requests/2.32.3',
  'Go-http-client/1.1',
  'Go-http-client/2.0',
  'Java/21.0.2',
  'Java-http-client/17',
];

const WRITINGS: Record<string, (agent: string) => string> = {
  'as it is': (agent) => agent,
  'in capitals': (agent) => agent.toUpperCase(),
  'in small letters': (agent) => agent.toLowerCase(),
  'with something after it': (agent) => `${agent} (linux) custom`,
  'without a version': (agent) => agent.slice(0, agent.indexOf('/') + 1),
};

/** Whoever says what it is, and whoever says nothing. */
const OTHERS: Record<string, Record<string, string>> = {
  'no header at all': {},
  'an empty header': { 'User-Agent': '' },
  'a browser': { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  curl: { 'User-Agent': 'curl/8.5.0' },
  'a tool that names itself before its library': { 'User-Agent': 'till-tools/1.0 python-requests/2.32.3' },
  'a library without the slash': { 'User-Agent': 'Java' },
  'a name that begins like a library': { 'User-Agent': 'JavaScript/1.0' },
  'another library of the same language': { 'User-Agent': 'python-httpx/0.27' },
};

const API_PATHS = [
  `/api/carte?slug=${SLUG}`,
  '/api/carte',
  '/api/order',
  `/api/order/${'A'.repeat(22)}`,
  `/api/order/${'A'.repeat(22)}/events`,
  '/api/v1/items',
  '/api/unknown/path',
  '/api/',
  '/api',
];
const OPEN_PATHS = ['/healthz', '/readyz', '/', `/carte/${SLUG}`, '/apiary', '/robots.txt'];

function expectBlocked({ status, text, headers }: Answer, what: string): void {
  expect([status, text], what).to.deep.equal([403, '{"error":"blocked"}']);
  expect(headers['content-type']).to.equal('application/json; charset=utf-8');
  expect(headers).to.include({ 'x-content-type-options': 'nosniff' }).and.have.property('x-request-id');
}

describe('the default agents of HTTP libraries', () => {
  afterEach(closeAll);

  for (const [title, write] of Object.entries(WRITINGS)) {
    it(`are blocked ${title}`, async () => {
      const { origin } = await openRestaurant();
      for (const library of LIBRARIES) {
        const agent = write(library);
        expectBlocked(await call(`${origin}/api/carte?slug=${SLUG}`, { headers: { 'User-Agent': agent } }), agent);
      }
    });
  }

  it('are blocked at every address below /api, also where there is nothing, by every method', async () => {
    const { origin } = await openRestaurant();
    for (const path of API_PATHS) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        expectBlocked(await call(`${origin}${path}`, { method, headers: { 'User-Agent': 'Java/21' } }), `${method} ${path}`);
      }
    }
  });

  it('are blocked from a menu that is ready to be sent', async () => {
    const { origin } = await openRestaurant();
    const headers = { 'User-Agent': 'curl/8.5.0' };
    for (let count = 0; count < 2; count += 1) expect((await call(`${origin}/api/carte?slug=${SLUG}`, { headers })).status).to.equal(200);
    expectBlocked(await call(`${origin}/api/carte?slug=${SLUG}`, { headers: { 'User-Agent': 'Go-http-client/1.1' } }), 'ready');
  });

  it('are blocked before anything else: foreign pages, bodies that are no JSON and bodies that are too large', async () => {
    const { origin } = await openRestaurant();
    const agent = { 'User-Agent': 'python-requests/2.32.3' };
    expectBlocked(await post(origin, anOrderBody(), { ...agent, Origin: 'https://elsewhere.example' }), 'foreign');
    expectBlocked(await post(origin, '{', { ...agent, 'Content-Type': 'text/plain' }), 'no JSON');
    expectBlocked(await post(origin, anOrderBody(), { ...agent, 'Idempotency-Key': '' }), 'a bad key');
    expect((await placeOne(origin)).number).to.equal('001');
  });

  it('are blocked at an address that names its host too', async () => {
    const { origin } = await openRestaurant();
    const answer = await rawCall(
      origin,
      `GET http://till.example/api/carte?slug=${SLUG} HTTP/1.1\r\nHost: till.example\r\nUser-Agent: Java/21\r\nConnection: close\r\n\r\n`,
    );
    expect(rawStatus(answer)).to.equal(403);
    expect(answer).to.include('{"error":"blocked"}');
  });

  for (const path of OPEN_PATHS) {
    it(`are not blocked at ${path}`, async () => {
      const { origin } = await openRestaurant();
      const [asLibrary, asBrowser] = [
        await call(`${origin}${path}`, { headers: { 'User-Agent': 'Java/21' } }),
        await call(`${origin}${path}`, { headers: { 'User-Agent': 'Firefox' } }),
      ];
      expect(asLibrary.status).to.equal(asBrowser.status).and.not.equal(403);
    });
  }
});

describe('other agents', () => {
  afterEach(closeAll);

  for (const [title, headers] of Object.entries(OTHERS)) {
    it(`are served: ${title}`, async () => {
      const { origin } = await openRestaurant();
      expect((await call(`${origin}/api/carte?slug=${SLUG}`, { headers })).status).to.equal(200);
      expect((await post(origin, anOrderBody(), headers)).status).to.equal(200);
    });
  }
});
