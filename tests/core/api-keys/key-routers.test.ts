import { apiKeysRouter } from '@comptoir/core/api-keys/api-keys-procedures.js';
import { feedApiKeysRouter } from '@comptoir/core/api-keys/feed-api-keys-procedures.js';
import { liveChatRouter } from '@comptoir/core/api-keys/live-chat-procedures.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { DAY_MS, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench, aCallOfNobody } from '../support.js';

const apiKeys = callsOf('apiKeys', apiKeysRouter());
const feedApiKeys = callsOf('feedApiKeys', feedApiKeysRouter());
const liveChat = callsOf('liveChat', liveChatRouter());

async function anAdmin() {
  const bench = aBench();
  const organisation = await anOrganisation(bench, { name: 'Chez Lucie', languages: ['en', 'fr'] });
  const { call } = await organisation.joinAs('admin');
  return { ...bench, ...organisation, call };
}

/** What a refused input is refused for. */
async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  const refusal = await refusalOf(work);
  expect(refusal.code).to.equal('invalid_request');
  return refusal.issues.map(({ path }) => path);
}

describe('the apiKeys router', () => {
  it('shows a new key once, and afterwards only what it is', async () => {
    const { call, services } = await anAdmin();

    const { key, secret } = await apiKeys('create', call, { name: 'Caisse', right: 'write' });

    expect(key).to.deep.equal({
      id: key.id,
      name: 'Caisse',
      right: 'write',
      expiresAt: null,
      createdAt: NOON,
      createdBy: `user:${call.identity?.userId}`,
      lastUsedAt: null,
      revokedAt: null,
      replacedBy: null,
    });
    expect((await services.keys.recognise('keyed', secret ?? '', '192.0.2.1'))?.key.id).to.equal(key.id);
    expect(await apiKeys('get', call, { id: key.id })).to.deep.equal(key);
    expect(await apiKeys('list', call)).to.deep.equal({ items: [key], total: 1, page: 1, pageSize: 20 });
  });

  it('does not show it again to a call that is repeated', async () => {
    const { call } = await anAdmin();
    const once: CallContext = { ...call, idempotencyKey: 'k1' };

    const first = await apiKeys('create', once, { name: 'Caisse', right: 'read' });
    const again = await apiKeys('create', once, { name: 'Caisse', right: 'read' });

    expect(first.secret).to.be.a('string');
    expect(again).to.deep.equal({ ...first, secret: null });
    expect((await apiKeys('list', call)).total).to.equal(1);
  });

  it('replaces, revokes and lists those that have ended', async () => {
    const { call } = await anAdmin();
    const { key } = await apiKeys('create', call, { name: 'Caisse', right: 'export' });

    const next = await apiKeys('rotate', call, { id: key.id });
    expect(next.key).to.deep.include({ name: 'Caisse', right: 'export' });
    expect((await apiKeys('get', call, { id: key.id })).expiresAt).to.deep.equal(new Date(NOON.getTime() + DAY_MS));
    expect((await apiKeys('revoke', call, { id: next.key.id })).revokedAt).to.deep.equal(NOON);
    expect((await apiKeys('list', call, { ended: true })).items.map(({ id }) => id)).to.deep.equal([next.key.id]);
    expect((await apiKeys('list', call, { ended: false })).items.map(({ id }) => id)).to.deep.equal([key.id]);
  });

  it('tells how a key was used', async () => {
    const { call, services, clock } = await anAdmin();
    const { key, secret } = await apiKeys('create', call, { name: 'Caisse', right: 'read' });
    for (let day = 0; day < 3; day += 1) {
      for (let calls = 0; calls <= day; calls += 1) await services.keys.recognise('keyed', secret ?? '', '192.0.2.1');
      clock.advance(DAY_MS);
    }
    await services.keys.flushUses();

    expect(await apiKeys('usage', call, { id: key.id })).to.deep.equal({
      total: 6,
      days: [
        { day: '2026-06-16', calls: 1 },
        { day: '2026-06-17', calls: 2 },
        { day: '2026-06-18', calls: 3 },
      ],
    });
    expect(await apiKeys('usage', call, { id: key.id, days: 2 })).to.deep.equal({ total: 3, days: [{ day: '2026-06-18', calls: 3 }] });
  });

  it('never changes a right', async () => {
    const { call } = await anAdmin();
    const { key } = await apiKeys('create', call, { name: 'Caisse', right: 'read' });

    expect(await apiKeys('update', call, { id: key.id, name: 'Borne', right: 'export' })).to.deep.equal({ ...key, name: 'Borne' });
  });

  it('refuses what is no key', async () => {
    const { call } = await anAdmin();
    expect(await faultsOf(apiKeys('create', call, { name: ' ', right: 'all', expiresAt: 'soon' }))).to.have.members([
      'name',
      'right',
      'expiresAt',
    ]);
    expect(await faultsOf(apiKeys('rotate', call, { id: 'a', overlapHours: 169 }))).to.deep.equal(['overlapHours']);
    expect(await faultsOf(apiKeys('usage', call, { id: 'a', days: 367 }))).to.deep.equal(['days']);
  });
});

