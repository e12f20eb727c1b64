import { expect } from 'chai';
import { aScope, establish, establishBeside } from './builders.js';
import { describePort, type Open } from './suite.js';

/** JSON values that stores have been known to confuse with each other, or to bend. */
const VALUES: readonly unknown[] = [
  'whsec_1é🌻\n"\\',
  '',
  'null',
  0,
  -12.5,
  9_007_199_254_740_991,
  true,
  false,
  null,
  [],
  {},
  [1, [null, 'deux'], { trois: 3 }],
  { secret: 's', nested: { list: [1, 2], off: false, nothing: null } },
];

export function exerciseSettingsStore(name: string, open: Open): void {
  describePort('SettingsStore', name, open, (persistence) => {
    const { transact } = persistence;

    it('gives any JSON value back as it was set', async () => {
      const { scope } = await establish(persistence);
      for (const value of VALUES) {
        await transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', value));

        const stored = await transact(scope, ({ settings }) => settings.get(scope, 'webhook.secret'));
        expect(stored, JSON.stringify(value)).to.deep.equal(value);
      }
    });

    it('knows a key that was never set from one that is null', async () => {
      const { scope } = await establish(persistence);
      await transact(scope, ({ settings }) => settings.set(scope, 'empty', null));

      const [empty, absent] = await transact(scope, async ({ settings }) => [
        await settings.get(scope, 'empty'),
        await settings.get(scope, 'absent'),
      ]);
      expect(empty).to.equal(null);
      expect(absent).to.equal(undefined);
    });

    it('removes a key that is set to undefined, and does not mind that it was absent', async () => {
      const { scope } = await establish(persistence);
      await transact(scope, async ({ settings }) => {
        await settings.set(scope, 'kept', 1);
        await settings.set(scope, 'removed', 2);
      });

      await transact(scope, async ({ settings }) => {
        await settings.set(scope, 'removed', undefined);
        await settings.set(scope, 'absent', undefined);
      });

      expect([...(await transact(scope, ({ settings }) => settings.list(scope)))]).to.deep.equal([['kept', 1]]);
    });

    it('lists every key with its value, by key', async () => {
      const { scope } = await establish(persistence);
      await transact(scope, async ({ settings }) => {
        await settings.set(scope, 'webhook.url', 'https://a.example');
        await settings.set(scope, 'journal', { on: true });
        await settings.set(scope, 'journal', { on: false });
        await settings.set(scope, 'ticket.footer', 'Merci');
      });

      expect([...(await transact(scope, ({ settings }) => settings.list(scope)))]).to.deep.equal([
        ['journal', { on: false }],
        ['ticket.footer', 'Merci'],
        ['webhook.url', 'https://a.example'],
      ]);
    });

    it('keeps the settings of each establishment apart', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      await transact(one.scope, ({ settings }) => settings.set(one.scope, 'footer', 'un'));
      await transact(other.scope, ({ settings }) => settings.set(other.scope, 'footer', 'deux'));

      expect(await transact(one.scope, ({ settings }) => settings.get(one.scope, 'footer'))).to.equal('un');
      expect([...(await transact(other.scope, ({ settings }) => settings.list(other.scope)))]).to.deep.equal([['footer', 'deux']]);
    });

    it('has nothing for an establishment that does not exist', async () => {
      const scope = aScope();

      expect(await transact(scope, ({ settings }) => settings.get(scope, 'footer'))).to.equal(undefined);
      expect([...(await transact(scope, ({ settings }) => settings.list(scope)))]).to.deep.equal([]);
    });
  });
}
