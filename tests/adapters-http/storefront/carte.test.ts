import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { everyDay, minutesAfter, NOON } from '../../suites/builders.js';
import { type Answer, type CallOptions, call, jsonOf } from '../call.js';
import { deferred } from '../deferred.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll } from '../serve.js';
import {
  aRestaurant,
  kitchen,
  openRestaurant,
  openTill,
  placeOne,
  SLUG,
  type Till,
  type TillOptions,
  WITH_CAPS,
  WITHOUT_CAPS,
} from './till.js';

const PATH = `/api/carte?slug=${SLUG}`;
/** The same question in other words: only the ordinary way understands it. */
const ORDINARY_PATH = `/api/carte?from=tests&slug=${SLUG}`;

const ENCODINGS = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync } as const;
type Encoding = keyof typeof ENCODINGS;
const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[];

async function carteOf({ origin }: Till): Promise<Record<string, unknown>> {
  const answer = await call(`${origin}${PATH}`);
  expect(answer.status, answer.text).to.equal(200);
  return jsonOf(answer);
}

async function orderingOf(changes: Partial<Site>): Promise<unknown> {
  return (await carteOf(await openRestaurant(changes)))['ordering'];
}

/** What of an answer must be the same each time: everything but when and as what it was sent. */
function lasting({ status, rawHeaders, bytes }: Answer) {
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!/^(?:date|x-request-id)$/i.test(name)) headers.push(`${name.toLowerCase()}: ${value}`);
  }
  return { status, headers: headers.sort(), bytes: bytes.toString('base64') };
}

