import { expect } from 'chai';
import { establish } from '../../../suites/builders.js';
import { call, jsonOf } from '../../call.js';
import { expectRefusal } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { openTill } from '../till.js';
import { API, askWith, type KeyedTill, keysOf, openKeyedTill } from './shop-key.js';

const BODY = { name: 'Crêpe', price: 5 };

/** Every call of the keyed API, with the right it needs. */
const CALLS = [
  ['read', 'GET', '/shop'],
  ['read', 'GET', '/catalogue'],
  ['read', 'GET', '/catalogue/items/galette'],
  ['read', 'GET', '/stock'],
  ['read', 'GET', '/orders'],
  ['read', 'GET', '/orders/x'],
  ['write', 'POST', '/catalogue/items'],
  ['write', 'PATCH', '/catalogue/items/galette'],
  ['write', 'DELETE', '/catalogue/items/galette'],
  ...['accept', 'reject', 'ready', 'collect', 'cancel'].map((step) => ['write', 'POST', `/orders/x/${step}`] as const),
] as const;

describe('the keys of the keyed API', () => {
  let till: KeyedTill;

  beforeEach(async () => {
    till = await openKeyedTill();
  });

  afterEach(closeAll);

  it('are missed by every call, and asked for by their scheme', async () => {
    for (const [, method, path] of CALLS) {
      const answer = await call(`${till.origin}${API}${path}`, { method });
      expectRefusal(answer, 401, 'missing_key');
      expect(answer.headers['www-authenticate'], path).to.equal('Bearer');
    }
  });

  it('are refused when they are of another kind, another form, unknown, revoked or several', async () => {
    const { services, scope, keys } = till;
    const feed = await services.keys.create(scope, 'feed', {
      name: 'N',
      right: null,
      permissions: ['products'],
      ratePerHour: null,
      networks: [],
      origins: [],
      expiresAt: null,
    });
    const elsewhere = await openTill();
    const stranger = await keysOf(elsewhere.services, (await establish(elsewhere.persistence)).scope);
    for (const key of [feed.secret, keys.write.slice(0, -1), `${keys.write}x`, stranger.write]) {
      expectRefusal(await till.ask('/shop', { key }), 401, 'invalid_key');
    }
    const twice = [`Bearer ${keys.read}`, `Bearer ${keys.read}`];
    expectRefusal(await till.ask('/shop', { headers: { Authorization: twice } }), 401, 'invalid_key');
    expectRefusal(await till.ask('/shop', { headers: { Authorization: `Basic ${keys.read}` } }), 401, 'invalid_key');

    const id = keys.write.split('_')[1] ?? '';
    await services.keys.revoke(scope, 'keyed', id);
    expectRefusal(await till.ask('/shop'), 401, 'invalid_key');
  });

  it('open what their right covers and nothing else', async () => {
    for (const [right, method, path] of CALLS) {
      for (const of of ['read', 'write', 'export'] as const) {
        const answer = await till.ask(path, { method, key: till.keys[of] });
        const covered = right === 'read' || of === 'write';
        if (covered) expect(answer.status, `${of} ${method} ${path}`).not.to.be.oneOf([401, 403, 405, 500]);
        else expectRefusal(answer, 403, 'insufficient_scope');
        expect(answer.headers['www-authenticate']).to.equal(undefined);
      }
    }
  });

  it('show the establishment they belong to, and no other', async () => {
    const { origin, services, persistence } = till;
    const other = await establish(persistence, { slug: 'le-zinc', name: 'Le Zinc', trade: 'bar' });
    const keys = await keysOf(services, other.scope);
    const mine = jsonOf(await till.ask('/shop', { key: till.keys.read }));
    expect(mine).to.deep.include({ ok: true, key: { id: till.keys.read.split('_')[1], name: 'Site read', scope: 'read' } });
    expect(mine['shop']).to.include({ slug: 'chez-lucie', trade: 'restaurant', currency: 'EUR', timezone: 'Europe/Paris' });
    expect(mine['features']).to.have.all.keys(
      'onlineOrders',
      'stock',
      'slots',
      'accessControl',
      'attendance',
      'groups',
      'passes',
      'onlineTickets',
    );
    expect(jsonOf(await askWith(origin, keys.read, '/shop', {}))['shop']).to.include({ slug: 'le-zinc', name: 'Le Zinc' });
    expectRefusal(await askWith(origin, keys.read, '/catalogue/items/galette', {}), 404, 'unknown_item');
    expect(jsonOf(await askWith(origin, keys.read, '/catalogue', {}))['items']).to.deep.equal([]);
  });

  it('are not asked for before the caller says which tool it is, or for what is not there', async () => {
    const blocked = await call(`${till.origin}${API}/shop`, { headers: { 'User-Agent': 'python-requests/2.32' } });
    expect([blocked.status, blocked.text]).to.deep.equal([403, '{"error":"blocked"}']);
    expectRefusal(await till.ask('/nothing'), 404, 'not_found');
    const wrong = await till.ask('/catalogue', { method: 'POST', body: BODY });
    expectRefusal(wrong, 405, 'method_not_allowed');
    expect(wrong.headers.allow).to.equal('GET, HEAD');
    const item = await till.ask('/catalogue/items/galette', { method: 'PUT', body: BODY });
    expectRefusal(item, 405, 'method_not_allowed');
    expect(item.headers.allow).to.equal('DELETE, GET, HEAD, PATCH');
  });
});

describe('the pace of a key', () => {
  afterEach(closeAll);

  it('is told with every answer, refusals too', async () => {
    const till = await openKeyedTill();
    const told: unknown[] = [];
    for (const path of ['/shop', '/nothing-of-ours', '/orders/x', '/stock']) {
      const { headers } = await till.ask(path);
      told.push(headers['ratelimit']);
      if (headers['ratelimit'] !== undefined) expect(headers['ratelimit-policy']).to.equal('"default";q=120;w=60');
    }
    expect(told).to.deep.equal(['"default";r=119;t=60', undefined, '"default";r=118;t=60', '"default";r=117;t=60']);
  });

  it('is 120 calls a minute over all processes together, and each key has its own', async () => {
    const one = await openKeyedTill();
    const other = await openTill({ persistence: one.persistence, clock: one.clock });
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => askWith(index % 2 === 0 ? one.origin : other.origin, one.keys.read, '/shop', {})),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).to.have.length(10);
    for (const answer of refused) {
      expectRefusal(answer, 429, 'rate_limited');
      expect(answer.headers).to.include({ 'retry-after': '60', ratelimit: '"default";r=0;t=60' });
    }
    expect((await one.ask('/shop', { key: one.keys.write })).status).to.equal(200);

    one.clock.advance(59_999);
    expectRefusal(await one.ask('/shop', { key: one.keys.read }), 429, 'rate_limited');
    one.clock.advance(1);
    expect((await askWith(other.origin, one.keys.read, '/shop', {})).status).to.equal(200);
  });
});
