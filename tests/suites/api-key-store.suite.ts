import { randomUUID } from 'node:crypto';
import { type ApiKey, KEY_KINDS, type KeyKind } from '@comptoir/core/api-keys/api-key.js';
import type { ApiKeyFilter, KeyUse } from '@comptoir/core/api-keys/api-key-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aScope, establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { anApiKey, IMPOSSIBLE_IDS } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseApiKeyStore(name: string, open: Open): void {
  describePort('ApiKeyStore and ApiKeyViews', name, open, (persistence) => {
    const { transact } = persistence;
    const get = (scope: Scope, key: ApiKey) => persistence.views.apiKeys.get(scope, key.kind, key.id);
    const change = (scope: Scope, kind: KeyKind, id: string, decide: (key: ApiKey) => ApiKey) =>
      transact(scope, ({ apiKeys }) => apiKeys.change(scope, kind, id, decide));

    async function created(scope: Scope, changes: Partial<ApiKey> = {}): Promise<ApiKey> {
      const key = anApiKey(scope, changes);
      await transact(scope, ({ apiKeys }) => apiKeys.create(scope, key));
      return key;
    }

    it('gives a key of every kind back as it was created', async () => {
      const { scope } = await establish(persistence);
      const keys = [
        await created(scope, { name: 'Caisse « été » 🌻', right: 'export', lastUsedAt: NOON, revokedAt: minutesAfter(NOON, 1) }),
        await created(scope, {
          kind: 'feed',
          right: null,
          permissions: ['products', 'articles'],
          ratePerHour: 1000,
          networks: ['192.0.2.0/24', '2001:db8::/32'],
          expiresAt: minutesAfter(NOON, 60),
          replacedBy: 'AbCdEfGhIjKl',
        }),
        await created(scope, { kind: 'liveChat', right: null, origins: ['https://lucie.example'] }),
      ];

      for (const key of keys) {
        expect(await get(scope, key)).to.deep.equal(key);
        expect(await persistence.views.apiKeys.byId(key.kind, key.id)).to.deep.equal(key);
      }
    });

    it('finds a key of its own kind only', async () => {
      const { scope } = await establish(persistence);
      const { id } = await created(scope, { kind: 'feed' });

      for (const kind of KEY_KINDS.filter((other) => other !== 'feed')) {
        expect(await persistence.views.apiKeys.byId(kind, id)).to.equal(null);
        expect(await persistence.views.apiKeys.get(scope, kind, id)).to.equal(null);
        expect((await refusalOf(change(scope, kind, id, (key) => key))).code).to.equal('unknown_record');
      }
    });

    it('knows no key by what no id is, whatever a caller may send', async () => {
      const { scope } = await establish(persistence);
      for (const id of ['AbCdEfGhIjKl', randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect(await persistence.views.apiKeys.byId('keyed', id), JSON.stringify(id)).to.equal(null);
        expect(await persistence.views.apiKeys.get(scope, 'keyed', id), JSON.stringify(id)).to.equal(null);
        expect(await persistence.views.apiKeys.uses(scope, id, '2026-01-01'), JSON.stringify(id)).to.deep.equal([]);
        expect((await refusalOf(change(scope, 'keyed', id, (key) => key))).code, JSON.stringify(id)).to.equal('unknown_record');
      }
    });

    it('refuses an id that any tenant has taken, for any kind of key', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const key = await created(one.scope);

      expect((await refusalOf(created(other.scope, { id: key.id, kind: 'feed' }))).code).to.equal('duplicate');
      expect(await get(one.scope, key)).to.deep.equal(key);
    });

    it('refuses a key for an establishment that is not the tenant’s', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];

      for (const siteId of [other.scope.siteId, randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect((await refusalOf(created({ ...one.scope, siteId }))).code, JSON.stringify(siteId)).to.equal('unknown_shop');
      }
      for (const tenantId of IMPOSSIBLE_IDS) {
        expect((await refusalOf(created({ ...one.scope, tenantId }))).code, JSON.stringify(tenantId)).to.equal('unknown_shop');
      }
    });

    it('stores what is made of a key, but for whose it is, and answers it', async () => {
      const { scope } = await establish(persistence);
      const key = await created(scope);
      const changed = anApiKey(aScope(), {
        kind: 'feed',
        name: 'Autre',
        right: 'write',
        permissions: ['posts'],
        ratePerHour: 7,
        networks: ['192.0.2.0/24'],
        origins: ['https://a.example'],
        expiresAt: minutesAfter(NOON, 1),
        createdAt: minutesAfter(NOON, 2),
        createdBy: 'system:others',
        lastUsedAt: minutesAfter(NOON, 3),
        revokedAt: minutesAfter(NOON, 4),
        replacedBy: 'AbCdEfGhIjKl',
      });

      const after = await change(scope, 'keyed', key.id, (before) => {
        expect(before).to.deep.equal(key);
        return changed;
      });

      const { id, kind, tenantId, siteId } = key;
      expect(after).to.deep.equal({ ...changed, id, kind, tenantId, siteId });
      expect(await get(scope, key)).to.deep.equal(after);
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const { scope } = await establish(persistence);
      const key = await created(scope);
      const fault = new Error('not like this');

      const thrown = await errorOf(
        change(scope, 'keyed', key.id, () => {
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await get(scope, key)).to.deep.equal(key);
    });

    it('lets each of many changes at once see the one before it', async () => {
      const { scope } = await establish(persistence);
      const key = await created(scope, { ratePerHour: 0 });

      await atOnce(8, () => change(scope, 'keyed', key.id, (before) => ({ ...before, ratePerHour: (before.ratePerHour ?? 0) + 1 })));

      expect((await get(scope, key))?.ratePerHour).to.equal(8);
    });

    it('lists the keys of one establishment and kind, newest first, page by page', async () => {
      const one = await establish(persistence);
      const { scope } = one;
      const at = (minutes: number, changes: Partial<ApiKey> = {}) => created(scope, { createdAt: minutesAfter(NOON, minutes), ...changes });
      const [oldest, small, newest] = [await at(1), await at(2, { id: `a${freshId()}` }), await at(3)];
      const big = await at(2, { id: `Z${freshId()}` });
      await at(4, { kind: 'feed' });
      await created((await establishBeside(persistence, one)).scope);
      const list = (filter: Partial<ApiKeyFilter> = {}) =>
        persistence.views.apiKeys.list(scope, 'keyed', { ...FIRST_PAGE, ...filter }, NOON);

      expect(await list()).to.deep.equal({ items: [newest, small, big, oldest], total: 4, page: 1, pageSize: 20 });
      expect(await list({ page: 2, pageSize: 3 })).to.deep.equal({ items: [oldest], total: 4, page: 2, pageSize: 3 });
      for (const siteId of IMPOSSIBLE_IDS) {
        const nowhere = { ...scope, siteId };
        expect((await persistence.views.apiKeys.list(nowhere, 'keyed', FIRST_PAGE, NOON)).total, JSON.stringify(siteId)).to.equal(0);
      }
    });

    it('lists keys by their name, and by whether they have ended', async () => {
      const { scope } = await establish(persistence);
      const working = await created(scope, { name: 'Caisse 100%', expiresAt: minutesAfter(NOON, 1) });
      const revoked = await created(scope, { name: 'caisse_2', revokedAt: NOON, createdAt: minutesAfter(NOON, 1) });
      const expired = await created(scope, { name: 'Écran', expiresAt: NOON });
      const list = async (filter: Partial<ApiKeyFilter>) =>
        (await persistence.views.apiKeys.list(scope, 'keyed', { ...FIRST_PAGE, ...filter }, NOON)).items;

      expect(await list({ ended: false })).to.deep.equal([working]);
      expect(new Set((await list({ ended: true })).map(({ id }) => id))).to.deep.equal(new Set([revoked.id, expired.id]));
      expect(await list({ search: 'CAISSE' })).to.deep.equal([revoked, working]);
      expect(await list({ search: '%' })).to.deep.equal([working]);
      expect(await list({ search: 'e_2' })).to.deep.equal([revoked]);
      expect(await list({ search: 'caisse', ended: false })).to.deep.equal([working]);
    });

    describe('counts uses', () => {
      const count = (...uses: readonly KeyUse[]) => transact({ ...aScope() }, ({ apiKeys }) => apiKeys.countUses(uses));
      const aUse = ({ id, tenantId }: ApiKey, calls: number, minutes = 0, day = '2026-06-16'): KeyUse => ({
        tenantId,
        keyId: id,
        day,
        calls,
        lastUsedAt: minutesAfter(NOON, minutes),
      });

      it('of many keys of many tenants together, adding to what was counted', async () => {
        const [one, other] = [await establish(persistence), await establish(persistence)];
        const [first, second] = [await created(one.scope), await created(other.scope, { kind: 'feed' })];
        await count(aUse(first, 2, 1), aUse(second, 5, 2), aUse(first, 7, 3, '2026-06-17'));
        await count(aUse(first, 3, 4));

        expect(await persistence.views.apiKeys.uses(one.scope, first.id, '2026-06-01')).to.deep.equal([
          { day: '2026-06-16', calls: 5 },
          { day: '2026-06-17', calls: 7 },
        ]);
        expect(await persistence.views.apiKeys.uses(one.scope, first.id, '2026-06-17')).to.deep.equal([{ day: '2026-06-17', calls: 7 }]);
        expect(await persistence.views.apiKeys.uses(other.scope, second.id, '2026-06-01')).to.deep.equal([{ day: '2026-06-16', calls: 5 }]);
        expect(await get(one.scope, first)).to.deep.equal({ ...first, lastUsedAt: minutesAfter(NOON, 4) });
        expect(await get(other.scope, second)).to.deep.equal({ ...second, lastUsedAt: minutesAfter(NOON, 2) });
      });

      it('of one key and day that come twice', async () => {
        const { scope } = await establish(persistence);
        const key = await created(scope);

        await count(aUse(key, 2, 9), aUse(key, 3, 1));

        expect(await persistence.views.apiKeys.uses(scope, key.id, '2026-06-16')).to.deep.equal([{ day: '2026-06-16', calls: 5 }]);
        expect((await get(scope, key))?.lastUsedAt).to.deep.equal(minutesAfter(NOON, 9));
      });

      it('and never moves the last use back', async () => {
        const { scope } = await establish(persistence);
        const key = await created(scope, { lastUsedAt: minutesAfter(NOON, 5) });

        await count(aUse(key, 1, 4));

        expect((await get(scope, key))?.lastUsedAt).to.deep.equal(minutesAfter(NOON, 5));
      });

      it('without minding keys that are gone, or that another tenant claims', async () => {
        const { scope } = await establish(persistence);
        const key = await created(scope);
        const claimed = { ...aUse(key, 9), tenantId: (await establish(persistence)).scope.tenantId };

        await count(...IMPOSSIBLE_IDS.map((id) => aUse(anApiKey({ ...scope, tenantId: id }, { id }), 1)), claimed, aUse(key, 1));
        await count();

        expect(await persistence.views.apiKeys.uses(scope, key.id, '2026-01-01')).to.deep.equal([{ day: '2026-06-16', calls: 1 }]);
      });

      it('every one, when hosts write the same keys at once in any order', async () => {
        const { scope } = await establish(persistence);
        const keys = [await created(scope), await created(scope), await created(scope)];
        const forth = keys.map((key) => aUse(key, 1));

        await atOnce(10, (index) => count(...(index % 2 === 0 ? forth : [...forth].reverse())));

        for (const { id } of keys) {
          expect(await persistence.views.apiKeys.uses(scope, id, '2026-06-16')).to.deep.equal([{ day: '2026-06-16', calls: 10 }]);
        }
      });
    });

    it('takes the keys of an establishment away with it', async () => {
      const { scope } = await establish(persistence);
      const key = await created(scope);
      await transact(scope, ({ apiKeys }) =>
        apiKeys.countUses([{ tenantId: scope.tenantId, keyId: key.id, day: '2026-06-16', calls: 1, lastUsedAt: NOON }]),
      );

      await transact(scope, ({ sites }) => sites.delete(scope));

      expect(await persistence.views.apiKeys.byId('keyed', key.id)).to.equal(null);
    });
  });
}

/** The rest of an id, after a letter that decides how it sorts. */
function freshId(): string {
  return randomUUID().slice(0, 8);
}
