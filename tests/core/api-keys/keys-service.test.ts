import { KEY_TTL_MS, type NewKey } from '@comptoir/core/api-keys/keys-service.js';
import { USES_FLUSHED_EVERY_MS } from '@comptoir/core/api-keys/use-counter.js';
import { FEED_KINDS } from '@comptoir/core/feeds/feeds-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { DAY_MS, establish, FIRST_PAGE, HOUR_MS, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

const FIELDS: NewKey = {
  name: 'Site web',
  right: null,
  permissions: [...FEED_KINDS],
  ratePerHour: null,
  networks: [],
  origins: [],
  expiresAt: null,
};
const HOME = '192.0.2.1';

/** A persistence that counts how often keys are looked up and written to. */
function watched(inner: Persistence, watch: { lookups: number; writes: number; failing: boolean }): Persistence {
  const byId: typeof inner.views.apiKeys.byId = (kind, id) => {
    watch.lookups += 1;
    return inner.views.apiKeys.byId(kind, id);
  };
  const countUses =
    (stores: Stores): Stores['apiKeys']['countUses'] =>
    async (uses) => {
      watch.writes += 1;
      if (watch.failing) throw new DomainError('store_unavailable');
      return stores.apiKeys.countUses(uses);
    };
  return {
    transact: (scope, work) =>
      inner.transact(scope, (stores, views) => work({ ...stores, apiKeys: { ...stores.apiKeys, countUses: countUses(stores) } }, views)),
    views: { ...inner.views, apiKeys: { ...inner.views.apiKeys, byId } },
  };
}

async function aKeyRing() {
  const watch = { lookups: 0, writes: 0, failing: false };
  const bench = aBench(watched(makeMemoryPersistence(), watch));
  const { scope } = await establish(bench.persistence);
  const { keys } = bench.services;
  const create = (changes: Partial<NewKey> = {}) => keys.create(scope, 'feed', { ...FIELDS, ...changes });
  const knows = async (text: string, address = HOME) => (await keys.recognise('feed', text, address)) !== null;
  /** Waits for what is being written: transactions on memory follow one another. */
  const settled = () => bench.persistence.transact(scope, async () => undefined);
  const uses = async (id: string) => {
    await settled();
    return bench.services.views.apiKeys.uses(scope, id, '2026-01-01');
  };
  return { ...bench, watch, scope, keys, create, knows, uses, settled };
}

