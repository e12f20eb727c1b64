import { ORDER_RATE, type PlacedOrder } from '@comptoir/core/orders/order-contract.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { everyDay, minutesAfter, NOON } from '../../suites/builders.js';
import { call, jsonOf } from '../call.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll } from '../serve.js';
import { anOrderBody, openRestaurant, openTill, PUBLIC_URL, placeOne, post, SLUG, WITH_CAPS, WITHOUT_CAPS } from './till.js';

const RULES = SITE_DEFAULTS.ordering;

describe('a takeaway order, POST /api/order', () => {
  afterEach(closeAll);

  it('is priced from the menu and answered with every field of the contract', async () => {
    const { origin } = await openRestaurant();
    const answer = await post(origin, {
      slug: SLUG,
      items: [
        { id: 'galette', quantity: 2, note: ' bien cuite ' },
        { id: 'salade', optionIds: ['caesar', 'chevre', 'chevre', 'unknown'] },
        { id: 'cidre', variantId: 'bouteille', optionIds: [] },
      ],
      customer: { name: '  Ada Lovelace ', phone: '+33 6 00 00 00 00', email: 'ada@example.org' },
      pickupAt: '2026-06-16T13:15:00+02:00',
      note: 'Merci\nbeaucoup',
    });
    const { order, ...rest } = jsonOf(answer) as { order: PlacedOrder };
    expect(rest).to.deep.equal({ ok: true });
    expect(order.id).to.match(/^[0-9A-Za-z]{22}$/);
    expect(order).to.deep.equal({
      id: order.id,
      number: '001',
      status: 'queued',
      placedAt: NOON.toISOString(),
      pickupAt: '2026-06-16T11:15:00.000Z',
      items: [
        line({ id: 'galette', name: 'Galette complète', quantity: 2, unitPrice: 9.5, total: 19, note: 'bien cuite' }),
        line({
          id: 'salade',
          name: 'Salade',
          options: [
            { id: 'caesar', name: 'Caesar', price: 0.55 },
            { id: 'chevre', name: 'Chèvre', price: 2.2 },
          ],
          unitPrice: 13.8,
          total: 13.8,
        }),
        line({ id: 'cidre', name: 'Cidre', variant: { id: 'bouteille', name: 'Bouteille' }, unitPrice: 12.5, total: 12.5 }),
      ],
      dropped: [],
      total: 45.3,
      currency: 'EUR',
      payment: 'at_pickup',
      trackingUrl: `${PUBLIC_URL}/carte/${SLUG}/order/${order.id}`,
    });
  });

  function line(fields: Record<string, unknown>) {
    return { variant: null, options: [], quantity: 1, note: null, ...fields };
  }

  it('is numbered one after the other', async () => {
    const { origin } = await openRestaurant();
    const numbers = [await placeOne(origin), await placeOne(origin)].map(({ number }) => number);
    expect(numbers).to.deep.equal(['001', '002']);
  });

  it('gets the earliest pickup time with room, when it asks for none', async () => {
    const { origin } = await openRestaurant({ features: WITH_CAPS, ordering: { ...RULES, slotCap: 1 } });
    const times = [await placeOne(origin), await placeOne(origin, { pickupAt: null })].map(({ pickupAt }) => pickupAt);
    expect(times).to.deep.equal(['2026-06-16T10:30:00.000Z', '2026-06-16T10:45:00.000Z']);
  });

  it('keeps its own prices when the menu changes afterwards', async () => {
    const till = await openRestaurant();
    const order = await placeOne(till.origin);
    await till.services.products.update(till.scope, 'galette', { visible: false });
    expect(jsonOf(await call(`${till.origin}/api/order/${order.id}`))['order']).to.deep.equal(order);
  });

  it('leaves out what is unknown, hidden, or lacks its size, says so, and takes the rest', async () => {
    const { origin } = await openRestaurant();
    const items = [
      { id: 'galette' },
      { id: 'nothing' },
      { id: 'secret' },
      { id: 'cidre' },
      { id: 'cidre', variantId: 'magnum' },
      { id: '__proto__' },
    ];
    const order = await placeOne(origin, { items });
    expect(order.items.map(({ id }) => id)).to.deep.equal(['galette']);
    expect(order.dropped).to.deep.equal(['nothing', 'secret', 'cidre', 'cidre', '__proto__']);
    expect(order.total).to.equal(9.5);
  });

  it('costs the same whatever prices and totals are sent with it', async () => {
    const { origin, clock } = await openRestaurant();
    const money = fc.constantFrom('price', 'total', 'unitPrice', 'unitPriceCents', 'totalCents', 'discount', 'currency', 'tax', 'dropped');
    const junk = fc.dictionary(fc.oneof(money, fc.string().filter(isNoFieldOfAnOrder)), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
    const quantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(quantities, junk, junk, junk, async (wanted, inBody, inItem, inCustomer) => {
        // Past the window of the rate limit.
        clock.advance(ORDER_RATE.windowSecs * 1000);
        const items = wanted.map((quantity) => ({ ...inItem, id: 'galette', quantity }));
        const order = await placeOne(origin, { ...inBody, items, customer: { ...inCustomer, name: 'Ada' } });
        expect(order.items.map(({ unitPrice }) => unitPrice)).to.deep.equal(wanted.map(() => 9.5));
        expect(Math.round(order.total * 100)).to.equal(wanted.reduce((sum, quantity) => sum + quantity * 950, 0));
        expect(order.dropped).to.deep.equal([]);
      }),
      { numRuns: 100 },
    );
  });

  function isNoFieldOfAnOrder(name: string): boolean {
    return !['slug', 'items', 'customer', 'pickupAt', 'note', 'id', 'quantity', 'variantId', 'optionIds', 'phone', 'email'].includes(name);
  }

  it('tells how many more the establishment takes', async () => {
    const { origin } = await openRestaurant();
    await placeOne(origin);
    const { headers } = await post(origin, anOrderBody());
    expect(headers).to.include({ 'ratelimit-policy': '"default";q=60;w=600', ratelimit: '"default";r=58;t=600' });
  });

  it('is not open to other sites: no answer carries a header that says so', async () => {
    const { origin } = await openRestaurant();
    const { id } = await placeOne(origin);
    const preflight = await call(`${origin}/api/order`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    });
    expectRefusal(preflight, 405, 'method_not_allowed');
    const answers = [preflight, await post(origin, anOrderBody()), await post(origin, {}), await call(`${origin}/api/order/${id}`)];
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).to.deep.equal([]);
      expect(headers).to.include({ 'cross-origin-resource-policy': 'same-origin' });
    }
  });

  it('answers with the request id it was sent with, or one of its own', async () => {
    const { origin } = await openRestaurant();
    for (const id of ['trace-7', 'A.b_C-9', 'x'.repeat(128)]) {
      expect((await post(origin, {}, { 'X-Request-Id': id })).headers['x-request-id']).to.equal(id);
    }
    const given = ['', 'two words', 'x'.repeat(129), 'é', '<script>', ['one', 'two']];
    const own = new Set<unknown>();
    for (const id of given) {
      const answer = await post(origin, {}, { 'X-Request-Id': id });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
      own.add(answer.headers['x-request-id']);
    }
    expect(own.size).to.equal(given.length);
  });

  it('and its answer is stored by nobody on the way', async () => {
    const { origin } = await openRestaurant();
    expect((await post(origin, anOrderBody())).headers).to.include({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  describe('is refused', () => {
    const shape: Record<string, [changes: Record<string, unknown>, path: string]> = {
      'without an establishment': [{ slug: undefined }, 'slug'],
      'with an empty slug': [{ slug: '' }, 'slug'],
      'with a slug of 65 characters': [{ slug: 'a'.repeat(65) }, 'slug'],
      'without items': [{ items: undefined }, 'items'],
      'with an empty list of items': [{ items: [] }, 'items'],
      'with 101 items': [{ items: Array.from({ length: 101 }, () => ({ id: 'galette' })) }, 'items'],
      'for no piece of an item': [{ items: [{ id: 'galette', quantity: 0 }] }, 'items.0.quantity'],
      'for 100 pieces of an item': [{ items: [{ id: 'galette', quantity: 100 }] }, 'items.0.quantity'],
      'for half a piece': [{ items: [{ id: 'galette' }, { id: 'galette', quantity: 0.5 }] }, 'items.1.quantity'],
      'for a number of pieces in words': [{ items: [{ id: 'galette', quantity: '2' }] }, 'items.0.quantity'],
      'with an item that is no object': [{ items: ['galette'] }, 'items.0'],
      'with a note of 201 characters to an item': [{ items: [{ id: 'galette', note: 'x'.repeat(201) }] }, 'items.0.note'],
      'without a customer': [{ customer: undefined }, 'customer'],
      'with a customer without a name': [{ customer: { name: '  ' } }, 'customer.name'],
      'with a name of 81 characters': [{ customer: { name: 'x'.repeat(81) } }, 'customer.name'],
      'with a control character in a name': [{ customer: { name: 'Ada\u0007' } }, 'customer.name'],
      'with half a character in a name': [{ customer: { name: 'Ada\ud83d' } }, 'customer.name'],
      'with an address that is none': [{ customer: { name: 'Ada', email: 'ada' } }, 'customer.email'],
      'with a note of 501 characters': [{ note: 'x'.repeat(501) }, 'note'],
      'with a pickup time without a zone': [{ pickupAt: '2026-06-16T10:30:00' }, 'pickupAt'],
      'with a pickup time on no calendar': [{ pickupAt: '2026-02-30T10:30:00Z' }, 'pickupAt'],
    };
    for (const [title, [changes, path]] of Object.entries(shape)) {
      it(`${title}: 400 invalid_request, naming ${path}`, async () => {
        const { origin } = await openRestaurant();
        expect(faultyPaths(expectRefusal(await post(origin, anOrderBody(changes)), 400, 'invalid_request'))).to.deep.equal([path]);
      });
    }

    it('with a body that is no object: 400 invalid_request', async () => {
      const { origin } = await openRestaurant();
      for (const body of ['null', '[]', '"order"', '7', 'true']) expectRefusal(await post(origin, body), 400, 'invalid_request');
    });

    it('with a body that is not JSON: 400 invalid_json', async () => {
      const { origin } = await openRestaurant();
      for (const body of ['', '{', "{'slug': 1}", 'slug=chez-lucie']) expectRefusal(await post(origin, body), 400, 'invalid_json');
    });

    it('for an establishment that nobody knows: 404 unknown_shop', async () => {
      const { origin } = await openRestaurant();
      for (const slug of ['nobody', `${SLUG}\u0000`, `${SLUG} `, 'constructor']) {
        expectRefusal(await post(origin, anOrderBody({ slug })), 404, 'unknown_shop');
      }
    });

    it('for a trade without a public menu: 404 unknown_shop', async () => {
      const { origin } = await openRestaurant({ trade: 'shop' });
      expectRefusal(await post(origin, anOrderBody()), 404, 'unknown_shop');
    });

    it('while online orders are off: 409 ordering_off', async () => {
      const { origin } = await openRestaurant({ features: { ...WITHOUT_CAPS, onlineOrders: false } });
      expectRefusal(await post(origin, anOrderBody()), 409, 'ordering_off');
    });

    it('while it is closed: 409 closed, with the next opening', async () => {
      const { origin } = await openRestaurant({ hours: everyDay(['18:00', '22:00']) });
      expect(expectRefusal(await post(origin, anOrderBody()), 409, 'closed')).to.include({ nextOpening: '2026-06-16T16:00:00.000Z' });
    });

    it('where it never opens: 409 closed, without a next opening', async () => {
      const { origin } = await openRestaurant({ hours: [] });
      expect(expectRefusal(await post(origin, anOrderBody()), 409, 'closed')).to.include({ nextOpening: null });
    });

    it('for a pickup time that is taken: 409 slot_full', async () => {
      const { origin } = await openRestaurant({ features: WITH_CAPS, ordering: { ...RULES, slotCap: 2 } });
      const pickupAt = '2026-06-16T10:30:00Z';
      await placeOne(origin, { pickupAt });
      await placeOne(origin, { pickupAt });
      expectRefusal(await post(origin, anOrderBody({ pickupAt })), 409, 'slot_full');
      await placeOne(origin, { pickupAt: '2026-06-16T10:45:00Z' });
    });

    it('when a dish is sold out: 409 sold_out, with every dish that is, once', async () => {
      const { origin, clock } = await openRestaurant();
      const items = [{ id: 'far' }, { id: 'galette' }, { id: 'far', quantity: 3 }];
      const body = expectRefusal(await post(origin, anOrderBody({ items })), 409, 'sold_out');
      expect(body['items']).to.deep.equal([{ id: 'far', name: 'Far breton' }]);
      clock.set(minutesAfter(NOON, 60));
      await placeOne(origin, { items });
    });

    it('when nothing of it can be ordered: 422 empty_order, with what was dropped', async () => {
      const { origin } = await openRestaurant();
      const body = expectRefusal(await post(origin, anOrderBody({ items: [{ id: 'nothing' }, { id: 'secret' }] })), 422, 'empty_order');
      expect(body['dropped']).to.deep.equal(['nothing', 'secret']);
      expect(faultyPaths(body)).to.deep.equal(['items']);
    });

    for (const [title, optionIds] of Object.entries({
      'too few': [],
      'too many of one group': ['vinaigrette', 'caesar'],
      'too many extras': ['caesar', 'chevre', 'noix', 'oeuf'],
      'only unknown ones': ['ketchup'],
    })) {
      it(`with ${title} options: 422 invalid_options, naming the line`, async () => {
        const { origin } = await openRestaurant();
        const answer = await post(origin, anOrderBody({ items: [{ id: 'galette' }, { id: 'salade', optionIds }] }));
        expect(faultyPaths(expectRefusal(answer, 422, 'invalid_options'))).to.deep.equal(['items.1.optionIds']);
      });
    }

    for (const [title, pickupAt] of Object.entries({
      'in the past': '2026-06-16T09:00:00Z',
      'before the kitchen is ready': '2026-06-16T10:15:00Z',
      'between two slots': '2026-06-16T10:31:00Z',
      'beyond what is on offer': '2026-06-17T22:30:00Z',
      'in another millennium': '9999-12-31T23:45:00Z',
    })) {
      it(`for a pickup time ${title}: 422 invalid_slot`, async () => {
        const { origin } = await openRestaurant();
        const body = expectRefusal(await post(origin, anOrderBody({ pickupAt })), 422, 'invalid_slot');
        expect(faultyPaths(body)).to.deep.equal(['pickupAt']);
      });
    }

    it('below the minimum: 422 below_minimum, with the minimum in euros', async () => {
      const { origin } = await openRestaurant({ ordering: { ...RULES, minimumCents: 1901 } });
      const body = expectRefusal(await post(origin, anOrderBody({ items: [{ id: 'galette', quantity: 2 }] })), 422, 'below_minimum');
      expect(body).to.include({ minimum: 19.01 });
      await placeOne(origin, { items: [{ id: 'galette', quantity: 3 }] });
    });

    it('after 60 in ten minutes: 429 rate_limited, until the first of them is ten minutes old', async function () {
      this.timeout(60_000);
      const { origin, clock } = await openRestaurant();
      await placeOne(origin);
      clock.advance(60_000);
      for (let count = 1; count < 60; count += 1) await placeOne(origin);
      // Refused orders count for nothing.
      expectRefusal(await post(origin, anOrderBody({ items: [{ id: 'far' }] })), 409, 'sold_out');
      const answer = await post(origin, anOrderBody());
      expectRefusal(answer, 429, 'rate_limited');
      expect(answer.headers).to.include({
        'retry-after': '540',
        'ratelimit-policy': '"default";q=60;w=600',
        ratelimit: '"default";r=0;t=540',
      });
      clock.advance(540_000);
      await placeOne(origin);
      expectRefusal(await post(origin, anOrderBody()), 429, 'rate_limited');
    });

    it('without holding back another establishment of the same till', async function () {
      this.timeout(60_000);
      const busy = await openRestaurant();
      const calm = await openRestaurant({ slug: 'calm' }, { persistence: busy.persistence });
      for (let count = 0; count < 60; count += 1) await placeOne(busy.origin);
      expectRefusal(await post(busy.origin, anOrderBody()), 429, 'rate_limited');
      await placeOne(busy.origin, { slug: 'calm' });
      expect((await placeOne(calm.origin, { slug: 'calm' })).number).to.equal('002');
    });

    it('by another method: 405 method_not_allowed with the one it knows', async () => {
      const { origin } = await openRestaurant();
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await call(`${origin}/api/order`, { method });
        expectRefusal(answer, 405, 'method_not_allowed');
        expect(answer.headers.allow).to.equal('POST');
      }
    });
  });
});

describe('an order that was placed, GET /api/order/{id}', () => {
  afterEach(closeAll);

  it('is shown as it is now to whoever knows its id, in any process', async () => {
    const till = await openRestaurant();
    const placed = await placeOne(till.origin);
    await till.services.orders.step(till.scope, placed.id, 'accept', null);
    const other = await openTill({ persistence: till.persistence });
    const answer = await call(`${other.origin}/api/order/${placed.id}`);
    expect(jsonOf(answer)).to.deep.equal({ ok: true, order: { ...placed, status: 'accepted' } });
    expect(answer.headers['cache-control']).to.equal('no-store');
  });

  it('shows nothing about the customer', async () => {
    const { origin } = await openRestaurant();
    const { id } = await placeOne(origin, { customer: { name: 'Ada', phone: '+33 6', email: 'ada@example.org' }, note: 'door code 1234' });
    expect((await call(`${origin}/api/order/${id}`)).text).not.to.match(/Ada|\+33|ada@|1234/);
  });

  for (const [title, id] of Object.entries({
    'nobody has': 'A'.repeat(22),
    'too short': 'abc',
    'too long': 'a'.repeat(23),
    'of 8000 characters': 'a'.repeat(8000),
    'of a foreign alphabet': `${'a'.repeat(21)}-`,
    'with a NUL': 'a%00',
    'with broken escapes': '%E0%A4%A',
    'that climbs out, escaped': '..%2F..%2Fetc%2Fpasswd',
    'that is SQL': "'%20or%20'1'='1",
    'named like a method of every object': '__proto__',
  })) {
    it(`is 404 unknown_order for an id ${title}`, async () => {
      const { origin } = await openRestaurant();
      expectRefusal(await call(`${origin}/api/order/${id}`), 404, 'unknown_order');
      expectRefusal(await call(`${origin}/api/order/${id}/events`), 404, 'unknown_order');
    });
  }

  for (const path of ['/api/order/../../etc/passwd', '/api/order/a/b', '/api/orders', '/api', '/API/order/x']) {
    it(`is 404 not_found at ${path}`, async () => {
      const { origin } = await openRestaurant();
      expectRefusal(await call(`${origin}${path}`), 404, 'not_found');
    });
  }

  it('is read only: any other method is 405 with those it knows', async () => {
    const { origin } = await openRestaurant();
    const { id } = await placeOne(origin);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await call(`${origin}/api/order/${id}`, { method });
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).to.equal('GET, HEAD');
    }
  });
});
