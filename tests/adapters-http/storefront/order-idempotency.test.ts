import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from '../../suites/builders.js';
import { type Answer, call, jsonOf } from '../call.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll } from '../serve.js';
import { anOrderBody, openRestaurant, openTill, orderIn, placeOne, post, SLUG, WITH_CAPS, WITHOUT_CAPS } from './till.js';

const RULES = SITE_DEFAULTS.ordering;

/** What a refusal says, without the id of the call. */
function said(answer: Answer): Record<string, unknown> {
  const { requestId, ...rest } = jsonOf(answer);
  expect(requestId).to.be.a('string');
  return rest;
}

describe('an order with an Idempotency-Key', () => {
  afterEach(closeAll);

  const keyed = (key: string | string[]) => ({ 'Idempotency-Key': key });
  const replayed = ({ headers }: Answer) => headers['idempotent-replayed'];

  it('is placed once, however often it is sent, and its answer is marked from the second time on', async () => {
    const { origin } = await openRestaurant();
    const first = await post(origin, anOrderBody(), keyed('k-1'));
    const second = await post(origin, anOrderBody(), keyed('k-1'));
    expect(replayed(first)).to.equal(undefined);
    expect(replayed(second)).to.equal('true');
    expect(second.text).to.equal(first.text);
    expect((await placeOne(origin)).number).to.equal('002');
  });

  it('is the same order for any process on the same store', async () => {
    const { origin, persistence } = await openRestaurant();
    const other = await openTill({ persistence });
    const first = await post(origin, anOrderBody(), keyed('k-1'));
    expect((await post(other.origin, anOrderBody(), keyed('k-1'))).text).to.equal(first.text);
  });

  it('is the same order when its body is written in another way, or has other fields that are ignored', async () => {
    const { origin } = await openRestaurant();
    const first = await post(origin, { slug: SLUG, items: [{ id: 'galette', quantity: 1 }], customer: { name: 'Ada' } }, keyed('k-1'));
    const again = `{ "total": 1,\n "customer": {"name":" Ada "}, "items": [ {"quantity":1, "price": 7, "id":"galette"} ], "slug":"${SLUG}" }`;
    expect((await post(origin, again, keyed('k-1'))).text).to.equal(first.text);
  });

  it('is the same order with the key bare or in quotes', async () => {
    const { origin } = await openRestaurant();
    const first = await post(origin, anOrderBody(), keyed('k-1'));
    const second = await post(origin, anOrderBody(), keyed('"k-1"'));
    expect(replayed(second)).to.equal('true');
    expect(second.text).to.equal(first.text);
  });

  it('takes keys of 1 to 255 visible characters', async () => {
    const { origin } = await openRestaurant();
    for (const key of ['x', '~'.repeat(255), `"${'!'.repeat(255)}"`, 'a,b', '"']) {
      expect(replayed(await post(origin, anOrderBody(), keyed(key))), key).to.equal(undefined);
      expect(replayed(await post(origin, anOrderBody(), keyed(key))), key).to.equal('true');
    }
  });

  for (const [title, key] of Object.entries({
    'is empty': '',
    'is empty in quotes': '""',
    'has 256 characters': 'x'.repeat(256),
    'has a space': 'one two',
    'has a space in quotes': '"one two"',
    'has a tab': 'one\ttwo',
    'is not ASCII': 'clé',
    'comes twice': ['k-1', 'k-2'],
    'comes twice with the same value': ['k-1', 'k-1'],
  })) {
    it(`is 400 invalid_request when the key ${title}, and not placed`, async () => {
      const { origin } = await openRestaurant();
      const body = expectRefusal(await post(origin, anOrderBody(), keyed(key)), 400, 'invalid_request');
      expect(faultyPaths(body)).to.deep.equal(['Idempotency-Key']);
      expect((await placeOne(origin)).number).to.equal('001');
    });
  }

  it('is 422 idempotency_key_reused with another body', async () => {
    const { origin } = await openRestaurant();
    await post(origin, anOrderBody(), keyed('k-1'));
    const answer = await post(origin, anOrderBody({ note: 'another' }), keyed('k-1'));
    expectRefusal(answer, 422, 'idempotency_key_reused');
    expect(replayed(answer)).to.equal(undefined);
    expect((await placeOne(origin)).number).to.equal('002');
  });

  it('is answered as it was, when the order has moved on since', async () => {
    const till = await openRestaurant();
    const first = await post(till.origin, anOrderBody(), keyed('k-1'));
    const { id } = orderIn(first);
    await till.services.orders.step(till.scope, id, 'accept', null);
    await till.services.products.update(till.scope, 'galette', { visible: false });
    till.clock.advance(23 * 3_600_000);
    expect((await post(till.origin, anOrderBody(), keyed('k-1'))).text).to.equal(first.text);
    expect(jsonOf(await call(`${till.origin}/api/order/${id}`))).to.have.nested.property('order.status', 'accepted');
  });

  it('may use the key for another order after a day', async () => {
    const { origin, clock } = await openRestaurant();
    const first = orderIn(await post(origin, anOrderBody(), keyed('k-1')));
    clock.advance(24 * 3_600_000);
    const second = await post(origin, anOrderBody({ note: 'another' }), keyed('k-1'));
    expect(replayed(second)).to.equal(undefined);
    expect(orderIn(second).id).not.to.equal(first.id);
  });

  it('shares its key with nobody: another establishment has its own', async () => {
    const { origin, persistence } = await openRestaurant();
    await openRestaurant({ slug: 'other' }, { persistence });
    const ids: string[] = [];
    for (const slug of [SLUG, 'other']) ids.push(orderIn(await post(origin, anOrderBody({ slug }), keyed('k-1'))).id);
    expect(new Set(ids).size).to.equal(2);
  });

  it('counts once towards the 60 orders', async () => {
    const { origin } = await openRestaurant();
    for (let count = 0; count < 5; count += 1) await post(origin, anOrderBody(), keyed('k-1'));
    expect((await post(origin, anOrderBody())).headers.ratelimit).to.equal('"default";r=58;t=600');
  });

  it('is refused again in the same words when the pickup time was full, though there is room by now', async () => {
    const till = await openRestaurant({ features: WITH_CAPS, ordering: { ...RULES, slotCap: 1 } });
    const body = anOrderBody({ pickupAt: '2026-06-16T10:30:00Z' });
    const { id } = orderIn(await post(till.origin, body));
    const refused = await post(till.origin, body, keyed('k-1'));
    expectRefusal(refused, 409, 'slot_full');
    await till.services.orders.step(till.scope, id, 'reject', null);
    const again = await post(till.origin, body, keyed('k-1'));
    expectRefusal(again, 409, 'slot_full');
    expect([replayed(refused), replayed(again)]).to.deep.equal([undefined, 'true']);
    expect(said(again)).to.deep.equal(said(refused));
    orderIn(await post(till.origin, body, keyed('k-2')));
  });

  it('is refused again with the same dishes when they were sold out', async () => {
    const { origin, clock } = await openRestaurant();
    const body = anOrderBody({ items: [{ id: 'far' }] });
    const refused = await post(origin, body, keyed('k-1'));
    clock.set(minutesAfter(NOON, 120));
    const again = await post(origin, body, keyed('k-1'));
    expectRefusal(again, 409, 'sold_out');
    expect(said(again)).to.deep.equal(said(refused));
    expectRefusal(await post(origin, anOrderBody(), keyed('k-1')), 422, 'idempotency_key_reused');
  });

  it('is refused again with the same next opening when it was closed', async () => {
    const { origin, clock } = await openRestaurant({ hours: [{ day: 2, from: '18:00', to: '22:00' }] });
    const refused = await post(origin, anOrderBody(), keyed('k-1'));
    expectRefusal(refused, 409, 'closed');
    clock.set(new Date('2026-06-16T17:00:00Z'));
    expect(said(await post(origin, anOrderBody(), keyed('k-1')))).to.deep.equal(said(refused));
  });

  it('is refused again when online orders were off', async () => {
    const till = await openRestaurant({ features: { ...WITHOUT_CAPS, onlineOrders: false } });
    expectRefusal(await post(till.origin, anOrderBody(), keyed('k-1')), 409, 'ordering_off');
    await till.services.sites.update(till.scope, { features: WITHOUT_CAPS });
    expectRefusal(await post(till.origin, anOrderBody(), keyed('k-1')), 409, 'ordering_off');
  });

  for (const [code, status, changes] of [
    ['invalid_request', 400, { items: [] }],
    ['empty_order', 422, { items: [{ id: 'nothing' }] }],
    ['invalid_options', 422, { items: [{ id: 'salade' }] }],
    ['invalid_slot', 422, { pickupAt: '2026-06-16T10:31:00Z' }],
    ['below_minimum', 422, { items: [{ id: 'cidre', variantId: 'bolee' }] }],
  ] as const) {
    it(`may be mended after ${code} and sent with the same key`, async () => {
      const { origin } = await openRestaurant({ ordering: { ...RULES, minimumCents: 500 } });
      expectRefusal(await post(origin, anOrderBody(changes), keyed('k-1')), status, code);
      const mended = await post(origin, anOrderBody(), keyed('k-1'));
      expect([mended.status, replayed(mended)]).to.deep.equal([200, undefined]);
    });
  }

  it('may be sent again with the same key after 429', async function () {
    this.timeout(60_000);
    const { origin, clock } = await openRestaurant();
    for (let count = 0; count < 60; count += 1) await placeOne(origin);
    expectRefusal(await post(origin, anOrderBody(), keyed('k-1')), 429, 'rate_limited');
    clock.advance(600_000);
    const answer = await post(origin, anOrderBody(), keyed('k-1'));
    expect([answer.status, replayed(answer)]).to.deep.equal([200, undefined]);
  });

  it('is answered from memory also when 60 others came since', async function () {
    this.timeout(60_000);
    const { origin } = await openRestaurant();
    const first = await post(origin, anOrderBody(), keyed('k-1'));
    for (let count = 1; count < 60; count += 1) await placeOne(origin);
    const again = await post(origin, anOrderBody(), keyed('k-1'));
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
  });
});
