import { randomUUID } from 'node:crypto';
import { SYNC_RATE } from '@comptoir/core/links/receive-sync.js';
import type { SyncLink } from '@comptoir/core/links/sync-link.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { aSite } from '../../suites/builders.js';
import { type Answer, jsonOf } from '../call.js';
import { closeAll } from '../serve.js';
import { type KeyedTill, openKeyedTill } from './keyed/shop-key.js';
import { post } from './till.js';

const SHOP = { trade: 'shop', features: { ...aSite().features, stock: true } } as const;

/** A shop over HTTP, linked to its till. */
async function aLinkedShop() {
  const till = await openKeyedTill(SHOP);
  const link = await till.services.syncLinks.create(till.scope, { name: 'La boutique', url: null });
  return { ...till, link, send: (body: unknown, headers: Headers = {}) => send(till, link, body, headers) };
}

type Headers = Readonly<Record<string, string | string[]>>;

/** Posts the body, signed as the public library signs. */
function send({ origin, clock }: KeyedTill, link: SyncLink, body: unknown, headers: Headers): Promise<Answer> {
  const [id, text] = [randomUUID(), typeof body === 'string' ? body : JSON.stringify(body)];
  const named = String(headers['webhook-id'] ?? id);
  const signed = {
    'X-Sync-Link': link.id,
    'webhook-id': named,
    'webhook-timestamp': String(Math.floor(clock.now().getTime() / 1000)),
    'webhook-signature': new Webhook(link.secret).sign(named, clock.now(), text),
  };
  return post(origin, text, { ...signed, ...headers }, '/api/sync');
}

const outcome = (answer: Answer) => [answer.status, jsonOf(answer)['error'] ?? 'ok'];

describe('POST /api/sync', () => {
  afterEach(closeAll);

  it('answers a signed ping, with what is left of the pace', async () => {
    const shop = await aLinkedShop();
    const answer = await shop.send({ type: 'ping' });
    expect(jsonOf(answer)).to.deep.equal({ ok: true, applied: 0, ignored: 0, errors: [] });
    expect(answer.headers).to.include({ ratelimit: `"default";r=${SYNC_RATE.limit - 1};t=60`, 'cache-control': 'no-store' });
  });

  it('refuses with 401 what is not signed, signed wrongly, by nobody or at another time', async () => {
    const shop = await aLinkedShop();
    const long = new Date(shop.clock.now().getTime() - 301_000);
    const stale = { 'webhook-timestamp': String(Math.floor(long.getTime() / 1000)) };
    const cases: readonly (readonly [Headers, string])[] = [
      [{ 'webhook-signature': 'v1,AAAA' }, 'invalid_signature'],
      [{ 'webhook-signature': '' }, 'invalid_signature'],
      [{ 'webhook-timestamp': 'soon' }, 'invalid_signature'],
      [{ 'webhook-id': ['one', 'two'] }, 'invalid_signature'],
      [stale, 'stale_timestamp'],
      [{ 'X-Sync-Link': randomUUID() }, 'unknown_link'],
      [{ 'X-Sync-Link': '' }, 'unknown_link'],
    ];
    for (const [headers, code] of cases) expect(outcome(await shop.send({ type: 'ping' }, headers))).to.deep.equal([401, code]);
    expect(outcome(await post(shop.origin, { type: 'ping' }, {}, '/api/sync'))).to.deep.equal([401, 'unknown_link']);
  });

  it('answers a replay as the first time, and says so', async () => {
    const shop = await aLinkedShop();
    const body = { type: 'catalogue', data: { items: [{ key: 'tasse', name: 'Tasse', price: 19 }] } };
    const first = await shop.send(body, { 'webhook-id': 'msg' });
    const again = await shop.send(body, { 'webhook-id': 'msg' });
    expect(jsonOf(again)).to.deep.equal(jsonOf(first)).and.to.include({ applied: 1 });
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(outcome(await shop.send({ type: 'ping' }, { 'webhook-id': 'msg' }))).to.deep.equal([422, 'idempotency_key_reused']);
  });

  it('takes what is signed as it was sent, and nothing else for it', async () => {
    const shop = await aLinkedShop();
    expect(outcome(await shop.send('{ "type" : "ping" , "é": "🫖" }'))).to.deep.equal([200, 'ok']);
    expect(outcome(await shop.send('\ufeff{"type":"ping"}'))).to.deep.equal([400, 'invalid_json']);
    const signature = {
      'webhook-id': 'id',
      'webhook-signature': new Webhook(shop.link.secret).sign('id', shop.clock.now(), '{"type":"ping"}'),
    };
    expect(outcome(await shop.send('{"type": "ping"}', signature))).to.deep.equal([401, 'invalid_signature']);
    expect(outcome(await shop.send({ type: 'ping' }, { 'Content-Type': 'text/plain' }))).to.deep.equal([415, 'unsupported_media_type']);
    expect(outcome(await shop.send(`"${'x'.repeat(1024 * 1024)}"`))).to.deep.equal([413, 'payload_too_large']);
  });

  it('makes items of the keyed API that are changed in the shop alone, and their stock', async () => {
    const shop = await aLinkedShop();
    await shop.send({ type: 'catalogue', data: { items: [{ key: 'tasse', name: 'Tasse', price: 19.9 }] } });
    await shop.send({ type: 'stock', data: { movements: [{ id: 'mv-1', key: 'tasse', quantity: 7 }] } });

    const { items } = JSON.parse((await shop.ask('/catalogue')).text);
    const item = items.find(({ name }: { name: string }) => name === 'Tasse');
    expect(item).to.include({ managedBy: 'sync', price: 19.9 });
    for (const [method, body] of [
      ['PATCH', { name: 'Volée' }],
      ['DELETE', undefined],
    ] as const) {
      expect(outcome(await shop.ask(`/catalogue/items/${item.id}`, { method, body }))).to.deep.equal([409, 'managed_by_sync']);
    }
    const stock = JSON.parse((await shop.ask('/stock')).text).items;
    expect(stock.find(({ key }: { key: string }) => key === 'tasse')).to.include({ itemId: item.id, quantity: 7 });
  });

  it('keeps no secret in the log, the audit or a list', async () => {
    const shop = await aLinkedShop();
    await shop.send({ type: 'ping' }, { 'webhook-signature': shop.link.secret });
    await shop.send({ type: 'ping' });
    expect(JSON.stringify(shop.log)).to.not.include(shop.link.secret);
  });

  it('refuses what is above the pace, telling when to come back', async () => {
    const shop = await aLinkedShop();
    for (let made = 0; made < SYNC_RATE.limit; made += 1) await shop.send({ type: 'ping' });
    const answer = await shop.send({ type: 'ping' });
    expect(outcome(answer)).to.deep.equal([429, 'rate_limited']);
    expect(answer.headers['retry-after']).to.equal('60');
  }).timeout(30_000);
});
