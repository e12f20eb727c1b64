import { expect } from 'chai';
import { call } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { anOrderBody, openRestaurant, orderIn, PUBLIC_URL, placeOne, post } from './till.js';

/** Who may place, see and follow orders from a page: the till's own pages, under whatever host they were asked for. */
describe('a call about an order', () => {
  afterEach(closeAll);

  const accepted: Record<string, { headers: (own: string) => Record<string, string | string[]> }> = {
    'from a tool, which names no origin': { headers: () => ({}) },
    'from a page of the host it was sent to': { headers: (own) => ({ Origin: own }) },
    'from a page of the public address, behind a proxy': { headers: () => ({ Origin: PUBLIC_URL }) },
    'from a page of another host of the establishment': {
      headers: () => ({ Host: 'lucie.example:8080', Origin: 'http://lucie.example:8080' }),
    },
    'from a page that was served securely by a proxy in front': {
      headers: () => ({ Host: 'Lucie.example', Origin: 'https://lucie.example' }),
    },
  };
  for (const [title, { headers }] of Object.entries(accepted)) {
    it(`passes ${title}`, async () => {
      const { origin } = await openRestaurant();
      const { id } = orderIn(await post(origin, anOrderBody(), headers(origin)));
      expect((await call(`${origin}/api/order/${id}`, { headers: headers(origin) })).status).to.equal(200);
    });
  }

  const foreign: Record<string, (own: URL) => string | string[]> = {
    'another site': () => 'https://elsewhere.example',
    'no origin at all, as sandboxed pages and files have': () => 'null',
    'a subdomain of the public address': () => 'https://evil.till.example',
    'a domain that begins like the public address': () => 'https://till.example.evil',
    'a domain that ends like the public address': () => 'https://eviltill.example',
    'the public address without encryption': () => 'http://till.example',
    'another port of the public address': () => 'https://till.example:8443',
    'another port of this machine': ({ hostname, port }) => `http://${hostname}:${Number(port) - 1}`,
    'this machine without a port': ({ hostname }) => `http://${hostname}`,
    'two sites in one header': ({ origin }) => `${origin}, https://elsewhere.example`,
    'two headers, the second of another site': ({ origin }) => [origin, 'https://elsewhere.example'],
    'two headers, the first of another site': ({ origin }) => ['https://elsewhere.example', origin],
    'the same header twice': ({ origin }) => [origin, origin],
    'what is no origin': () => 'elsewhere',
    'nothing in the header': () => '',
  };
  for (const [title, originOf] of Object.entries(foreign)) {
    it(`is 403 cross_origin from a page of ${title}, whatever it asks for`, async () => {
      const { origin } = await openRestaurant();
      const { id } = await placeOne(origin);
      const headers = { Origin: originOf(new URL(origin)) };
      expectRefusal(await post(origin, anOrderBody(), headers), 403, 'cross_origin');
      expectRefusal(await post(origin, '{', { ...headers, 'Content-Type': 'text/plain' }), 403, 'cross_origin');
      expectRefusal(await call(`${origin}/api/order/${id}`, { headers }), 403, 'cross_origin');
      expectRefusal(await call(`${origin}/api/order/${id}/events`, { headers }), 403, 'cross_origin');
    });
  }

  it('stores nothing when it comes from a foreign page', async () => {
    const { origin } = await openRestaurant();
    await post(origin, anOrderBody(), { Origin: 'https://elsewhere.example' });
    expect((await placeOne(origin)).number).to.equal('001');
  });
});
