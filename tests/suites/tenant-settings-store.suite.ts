import { randomUUID } from 'node:crypto';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish } from './builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

const VALUES: readonly unknown[] = [
  'whsec_1é🌻\n"\\ \\u0000',
  '',
  'null',
  0,
  -12.5,
  true,
  false,
  null,
  [],
  {},
  { list: [1, null, { off: false }] },
];

export function exerciseTenantSettingsStore(name: string, open: Open): void {
  describePort('TenantSettingsStore', name, open, (persistence) => {
    const { transact } = persistence;
    const get = (scope: TenantScope, key: string) => transact(scope, ({ tenantSettings }) => tenantSettings.get(scope, key));
    const set = (scope: TenantScope, key: string, value: unknown) =>
      transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, key, value));
    const list = async (scope: TenantScope) => [...(await transact(scope, ({ tenantSettings }) => tenantSettings.list(scope)))];

    it('gives any JSON value back as it was set', async () => {
      const { scope } = await establish(persistence);
      for (const value of VALUES) {
        await set(scope, 'shop', value);
        expect(await get(scope, 'shop'), JSON.stringify(value)).to.deep.equal(value);
      }
    });

    it('takes text that no database can hold, without fault', async () => {
      const { scope } = await establish(persistence);
      await set(scope, 'shop', { 'a\u0000b': ['\u0000', '\ud800'] });
      await set(scope, 'a\u0000b', 1);

      expect(await list(scope)).to.have.length(2);
    });

    it('knows a key that was never set from one that is null, and from one that no key is', async () => {
      const { scope } = await establish(persistence);
      await set(scope, 'empty', null);

      expect(await get(scope, 'empty')).to.equal(null);
      for (const key of ['absent', ...IMPOSSIBLE_IDS]) expect(await get(scope, key), JSON.stringify(key)).to.equal(undefined);
    });

    it('removes a key that is set to undefined, and does not mind that it was absent', async () => {
      const { scope } = await establish(persistence);
      await set(scope, 'kept', 1);
      await set(scope, 'removed', 2);

      await set(scope, 'removed', undefined);
      await set(scope, 'absent', undefined);

      expect(await list(scope)).to.deep.equal([['kept', 1]]);
    });

    it('lists every key with its value, by key', async () => {
      const { scope } = await establish(persistence);
      for (const key of ['webhook', 'Zinc', 'journal', 'été', 'a.b', 'aB']) await set(scope, key, key);

      expect((await list(scope)).map(([key]) => key)).to.deep.equal(['Zinc', 'a.b', 'aB', 'journal', 'webhook', 'été']);
    });

    it('keeps the settings of each organisation apart, and from those of its establishments', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      await set(one.scope, 'footer', 'un');
      await transact(one.scope, ({ settings }) => settings.set(one.scope, 'header', 'site'));

      expect(await list(one.scope)).to.deep.equal([['footer', 'un']]);
      expect(await list(other.scope)).to.deep.equal([]);
    });

    it('has nothing for an organisation that does not exist, and keeps nothing for it', async () => {
      const { scope } = await establish(persistence);
      for (const tenantId of [randomUUID(), ...IMPOSSIBLE_IDS]) {
        const nowhere = { ...scope, tenantId };
        expect(await get(nowhere, 'footer')).to.equal(undefined);
        expect((await refusalOf(set(nowhere, 'footer', 1))).code, JSON.stringify(tenantId)).to.equal('unknown_record');
        expect(await list(nowhere)).to.deep.equal([]);
      }
    });
  });
}