describe('the feedApiKeys router', () => {
  it('creates and changes a key with its feeds, its limit and its networks', async () => {
    const { call } = await anAdmin();
    const fields = { name: 'Site web', permissions: ['products'], ratePerHour: 60, networks: ['203.0.113.0/24', '2001:db8::/32'] };

    const { key } = await feedApiKeys('create', call, fields);
    expect(key).to.deep.include(fields);

    const changed = await feedApiKeys('update', call, { id: key.id, ratePerHour: null, networks: [], expiresAt: '2027-01-01T00:00:00Z' });
    expect(changed).to.deep.equal({ ...key, ratePerHour: null, networks: [], expiresAt: new Date('2027-01-01T00:00:00Z') });
  });

  it('refuses limits and networks that are none', async () => {
    const { call } = await anAdmin();
    const key = { name: 'N', permissions: ['products'] };
    for (const ratePerHour of [0, 100_001, 1.5])
      expect(await faultsOf(feedApiKeys('create', call, { ...key, ratePerHour }))).to.deep.equal(['ratePerHour']);
    expect(await faultsOf(feedApiKeys('create', call, { ...key, networks: ['203.0.113.0/24', '203.0.113.1/24'] }))).to.deep.equal([
      'networks.1',
    ]);
    expect(await faultsOf(feedApiKeys('create', call, { ...key, permissions: [] }))).to.deep.equal(['permissions']);
    expect(await faultsOf(feedApiKeys('create', call, { ...key, permissions: ['invoices'] }))).to.deep.equal(['permissions.0']);
    expect(await faultsOf(feedApiKeys('create', call, { ...key, permissions: ['posts', 'posts'] }))).to.deep.equal(['permissions']);
  });

  it('does not see keys of another kind or of another establishment', async () => {
    const { call, beside, join } = await anAdmin();
    const { key } = await feedApiKeys('create', call, { name: 'N', permissions: ['products'] });
    const elsewhere = (await join([{ role: 'admin', siteId: null }], (await beside()).scope)).call;

    expect((await refusalOf(apiKeys('get', call, { id: key.id }))).code).to.equal('unknown_record');
    expect((await refusalOf(feedApiKeys('revoke', elsewhere, { id: key.id }))).code).to.equal('unknown_record');
    expect((await refusalOf(feedApiKeys('usage', elsewhere, { id: key.id }))).code).to.equal('unknown_record');
    expect((await feedApiKeys('list', elsewhere)).total).to.equal(0);
  });

  it('needs an establishment', async () => {
    const { join } = await anAdmin();
    const { call } = await join([{ role: 'admin', siteId: null }], null);

    expect((await refusalOf(feedApiKeys('list', call))).code).to.equal('forbidden');
  });
});

describe('the liveChat router', () => {
  it('keeps keys with the pages that may embed the widget', async () => {
    const { call } = await anAdmin();
    const { key } = await liveChat('createKey', call, { name: 'Vitrine', origins: ['https://www.example.fr', 'http://localhost:8080'] });

    expect(key.origins).to.deep.equal(['https://www.example.fr', 'http://localhost:8080']);
    expect((await liveChat('updateKey', call, { id: key.id, origins: ['https://example.fr'] })).origins).to.deep.equal([
      'https://example.fr',
    ]);
    expect((await liveChat('listKeys', call)).items.map(({ id }) => id)).to.deep.equal([key.id]);
    for (const origin of ['https://example.fr/', 'https://Example.fr', 'example.fr', 'ftp://example.fr', 'https://*.example.fr', 'null']) {
      expect(await faultsOf(liveChat('createKey', call, { name: 'N', origins: [origin] })), origin).to.deep.equal(['origins.0']);
    }
  });

  it('shows the widget to whoever has its key, and nobody else', async () => {
    const { call, services, scope } = await anAdmin();
    const nobody = aCallOfNobody(services);
    const { key, secret } = await liveChat('createKey', call, { name: 'Vitrine', origins: ['https://example.fr'] });

    expect(await liveChat('getWidget', nobody, { key: secret })).to.deep.equal({
      siteName: 'Chez Lucie',
      greeting: null,
      language: 'en',
      enabled: true,
    });
    await services.settings.set({ tenant: scope, site: scope }, 'liveChat.greeting', 'Bonjour !');
    await services.settings.set({ tenant: scope, site: scope }, 'liveChat.enabled', false);
    expect(await liveChat('getWidget', nobody, { key: secret })).to.deep.include({ greeting: 'Bonjour !', enabled: false });

    await liveChat('revokeKey', call, { id: key.id });
    expect((await refusalOf(liveChat('getWidget', nobody, { key: secret }))).code).to.equal('unknown_record');
    expect((await refusalOf(liveChat('getWidget', nobody, { key: 'chat_made_up' }))).code).to.equal('unknown_record');
  });
});