describe('the public menu, GET /api/carte', () => {
  afterEach(closeAll);

  it('has every field of the contract, prices in euros and instants in ISO 8601, and no other field', async () => {
    const till = await openRestaurant({
      description: 'Crêperie',
      phone: '+33 2 98 00 00 00',
      website: 'https://lucie.example',
      languages: ['fr', 'en'],
      features: WITH_CAPS,
      ordering: { ...SITE_DEFAULTS.ordering, horizonHours: 1, minimumCents: 805 },
      hours: [
        { day: 2, from: '11:30', to: '14:30' },
        { day: 6, from: '19:00', to: '02:00' },
      ],
      exceptions: [
        { date: '2026-07-14', closed: true, label: 'Fête nationale', periods: [] },
        { date: '2026-12-24', closed: false, label: null, periods: [{ from: '11:00', to: '15:00' }] },
      ],
    });
    expect(await carteOf(till)).to.deep.equal({
      slug: SLUG,
      name: 'Chez Lucie',
      trade: 'restaurant',
      description: 'Crêperie',
      address: { line1: '12 rue des Lilas', line2: null, postcode: '29200', city: 'Brest', country: 'FR' },
      phone: '+33 2 98 00 00 00',
      website: 'https://lucie.example',
      currency: 'EUR',
      timezone: 'Europe/Paris',
      languages: ['fr', 'en'],
      ordering: {
        enabled: true,
        open: true,
        nextOpening: null,
        leadMinutes: 20,
        minimum: 8.05,
        slots: [
          { start: '2026-06-16T10:30:00.000Z', end: '2026-06-16T10:45:00.000Z', remaining: 4 },
          { start: '2026-06-16T10:45:00.000Z', end: '2026-06-16T11:00:00.000Z', remaining: 4 },
        ],
      },
      hours: [
        { day: 2, from: '11:30', to: '14:30' },
        { day: 6, from: '19:00', to: '02:00' },
      ],
      exceptions: [
        { date: '2026-07-14', closed: true, label: 'Fête nationale', periods: [] },
        { date: '2026-12-24', closed: false, label: null, periods: [{ from: '11:00', to: '15:00' }] },
      ],
      categories: [
        { id: 'sales', name: 'Salés', position: 1 },
        { id: 'boissons', name: 'Boissons', position: 2 },
      ],
      items: [
        dish({ id: 'galette', categoryId: 'sales', name: 'Galette complète', price: 9.5 }),
        dish({
          id: 'salade',
          categoryId: 'sales',
          name: 'Salade',
          description: 'Du jour',
          price: 11.05,
          photo: '/photos/salade.jpg',
          allergens: ['mustard', 'nuts'],
          optionGroups: [
            {
              id: 'sauce',
              name: 'Sauce',
              min: 1,
              max: 1,
              options: [
                { id: 'vinaigrette', name: 'Vinaigrette', price: 0 },
                { id: 'caesar', name: 'Caesar', price: 0.55 },
              ],
            },
            {
              id: 'extras',
              name: 'Suppléments',
              min: 0,
              max: 2,
              options: [
                { id: 'chevre', name: 'Chèvre', price: 2.2 },
                { id: 'noix', name: 'Noix', price: 1.1 },
                { id: 'oeuf', name: 'Œuf', price: 0.9 },
              ],
            },
          ],
        }),
        dish({
          id: 'cidre',
          categoryId: 'boissons',
          name: 'Cidre',
          price: 0,
          variants: [
            { id: 'bolee', name: 'Bolée', price: 3.1 },
            { id: 'bouteille', name: 'Bouteille', price: 12.5 },
          ],
        }),
        dish({ id: 'far', name: 'Far breton', price: 9.5, available: false }),
      ],
    });
  });

  function dish(fields: Record<string, unknown>) {
    const plain = { categoryId: null, description: null, photo: null, allergens: [], available: true, variants: [], optionGroups: [] };
    return { ...plain, ...fields };
  }

  it('is that of a bar too', async () => {
    expect(await carteOf(await openRestaurant({ trade: 'bar' }))).to.include({ trade: 'bar' });
  });

  it('says how many orders each pickup time still takes', async () => {
    const till = await openRestaurant({ features: WITH_CAPS });
    const pickupAt = '2026-06-16T10:45:00.000Z';
    for (let count = 0; count < 3; count += 1) await placeOne(till.origin, { pickupAt });
    const { ordering } = (await carteOf(till)) as { ordering: { slots: { start: string; remaining: number }[] } };
    expect(ordering.slots.slice(0, 3).map(({ remaining }) => remaining)).to.deep.equal([4, 1, 4]);
  });

  it('has no number of remaining orders where pickup times are not limited', async () => {
    const ordering = await orderingOf({ features: WITHOUT_CAPS, ordering: { ...SITE_DEFAULTS.ordering, horizonHours: 1 } });
    expect(ordering).to.have.nested.property('slots[0].remaining', null);
    expect(ordering).to.have.nested.property('slots[1].remaining', null);
  });

  it('says that no orders are taken, and lists no pickup times, where online orders are off', async () => {
    const ordering = await orderingOf({ features: { ...WITHOUT_CAPS, onlineOrders: false } });
    expect(ordering).to.deep.include({ enabled: false, open: false, slots: [] });
  });

  it('says when a closed establishment opens next', async () => {
    const ordering = await orderingOf({ hours: everyDay(['18:00', '22:00']) });
    expect(ordering).to.deep.include({ enabled: true, open: false, nextOpening: '2026-06-16T16:00:00.000Z', slots: [] });
  });

  describe('refuses', () => {
    for (const [title, query] of Object.entries({
      'without a query': '',
      'without a slug': '?other=1',
      'with an empty slug': '?slug=',
      'with a slug of 65 characters': `?slug=${'a'.repeat(65)}`,
      'with two slugs': `?slug=${SLUG}&slug=${SLUG}`,
      'with a list for a slug': `?slug[]=${SLUG}`,
    })) {
      it(`a call ${title}: 400 invalid_request, naming the slug`, async () => {
        const { origin } = await openRestaurant();
        const body = expectRefusal(await call(`${origin}/api/carte${query}`), 400, 'invalid_request');
        expect(faultyPaths(body)).to.deep.equal(['slug']);
      });
    }

    for (const [title, slug] of Object.entries({
      'nobody has': 'nobody',
      'of 64 characters that nobody has': 'a'.repeat(64),
      'in capitals': SLUG.toUpperCase(),
      'with a NUL': `${SLUG}%00`,
      'that climbs out': '..%2F..%2Fetc%2Fpasswd',
      'with broken escapes': '%E0%A4%A',
      'that is not UTF-8': '%ff',
      'named like a method of every object': 'constructor',
    })) {
      it(`a slug ${title}: 404 unknown_shop`, async () => {
        const { origin } = await openRestaurant();
        expectRefusal(await call(`${origin}/api/carte?slug=${slug}`), 404, 'unknown_shop');
      });
    }

    for (const trade of ['shop', 'museum'] as const) {
      it(`the slug of a ${trade}, which has no public menu: 404 unknown_shop`, async () => {
        const { origin } = await openRestaurant({ trade });
        expectRefusal(await call(`${origin}${PATH}`), 404, 'unknown_shop');
      });
    }

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      it(`${method}: 405 method_not_allowed with the methods it knows`, async () => {
        const { origin } = await openRestaurant();
        const answer = await call(`${origin}${PATH}`, { method });
        expectRefusal(answer, 405, 'method_not_allowed');
        expect(answer.headers.allow).to.equal('GET, HEAD, OPTIONS');
      });
    }
  });

  describe('is open to the pages of any site', () => {
    for (const [title, { path = PATH, ...options }] of Object.entries<CallOptions & { path?: string }>({
      'with the menu': {},
      'with the headers of the menu': { method: 'HEAD' },
      'when nothing has changed': { headers: { 'If-None-Match': '*' } },
      'with a refusal of the call': { path: '/api/carte' },
      'when there is no such menu': { path: '/api/carte?slug=nobody' },
    })) {
      it(title, async () => {
        const { origin } = await openRestaurant();
        for (let repeated = 0; repeated < 2; repeated += 1) {
          const { headers } = await call(`${origin}${path}`, {
            ...options,
            headers: { Origin: 'https://elsewhere.example', ...options.headers },
          });
          expect(headers).to.include({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
          expect(headers['access-control-expose-headers']).to.match(/ETag/);
          expect(headers).not.to.have.property('access-control-allow-credentials');
        }
      });
    }

    it('when the store cannot be reached', async () => {
      const { origin } = await openRestaurant({}, { around: (services) => ({ ...services, carte: { bySlug: unreachable } }) });
      const answer = await call(`${origin}${PATH}`);
      expectRefusal(answer, 503, 'store_unavailable');
      expect(answer.headers['access-control-allow-origin']).to.equal('*');
    });

    it('and answers what browsers ask before a call that is not simple', async () => {
      const { origin } = await openRestaurant();
      const answer = await call(`${origin}${PATH}`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'x-request-id,if-none-match',
        },
      });
      expect(answer.status).to.equal(204);
      expect(answer.bytes).to.have.length(0);
      expect(answer.headers).to.include({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'x-request-id,if-none-match',
        'access-control-max-age': '86400',
      });
      expect(answer.headers.vary).to.match(/Access-Control-Request-Headers/i);
    });
  });

  it('is told by HEAD without being sent', async () => {
    const { origin } = await openRestaurant();
    const got = lasting(await call(`${origin}${PATH}`));
    const told = lasting(await call(`${origin}${PATH}`, { method: 'HEAD' }));
    expect(told).to.deep.equal({ ...got, bytes: '' });
  });

  it('carries the security headers, and the request id it was asked with', async () => {
    const { origin } = await openRestaurant();
    for (let repeated = 0; repeated < 2; repeated += 1) {
      const { headers } = await call(`${origin}${PATH}`, { headers: { 'X-Request-Id': 'trace-7' } });
      expect(headers).to.include({
        'x-request-id': 'trace-7',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cache-control': 'public, max-age=60',
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  describe('in the encoding the caller takes', () => {
    for (const encoding of ENCODING_NAMES) {
      it(`${encoding}: is byte for byte the same when it is asked for again, on every way to it`, async () => {
        const { origin } = await openRestaurant();
        const options = { headers: { 'Accept-Encoding': encoding } };
        const first = await call(`${origin}${PATH}`, options);
        const expected = lasting(first);
        expect(first.headers['content-encoding']).to.equal(encoding === 'identity' ? undefined : encoding);
        expect(first.headers.vary).to.equal('Accept-Encoding');
        expect(jsonOf({ text: ENCODINGS[encoding](first.bytes).toString() })).to.have.property('slug', SLUG);
        for (const path of [PATH, ORDINARY_PATH, PATH]) expect(lasting(await call(`${origin}${path}`, options))).to.deep.equal(expected);
      });

      it(`${encoding}: is 304 without a body for whoever has it already, on every way to it`, async () => {
        const { origin } = await openRestaurant();
        const { headers } = await call(`${origin}${PATH}`, { headers: { 'Accept-Encoding': encoding } });
        const etag = headers.etag ?? '';
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const options = { headers: { 'Accept-Encoding': encoding, 'If-None-Match': known } };
          const ready = await call(`${origin}${PATH}`, options);
          expect(ready.status, known).to.equal(304);
          expect(ready.bytes).to.have.length(0);
          expect(ready.headers).to.include({ etag, 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' });
          expect(lasting(await call(`${origin}${ORDINARY_PATH}`, options))).to.deep.equal(lasting(ready));
        }
      });
    }

    it('has a strong tag of its own for each encoding, which the others do not answer to', async () => {
      const { origin } = await openRestaurant();
      const tags = await Promise.all(ENCODING_NAMES.map((encoding) => tagOf(origin, encoding)));
      expect(new Set(tags)).to.have.property('size', ENCODING_NAMES.length);
      for (const tag of tags) expect(tag).to.match(/^"[\w-]{27,}"$/);
      for (const path of [PATH, ORDINARY_PATH]) {
        const answer = await call(`${origin}${path}`, { headers: { 'Accept-Encoding': 'br', 'If-None-Match': tags[0] ?? '' } });
        expect(answer.status).to.equal(200);
      }
    });

    it('has the same tag in every process', async () => {
      const { persistence, origin } = await openRestaurant();
      const other = await openTill({ persistence });
      for (const encoding of ENCODING_NAMES) expect(await tagOf(other.origin, encoding)).to.equal(await tagOf(origin, encoding));
    });

    async function tagOf(origin: string, encoding: Encoding): Promise<string | undefined> {
      return (await call(`${origin}${PATH}`, { headers: { 'Accept-Encoding': encoding } })).headers.etag;
    }

    for (const [accepted, expected] of Object.entries({
      'gzip;q=0.5, br;q=0': 'gzip',
      'deflate, compress': undefined,
      'br;q=1.0, gzip;q=0.8, *;q=0.1': 'br',
      '': undefined,
    })) {
      it(`answers "Accept-Encoding: ${accepted}" with ${expected ?? 'no encoding'}`, async () => {
        const { origin } = await openRestaurant();
        for (const path of [PATH, PATH, ORDINARY_PATH]) {
          const { status, headers } = await call(`${origin}${path}`, { headers: { 'Accept-Encoding': accepted } });
          expect([status, headers['content-encoding']]).to.deep.equal([200, expected]);
        }
      });
    }
  });

  describe('is kept for a minute', () => {
    /** A till of its own on the data of another, that counts how often the menu is made, and shows none before `gate` opens. */
    async function countingTill({ persistence }: Till, options: TillOptions & { gate?: Promise<void> } = {}) {
      const made = { count: 0, begun: deferred() };
      const around = (services: Services): Services => ({
        ...services,
        carte: {
          async bySlug(slug) {
            made.count += 1;
            const carte = await services.carte.bySlug(slug);
            made.begun.resolve();
            await options.gate;
            return carte;
          },
        },
      });
      return { made, till: await openTill({ ...options, persistence, around }) };
    }

    it('whatever another process changes, and not longer', async () => {
      const other = await openRestaurant();
      const { till, made } = await countingTill(other);
      const before = await carteOf(till);
      await other.services.sites.update(other.scope, { name: 'Chez Lucien' });
      till.clock.advance(59_999);
      expect(await carteOf(till)).to.deep.equal(before);
      expect(made.count).to.equal(1);
      till.clock.advance(1);
      expect(await carteOf(till)).to.include({ name: 'Chez Lucien' });
      expect(made.count).to.equal(2);
    });

    it('and made once for fifty callers who ask at the same time', async () => {
      const gate = deferred();
      const allCame = deferred();
      let came = 0;
      const onRequest = () => {
        came += 1;
        if (came === 50) allCame.resolve();
      };
      const { till, made } = await countingTill(await openRestaurant(), { gate: gate.promise, onRequest });
      const answers = Array.from({ length: 50 }, () => call(`${till.origin}${PATH}`));
      await allCame.promise;
      gate.resolve();
      const distinct = new Set((await Promise.all(answers)).map((answer) => JSON.stringify(lasting(answer))));
      expect(made.count).to.equal(1);
      expect(distinct.size).to.equal(1);
    });

    it('but dropped at once when its establishment changes in this process', async () => {
      const till = await openRestaurant();
      const { sites, catalogue, products } = till.services;
      const first = await call(`${till.origin}${PATH}`);
      await sites.update(till.scope, { name: 'Chez Lucien' });
      const second = await call(`${till.origin}${PATH}`, { headers: { 'If-None-Match': first.headers.etag ?? '' } });
      expect(jsonOf(second)).to.include({ name: 'Chez Lucien' });
      await products.update(till.scope, 'galette', { soldOutUntil: minutesAfter(NOON, 60) });
      expect(await carteOf(till)).to.have.nested.property('items[0].available', false);
      await products.update(till.scope, 'galette', { visible: false });
      expect(await carteOf(till)).to.have.nested.property('items[0].id', 'salade');
      await catalogue.categories.update(kitchen(till.scope), 'sales', { name: 'Plats' });
      expect(await carteOf(till)).to.have.nested.property('categories[0].name', 'Plats');
    });

    it('and a change is not lost that comes while the menu is being made', async () => {
      const gate = deferred();
      const { scope, ...restaurant } = await openRestaurant();
      const { till, made } = await countingTill(restaurant, { gate: gate.promise });
      const slow = call(`${till.origin}${PATH}`);
      await made.begun.promise;
      await till.services.sites.update(scope, { name: 'Chez Lucien' });
      const next = carteOf(till);
      gate.resolve();
      expect(jsonOf(await slow)).to.include({ name: 'Chez Lucie' });
      expect(await next).to.include({ name: 'Chez Lucien' });
    });

    it('while a dish that was sold out comes back by itself at the next making', async () => {
      const till = await openRestaurant();
      expect(await carteOf(till)).to.have.nested.property('items[3].available', false);
      till.clock.advance(3_600_000);
      expect(await carteOf(till)).to.have.nested.property('items[3].available', true);
    });

    it('which a refusal is not: a new establishment is there at once', async () => {
      const till = await openTill();
      const refused = await call(`${till.origin}${PATH}`);
      expectRefusal(refused, 404, 'unknown_shop');
      await aRestaurant(till.persistence);
      expect(await carteOf(till)).to.include({ slug: SLUG });
    });

    it('which a fault is not: the next call tries again', async () => {
      let reachable = false;
      const around = (services: Services): Services => ({
        ...services,
        carte: { bySlug: (slug) => (reachable ? services.carte.bySlug(slug) : unreachable()) },
      });
      const till = await openRestaurant({}, { around });
      expectRefusal(await call(`${till.origin}${PATH}`), 503, 'store_unavailable');
      reachable = true;
      expect(await carteOf(till)).to.include({ slug: SLUG });
    });
  });
});

function unreachable(): Promise<never> {
  return Promise.reject(new DomainError('store_unavailable', { cause: new Error('select 1 failed: postgres is not there') }));
}
