import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { BURST } from '@comptoir/core/webhooks/webhook-pace.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, NOON } from '../../suites/builders.js';
import { call, jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { openPlatform } from './platform-host.js';

const SECRET = 'le-secret-de-la-boutique';
const EVENTS = [
  { entity: 'orders', action: 'update', id: 1042 },
  { entity: 'orders', action: 'delete', id: '7' },
];

/** A platform with one establishment whose shop has a secret. */
async function aPlatform() {
  const { origin, persistence, clock, log } = await openPlatform();
  const { scope, site } = await establish(persistence, { hosts: ['boutique.example'] });
  await persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', SECRET));
  const post = (body: unknown, changes: { entity?: string; query?: string; headers?: Record<string, string | string[]> } = {}) => {
    const { entity = 'orders', query = `?site=${site.slug}`, headers = {} } = changes;
    return call(`${origin}/api/webhooks/shop/${entity}${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': SECRET, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };
  const stored = async () => (await persistence.views.webhookLogs.list(scope, FIRST_PAGE)).items;
  return { origin, clock, log, persistence, site, post, stored };
}

describe('POST /api/webhooks/shop/{entity}', () => {
  afterEach(closeAll);

  it('answers 202 once the events are journaled', async () => {
    const { post, stored } = await aPlatform();

    const answer = await post(EVENTS);

    expect(answer.status).to.equal(202);
    const logs = await stored();
    expect(jsonOf(answer)).to.deep.equal({ ok: true, accepted: 2, sessionId: logs[0]?.sessionId });
    expect(answer.headers['cache-control']).to.equal('no-store');
    expect(logs.map(({ externalId, action }) => `${action} ${externalId}`)).to.have.members(['update 1042', 'delete 7']);
  });

  it('knows the establishment by a host of its own', async () => {
    const { post, stored } = await aPlatform();

    expect((await post(EVENTS, { query: '', headers: { Host: 'boutique.example' } })).status).to.equal(202);
    expect(await stored()).to.have.length(2);
  });

  it('takes customers and products too, and nothing else', async () => {
    const { post } = await aPlatform();
    for (const entity of ['customers', 'products']) {
      expect((await post([{ entity, action: 'create', id: 1 }], { entity })).status).to.equal(202);
    }
    for (const entity of ['vendors', 'order', 'constructor']) expectRefusal(await post(EVENTS, { entity }), 404, 'unknown_entity');
  });

  it('refuses whoever does not know the secret before it looks at anything they send', async () => {
    const { post, stored } = await aPlatform();
    const refused = [
      await post('{', { headers: { 'X-Webhook-Signature': 'un-autre-secret-de-boutique' } }),
      await post(EVENTS, { headers: { 'X-Webhook-Signature': '' } }),
      await post(EVENTS, { headers: { 'X-Webhook-Signature': [SECRET, SECRET] } }),
      await post(EVENTS, { query: '?site=nowhere' }),
      await post(EVENTS, { query: '' }),
      await post(EVENTS, { query: '?site=a&site=b' }),
      await post(EVENTS, { headers: { 'X-Webhook-Signature': SECRET, Host: 'nobodys.example' }, query: '' }),
    ];
    const bodies = refused.map((answer) => ({ ...expectRefusal(answer, 401, 'invalid_secret'), requestId: null }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).to.equal(1);
    expect(await stored()).to.deep.equal([]);
  });

  it('refuses what is no batch, and stores nothing of it', async () => {
    const { post, stored } = await aPlatform();
    expectRefusal(await post([]), 400, 'invalid_batch');
    expectRefusal(await post({ events: EVENTS }), 400, 'invalid_batch');
    expectRefusal(await post([...EVENTS, { entity: 'products', action: 'update', id: 3 }]), 400, 'invalid_batch');
    expectRefusal(await post('{'), 400, 'invalid_json');
    expectRefusal(await post(EVENTS, { headers: { 'Content-Type': 'text/plain' } }), 415, 'unsupported_media_type');
    expectRefusal(await post(`"${'x'.repeat(1024 * 1024)}"`), 413, 'payload_too_large');
    expect(await stored()).to.deep.equal([]);
  });

  it('names the faults of a batch without what was sent', async () => {
    const { post } = await aPlatform();
    const body = expectRefusal(await post([EVENTS[0], { ...EVENTS[1], id: 'a b' }]), 400, 'invalid_batch');
    expect(body['details']).to.deep.equal([{ path: '1.id', message: '1 to 80 visible characters, or a whole number' }]);
  });

  it('allows no other method', async () => {
    const { origin } = await aPlatform();
    const answer = await call(`${origin}/api/webhooks/shop/orders`);
    expectRefusal(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).to.equal('POST');
  });

  it('says how long to wait when a shop sends too fast, twice as long when it does so again', async () => {
    const { post, clock, stored } = await aPlatform();
    const flood = async () => {
      for (;;) {
        const answer = await post([EVENTS[0]]);
        if (answer.status !== 202) return answer;
      }
    };
    for (const wait of [1, 2, 4]) {
      const answer = await flood();
      expectRefusal(answer, 429, 'rate_limited');
      expect(answer.headers['retry-after']).to.equal(String(wait));
      clock.advance(wait * 1000);
    }
    expect((await post([EVENTS[0]])).status).to.equal(202);
    expect((await stored()).length).to.be.greaterThan(0);
  });

  it('counts the pace for all processes on one database together', async () => {
    const [persistence, clock] = [makeMemoryPersistence(), fixedClock(NOON)];
    const processes = [servicesOn(persistence, clock), servicesOn(persistence, clock)];
    const { scope, site } = await establish(persistence);
    await persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', SECRET));
    const shop = { host: 'platform.example', slug: site.slug, secret: SECRET, address: '192.0.2.1' };
    let taken = 0;
    for (let sent = 0; sent < BURST + 10; sent += 1) {
      const receiving = processes[sent % 2]?.webhooks.receive(shop, 'orders', async () => [EVENTS[0]]);
      await receiving?.then(
        () => {
          taken += 1;
        },
        () => undefined,
      );
    }
    expect(taken).to.equal(BURST);
  });

  it('writes neither secret nor ids to the log', async () => {
    const { post, log } = await aPlatform();
    await post(EVENTS);
    await post(EVENTS, { headers: { 'X-Webhook-Signature': 'un-autre-secret-de-boutique' } });

    const text = JSON.stringify(log);
    expect(text).to.include('/api/webhooks/shop/orders');
    for (const hidden of [SECRET, 'un-autre-secret', '1042']) expect(text).not.to.include(hidden);
  });
});
