import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aShop } from '../../core/boutique/a-shop.js';
import { aBench } from '../../core/support.js';
import { type Establishment, freshName } from '../../suites/builders.js';
import { createMigratedDatabase, startDedicatedServer, type TestDatabase } from '../../support/postgres.js';
import { type PostgresServer, withClient } from '../../support/postgres-server.js';
import { type Answer, call, jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { until } from '../until.js';
import { followOrder } from './event-stream.js';
import { closeDatabases, count, openPostgresTill } from './postgres-tills.js';
import { anOrderBody, aRestaurant, kitchen, orderIn, post, type Till, WITH_CAPS, WITHOUT_CAPS } from './till.js';

const WAITING = `select count(*) from pg_locks where not granted
  and (database = (select oid from pg_database where datname = current_database()) or locktype = 'transactionid')`;

/** How many answers had which outcome: `200`, or status and code. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = answer.status === 200 ? '200' : `${answer.status} ${jsonOf(answer)['error']}`;
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return counted;
}

describe('orders on one PostgreSQL database', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let tills: readonly [Till, Till];
  let restaurant: Establishment;
  let slug: string;

  before(async function () {
    database = await createMigratedDatabase(this);
  });
  beforeEach(async () => {
    tills = [await openPostgresTill(database.url), await openPostgresTill(database.url)];
    slug = freshName('chez-lucie');
  });
  afterEach(async () => {
    await closeAll();
    await closeDatabases();
  });

  async function establish(changes: Parameters<typeof aRestaurant>[1] = {}): Promise<void> {
    restaurant = await aRestaurant(tills[0].persistence, { slug, features: WITHOUT_CAPS, ...changes });
  }

  /** Sends that many orders at once, to both processes in turn. */
  function flood(howMany: number, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer[]> {
    const bodies = Array.from({ length: howMany }, (_, index) => ({ index, body: anOrderBody({ slug, ...changes }) }));
    return Promise.all(bodies.map(({ index, body }) => post(tills[index % 2 === 0 ? 0 : 1].origin, body, headers)));
  }

  const stored = () => count(database.url, 'select count(*) from orders where site_id = $1', restaurant.site.id);

  it('never exceed what a pickup time takes: of 200 at once for one with room for 10, exactly 10 are placed', async () => {
    await establish({ features: WITH_CAPS, ordering: { ...SITE_DEFAULTS.ordering, slotCap: 10 } });
    const pickupAt = '2026-06-16T10:30:00.000Z';
    const answers = await flood(200, { pickupAt });
    expect(tally(answers)).to.deep.equal({ '200': 10, '409 slot_full': 190 });
    const orders = answers.filter(({ status }) => status === 200).map(orderIn);
    expect(orders.map(({ number }) => Number(number)).sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(orders.map((order) => order.pickupAt))).to.deep.equal(new Set([pickupAt]));
    const { id } = restaurant.site;
    expect(await stored()).to.equal(10);
    expect(await count(database.url, 'select taken from pickup_slots where site_id = $1 and taken > 0', id)).to.equal(10);
    expect(await count(database.url, 'select last from order_counters where site_id = $1', id)).to.equal(10);
    expect(await count(database.url, 'select sum(total_cents) from orders where site_id = $1', id)).to.equal(9500);
    expect(await count(database.url, lines('count(*)'), id)).to.equal(10);
    expect(await count(database.url, lines('sum(order_lines.total_cents)'), id)).to.equal(9500);
    expect(await count(database.url, 'select cardinality(hits) from rate_limits where site_id = $1', id)).to.equal(10);
  });

  function lines(what: string): string {
    return `select ${what} from order_lines join orders on orders.id = order_lines.order_id where orders.site_id = $1`;
  }

  it('never sell what is not there: of 200 who buy the last one at once exactly one does, the others are told it is sold out', async () => {
    const bench = { ...aBench(tills[0].persistence), services: tills[0].services };
    const { site, scope } = await aShop(bench, { slug });
    const body = { slug, items: [{ id: 'carafe' }], customer: { name: 'Ada' } };
    const buyers = Array.from({ length: 200 }, (_, index) => tills[index % 2 === 0 ? 0 : 1].origin);
    const answers = await Promise.all(buyers.map((origin) => post(origin, body, {}, '/api/boutique/order')));
    expect(tally(answers)).to.deep.equal({ '200': 1, '409 sold_out': 199 });
    expect(await count(database.url, 'select count(*) from orders where site_id = $1', site.id)).to.equal(1);
    expect((await tills[1].services.stock.verify(scope)).differences).to.deep.equal([]);
  });

  it('are limited together, whichever process takes them: of 100 at once exactly 60 are placed', async () => {
    await establish();
    const answers = await flood(100);
    expect(tally(answers)).to.deep.equal({ '200': 60, '429 rate_limited': 40 });
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expectRefusal(answer, 429, 'rate_limited');
      expect(answer.headers).to.include({ 'retry-after': '600', ratelimit: '"default";r=0;t=600' });
    }
    expect(await stored()).to.equal(60);
  });

  it('with one key are one order, however many try at once on whichever process', async () => {
    await establish();
    const key = { 'Idempotency-Key': 'k-1' };
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round += 1) answers.push(...(await flood(20, {}, key)));
    for (const [outcome, times] of Object.entries(tally(answers))) {
      expect(['200', '409 idempotency_in_flight'], `${times} times`).to.include(outcome);
    }
    const placed = answers.filter(({ status }) => status === 200);
    expect(new Set(placed.map(({ text }) => text))).to.have.property('size', 1);
    expect(placed.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).to.have.length(1);
    expect(await stored()).to.equal(1);
  });

  it('are 409 idempotency_in_flight while the same call is still being processed, and its answer afterwards', async () => {
    await establish();
    const key = { 'Idempotency-Key': 'k-1' };
    const body = anOrderBody({ slug });
    const first = await whileLocked(async () => {
      const held = post(tills[0].origin, body, key);
      await until(async () => (await count(database.url, WAITING)) > 0);
      for (const { origin } of tills) {
        const second = await post(origin, body, key);
        expectRefusal(second, 409, 'idempotency_in_flight');
        expect(second.headers['retry-after']).to.equal('1');
      }
      return { held };
    });
    const answer = await first.held;
    const again = await post(tills[1].origin, body, key);
    expect(again.text).to.equal(answer.text);
    expect(orderIn(again).number).to.equal('001');
    expect([answer, again].map(({ headers }) => headers['idempotent-replayed'])).to.deep.equal([undefined, 'true']);
    expect(await stored()).to.equal(1);
  });

  /** Keeps every new order from getting its number while `work` runs. */
  function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    return withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query('lock table order_counters in access exclusive mode');
      try {
        return await work();
      } finally {
        await client.query('rollback');
      }
    });
  }

  it('have a live page that tells within two seconds what another process does', async () => {
    await establish();
    const [here, there] = tills;
    const { id } = orderIn(await post(here.origin, anOrderBody({ slug })));
    const stream = await followOrder(here.origin, id);
    expect(await stream.nextStatus()).to.equal('queued');
    const before = performance.now();
    await there.services.orders.step(kitchen(restaurant.scope), id, 'accept', null);
    expect(await stream.nextStatus()).to.equal('accepted');
    expect(performance.now() - before).to.be.below(2_000);
  });

  it('have live pages that a number of the last event beyond all numbers does not silence', async () => {
    await establish();
    const [{ origin, services }] = tills;
    const { id } = orderIn(await post(origin, anOrderBody({ slug })));
    const hostile = await followOrder(origin, id, '9007199254740991');
    const honest = await followOrder(origin, id);
    expect(await honest.nextStatus()).to.equal('queued');
    await services.orders.step(kitchen(restaurant.scope), id, 'accept', null);
    expect([await honest.nextStatus(), await hostile.nextStatus()]).to.deep.equal(['accepted', 'accepted']);
  });

  it('are read back as they were answered', async () => {
    await establish();
    const items = [{ id: 'salade', quantity: 3, optionIds: ['caesar'], note: "l'été – 100 % ☀️" }, { id: 'nothing' }];
    const order = orderIn(await post(tills[0].origin, anOrderBody({ slug, items })));
    expect(jsonOf(await call(`${tills[1].origin}/api/order/${order.id}`))['order']).to.deep.equal(order);
  });

  it('hold whatever text a guest may send, or refuse it', async () => {
    await establish();
    for (const name of ["Robert'); drop table orders;--", '\\', '%s', '{}', 'ẞ'.repeat(80), '🦆', '\u202e']) {
      expect((await post(tills[0].origin, anOrderBody({ slug, customer: { name }, note: name }))).status, name).to.equal(200);
    }
    expectRefusal(await post(tills[0].origin, anOrderBody({ slug, customer: { name: 'a\u0000b' } })), 400, 'invalid_request');
  });
});