describe('keys', () => {
  it('are recognised by their text, with the scope a call acts in', async () => {
    const { keys, scope, create } = await aKeyRing();
    const { key, secret } = await create();

    expect(await keys.recognise('feed', secret, HOME)).to.deep.equal({
      key,
      scope: { tenantId: scope.tenantId, siteId: scope.siteId, actor: { kind: 'key', keyId: key.id } },
    });
  });

  it('are stored as their digest only', async () => {
    const { services, create, scope } = await aKeyRing();
    const { key, secret } = await create();

    expect(key.hash).to.equal(services.crypto.sha256(secret));
    expect(JSON.stringify(await services.views.apiKeys.get(scope, 'feed', key.id))).to.not.include(secret.slice(-40));
  });

  it('are not recognised as another kind', async () => {
    const { keys, create } = await aKeyRing();
    const { secret } = await create();

    expect(await keys.recognise('keyed', secret, HOME)).to.equal(null);
  });

  it('are not recognised with another secret under a right checksum, even when the id is known', async () => {
    const { keys, create, knows, persistence, scope } = await aKeyRing();
    const [mine, other] = [await create(), await keys.create(scope, 'feed', FIELDS)];
    await knows(mine.secret);
    await persistence.transact(scope, ({ apiKeys }) =>
      apiKeys.change(scope, 'feed', mine.key.id, (key) => ({ ...key, hash: other.key.hash })),
    );
    await keys.update(scope, 'feed', mine.key.id, { name: 'N' });

    expect(await knows(mine.secret)).to.equal(false);
  });

  it('ask nothing of the database when the text cannot be a key', async () => {
    const { knows, create, watch } = await aKeyRing();
    const { secret } = await create();

    for (const text of ['', 'feed_', `${secret}x`, secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))])
      expect(await knows(text)).to.equal(false);
    expect(watch.lookups).to.equal(0);
  });

  it('are looked up once in a while, not for every call', async () => {
    const { knows, create, watch, clock } = await aKeyRing();
    const { secret } = await create();

    for (let call = 0; call < 5; call += 1) expect(await knows(secret)).to.equal(true);
    expect(watch.lookups).to.equal(1);
    clock.advance(KEY_TTL_MS);
    expect(await knows(secret)).to.equal(true);
    expect(watch.lookups).to.equal(2);
  });

  it('end at once when they are revoked, and revoking again changes nothing', async () => {
    const { keys, scope, create, knows, clock } = await aKeyRing();
    const { key, secret } = await create();
    expect(await knows(secret)).to.equal(true);

    const revoked = await keys.revoke(scope, 'feed', key.id);
    expect(revoked.revokedAt).to.deep.equal(NOON);
    expect(await knows(secret)).to.equal(false);
    clock.advance(HOUR_MS);
    expect(await keys.revoke(scope, 'feed', key.id)).to.deep.equal(revoked);
  });

  it('that were revoked elsewhere end within the time a key is believed for', async () => {
    const { persistence, scope, create, knows, clock } = await aKeyRing();
    const { key, secret } = await create();
    expect(await knows(secret)).to.equal(true);

    await persistence.transact(scope, ({ apiKeys }) => apiKeys.change(scope, 'feed', key.id, (before) => ({ ...before, revokedAt: NOON })));
    clock.advance(KEY_TTL_MS);

    expect(await knows(secret)).to.equal(false);
  });

  it('go on working when the transaction that revoked them is undone', async () => {
    const { services, scope, create, knows } = await aKeyRing();
    const { key, secret } = await create();
    const undone = services.unitOfWork(scope, async ({ keys }) => {
      await keys.revoke(scope, 'feed', key.id);
      throw new DomainError('stale');
    });

    expect((await refusalOf(undone)).code).to.equal('stale');
    expect(await knows(secret)).to.equal(true);
  });

  it('are not kept when they change while they are read', async () => {
    const inner = makeMemoryPersistence();
    let change = async (): Promise<unknown> => undefined;
    const bench = aBench({
      transact: inner.transact,
      views: {
        ...inner.views,
        apiKeys: {
          ...inner.views.apiKeys,
          async byId(kind, id) {
            const key = await inner.views.apiKeys.byId(kind, id);
            await change();
            return key;
          },
        },
      },
    });
    const { scope } = await establish(inner);
    const { keys } = bench.services;
    const { key, secret } = await keys.create(scope, 'feed', FIELDS);
    change = () => keys.revoke(scope, 'feed', key.id);
    await keys.recognise('feed', secret, HOME);
    change = async () => undefined;

    expect(await keys.recognise('feed', secret, HOME)).to.equal(null);
  });

  it('end when they expire', async () => {
    const { create, knows, clock } = await aKeyRing();
    const { secret } = await create({ expiresAt: new Date(NOON.getTime() + 1000) });
    clock.advance(999);
    expect(await knows(secret)).to.equal(true);
    clock.advance(1);
    expect(await knows(secret)).to.equal(false);
  });

  it('work only from the networks they are for', async () => {
    const { create, knows } = await aKeyRing();
    const { secret } = await create({ networks: ['203.0.113.0/24', '2001:db8::/32'] });

    expect([
      await knows(secret, '203.0.113.9'),
      await knows(secret, '::ffff:203.0.113.9'),
      await knows(secret, '2001:db8::1'),
    ]).to.deep.equal([true, true, true]);
    expect([await knows(secret, '203.0.114.9'), await knows(secret, '::1'), await knows(secret, 'local')]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it('of a suspended organisation do not work until it is resumed, at once', async () => {
    const { services, scope, create, knows } = await aKeyRing();
    const { secret } = await create();
    expect(await knows(secret)).to.equal(true);

    await services.tenants.suspend(scope, 'unpaid');
    expect(await knows(secret)).to.equal(false);
    await services.tenants.resume(scope);
    expect(await knows(secret)).to.equal(true);
  });

  it('of a deleted establishment do not work, at once', async () => {
    const { services, scope, create, knows } = await aKeyRing();
    const { secret } = await create();
    expect(await knows(secret)).to.equal(true);

    await services.sites.delete(scope);

    expect(await knows(secret)).to.equal(false);
  });

  it('are changed by what a patch names; null clears', async () => {
    const { keys, scope, create } = await aKeyRing();
    const { key } = await create({ ratePerHour: 5, expiresAt: new Date(NOON.getTime() + DAY_MS) });

    expect(await keys.update(scope, 'feed', key.id, { name: 'Autre', ratePerHour: undefined, expiresAt: null })).to.deep.equal({
      ...key,
      name: 'Autre',
      expiresAt: null,
    });
  });

  it('that have ended are neither changed nor replaced', async () => {
    const { keys, scope, create, clock } = await aKeyRing();
    const revoked = (await create()).key;
    const expired = (await create({ expiresAt: new Date(NOON.getTime() + 1) })).key;
    await keys.revoke(scope, 'feed', revoked.id);
    clock.advance(1);

    for (const { id } of [revoked, expired]) {
      expect((await refusalOf(keys.update(scope, 'feed', id, { name: 'N' }))).code).to.equal('key_ended');
      expect((await refusalOf(keys.rotate(scope, 'feed', id, 1))).code).to.equal('key_ended');
    }
  });

  it('that nobody made are unknown', async () => {
    const { keys, scope } = await aKeyRing();
    for (const refused of [
      keys.update(scope, 'feed', 'none', {}),
      keys.rotate(scope, 'feed', 'none', 1),
      keys.revoke(scope, 'feed', 'none'),
    ]) {
      expect((await refusalOf(refused)).code).to.equal('unknown_record');
    }
  });
});

describe('replacing a key', () => {
  it('gives a new one with everything of the old one, and both work meanwhile', async () => {
    const { keys, scope, create, knows, clock, services } = await aKeyRing();
    const old = await create({ ratePerHour: 7, networks: ['192.0.2.0/24'] });
    expect(await knows(old.secret)).to.equal(true);

    const next = await keys.rotate(scope, 'feed', old.key.id, 24);

    expect(next.key).to.deep.include({ ...FIELDS, ratePerHour: 7, networks: ['192.0.2.0/24'] });
    expect(await services.views.apiKeys.get(scope, 'feed', old.key.id)).to.deep.include({
      replacedBy: next.key.id,
      expiresAt: new Date(NOON.getTime() + DAY_MS),
    });
    clock.advance(DAY_MS - 1);
    expect([await knows(old.secret), await knows(next.secret)]).to.deep.equal([true, true]);
    clock.advance(1);
    expect([await knows(old.secret), await knows(next.secret)]).to.deep.equal([false, true]);
  });

  it('ends the old one at once when nothing is to overlap', async () => {
    const { keys, scope, create, knows } = await aKeyRing();
    const old = await create();
    expect(await knows(old.secret)).to.equal(true);

    await keys.rotate(scope, 'feed', old.key.id, 0);

    expect(await knows(old.secret)).to.equal(false);
  });

  it('never makes the old one live longer', async () => {
    const { keys, scope, create, services } = await aKeyRing();
    const expiresAt = new Date(NOON.getTime() + HOUR_MS);
    const { key } = await create({ expiresAt });

    await keys.rotate(scope, 'feed', key.id, 24);

    expect((await services.views.apiKeys.get(scope, 'feed', key.id))?.expiresAt).to.deep.equal(expiresAt);
  });

  it('happens once, even when two ask at once', async () => {
    const { keys, scope, create, services } = await aKeyRing();
    const { key } = await create();

    const outcomes = await Promise.allSettled([keys.rotate(scope, 'feed', key.id, 1), keys.rotate(scope, 'feed', key.id, 1)]);

    expect(outcomes.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
    expect((await refusalOf(keys.rotate(scope, 'feed', key.id, 1))).code).to.equal('key_ended');
    expect((await services.views.apiKeys.list(scope, 'feed', FIRST_PAGE, NOON)).total).to.equal(2);
  });
});

describe('uses of keys', () => {
  it('are collected and written together when the process stops', async () => {
    const { keys, create, knows, uses, watch } = await aKeyRing();
    const { key, secret } = await create();
    for (let call = 0; call < 3; call += 1) await knows(secret);
    expect(watch.writes).to.equal(0);

    await keys.flushUses();

    expect(await uses(key.id)).to.deep.equal([{ day: '2026-06-16', calls: 3 }]);
    expect(watch.writes).to.equal(1);
    await keys.flushUses();
    expect(watch.writes).to.equal(1);
  });

  it('are written by a call that comes some seconds later', async () => {
    const { create, knows, uses, clock, watch } = await aKeyRing();
    const { key, secret } = await create();
    await knows(secret);
    clock.advance(USES_FLUSHED_EVERY_MS);
    await knows(secret);

    expect(await uses(key.id)).to.deep.equal([{ day: '2026-06-16', calls: 2 }]);
    await knows(secret);
    expect(watch.writes).to.equal(1);
  });

  it('are counted by day (UTC), with the last one', async () => {
    const { keys, create, knows, uses, clock, services, scope } = await aKeyRing();
    const { key, secret } = await create();
    clock.set(new Date('2026-06-16T23:59:59.999Z'));
    await knows(secret);
    clock.advance(1);
    await knows(secret);
    await keys.flushUses();

    expect(await uses(key.id)).to.deep.equal([
      { day: '2026-06-16', calls: 1 },
      { day: '2026-06-17', calls: 1 },
    ]);
    expect((await services.views.apiKeys.get(scope, 'feed', key.id))?.lastUsedAt).to.deep.equal(new Date('2026-06-17T00:00:00Z'));
  });

  it('fail no call while they cannot be written, and are written later', async () => {
    const { keys, create, knows, uses, watch, clock, settled } = await aKeyRing();
    const { key, secret } = await create();
    watch.failing = true;
    await knows(secret);
    clock.advance(USES_FLUSHED_EVERY_MS);
    expect(await knows(secret)).to.equal(true);
    await settled();
    await keys.flushUses();
    expect(await uses(key.id)).to.deep.equal([]);

    watch.failing = false;
    await knows(secret);
    await keys.flushUses();

    expect(await uses(key.id)).to.deep.equal([{ day: '2026-06-16', calls: 3 }]);
  });

  it('are not counted for calls that are refused', async () => {
    const { keys, create, knows, uses } = await aKeyRing();
    const { key, secret } = await create({ networks: ['203.0.113.0/24'] });
    await knows(secret);
    await keys.flushUses();

    expect(await uses(key.id)).to.deep.equal([]);
  });
});