describe('orders while their PostgreSQL server is down', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  let till: Till;
  let restaurant: Establishment;

  before(async function () {
    server = await startDedicatedServer(this);
  });
  beforeEach(async () => {
    till = await openPostgresTill(server.url);
    restaurant = await aRestaurant(till.persistence, { slug: freshName('chez-lucie'), features: WITHOUT_CAPS });
  });
  afterEach(async () => {
    await closeAll();
    await closeDatabases();
  });
  after(() => server?.dispose());

  const key = { 'Idempotency-Key': 'k-1' };
  const place = () => post(till.origin, anOrderBody({ slug: restaurant.site.slug }), key);
  const stored = (table = 'orders') => count(server.url, `select count(*) from ${table} where site_id = $1`, restaurant.site.id);

  async function expectPlacedOnce(): Promise<void> {
    const order = orderIn(await place());
    const again = await place();
    expect([orderIn(again).id, again.headers['idempotent-replayed']]).to.deep.equal([order.id, 'true']);
    expect(order.number).to.equal('001');
    expect(await stored()).to.equal(1);
  }

  it('are 502 till_unreachable, and placed once by the same key when it is back', async () => {
    await call(`${till.origin}/api/carte?slug=${restaurant.site.slug}`);
    await server.stop();
    const refused = [await place(), await place()];
    const ready = await call(`${till.origin}/readyz`);
    const menu = await call(`${till.origin}/api/carte?slug=${restaurant.site.slug}`);
    const look = await call(`${till.origin}/api/order/${'A'.repeat(22)}`);
    await server.start();
    for (const answer of refused) expectRefusal(answer, 502, 'till_unreachable');
    expectRefusal(look, 503, 'store_unavailable');
    expect([ready.status, menu.status]).to.deep.equal([503, 200]);
    expect(await stored()).to.equal(0);
    await expectPlacedOnce();
    expect((await call(`${till.origin}/readyz`)).status).to.equal(200);
  });

  it('are 502 till_unreachable when it goes in the middle of one, of which nothing stays', async () => {
    const refused = await withClient(server.url, async (client) => {
      // The server ends this connection too.
      client.on('error', () => undefined);
      await client.query('begin');
      await client.query('lock table order_counters in access exclusive mode');
      const held = place();
      await until(async () => (await count(server.url, WAITING)) > 0);
      await server.stop();
      return held;
    });
    expectRefusal(refused, 502, 'till_unreachable');
    await server.start();
    for (const table of ['orders', 'order_counters', 'pickup_slots', 'rate_limits']) expect(await stored(table), table).to.equal(0);
    await expectPlacedOnce();
  });

  it('keep their live pages, which go on when it is back', async () => {
    const { id } = orderIn(await place());
    const stream = await followOrder(till.origin, id);
    expect(await stream.nextStatus()).to.equal('queued');
    await server.stop();
    await server.start();
    await till.services.orders.step(kitchen(restaurant.scope), id, 'accept', null);
    expect(await stream.nextStatus()).to.equal('accepted');
  });
});
