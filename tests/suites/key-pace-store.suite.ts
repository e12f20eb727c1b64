import { randomUUID } from 'node:crypto';
import type { PacedCall } from '@comptoir/core/keyed/key-pace-store.js';
import type { RatePolicy } from '@comptoir/core/kit/rate-limit.js';
import { expect } from 'chai';
import { establish, establishBeside, minutesAfter, NOON } from './builders.js';
import { atOnce, describePort, type Open } from './suite.js';

const THREE_A_MINUTE: RatePolicy = { limit: 3, windowSecs: 60 };

export function exerciseKeyPaceStore(name: string, open: Open): void {
  describePort('KeyPaceStore', name, open, (persistence) => {
    const { transact } = persistence;

    async function take(calls: readonly PacedCall[], now = NOON) {
      const [first] = calls;
      if (first === undefined) return [];
      return transact(first.scope, ({ keyPaces }) => keyPaces.take(calls, THREE_A_MINUTE, now), 'one-call');
    }

    it('takes one from each key, and answers in the order of the calls', async () => {
      const establishment = await establish(persistence);
      const { scope, site } = establishment;
      const beside = await establishBeside(persistence, establishment);
      const calls = [
        { scope: beside.scope, keyId: 'z' },
        { scope, keyId: 'b' },
        { scope, keyId: 'a' },
      ];
      await take([{ scope, keyId: 'b' }]);

      const takings = await take(calls);

      expect(takings.map(({ rate, version }) => [rate.remaining, version])).to.deep.equal([
        [2, beside.site.version],
        [1, site.version],
        [2, site.version],
      ]);
      expect(takings[0]?.rate).to.deep.equal({ policy: THREE_A_MINUTE, taken: true, remaining: 2, resetSecs: 60 });
    });

    it('refuses the keys that have none left, and no other', async () => {
      const { scope } = await establish(persistence);
      for (const _ of [1, 2, 3]) await take([{ scope, keyId: 'a' }]);

      const [a, b] = await take(
        [
          { scope, keyId: 'a' },
          { scope, keyId: 'b' },
        ],
        new Date(NOON.getTime() + 20_000),
      );

      expect(a?.rate).to.deep.equal({ policy: THREE_A_MINUTE, taken: false, remaining: 0, resetSecs: 40 });
      expect(b?.rate).to.include({ taken: true, remaining: 2 });
      expect((await take([{ scope, keyId: 'a' }], minutesAfter(NOON, 1)))[0]?.rate.taken).to.equal(true);
    });

    it('counts with the limits of the same bucket', async () => {
      const { scope } = await establish(persistence);
      await take([{ scope, keyId: 'a' }]);
      const rate = await transact(scope, ({ rateLimits }) => rateLimits.peek(scope, 'keyed a', THREE_A_MINUTE, NOON));
      expect(rate.remaining).to.equal(2);
    });

    it('says which version of the establishment is current', async () => {
      const { scope, site } = await establish(persistence);
      await transact(scope, ({ sites }) => sites.touch(scope));
      expect((await take([{ scope, keyId: 'a' }]))[0]?.version).to.equal(site.version + 1);
    });

    it('takes nothing for an establishment that is gone or another tenant’s', async () => {
      const [{ scope }, stranger] = [await establish(persistence), await establish(persistence)];
      const foreign = { ...scope, siteId: stranger.scope.siteId };
      const gone = { ...scope, siteId: randomUUID() };

      for (const of of [foreign, gone]) {
        const [taking] = await take([{ scope: of, keyId: 'a' }]);
        expect([taking?.version, taking?.rate.taken, taking?.rate.remaining]).to.deep.equal([null, false, 3]);
      }
    });

    it('never gives more than there is to callers who come at once, in whatever order', async () => {
      const { scope } = await establish(persistence);
      const keys = ['a', 'b', 'c', 'd'];
      const rounds = await atOnce(8, (round) => {
        const order = round % 2 === 0 ? keys : [...keys].reverse();
        return take(order.map((keyId) => ({ scope, keyId }))).then((takings) =>
          takings.map(({ rate }, at) => [order[at], rate.taken] as const),
        );
      });

      const given = rounds.flat().filter(([, taken]) => taken);
      expect(keys.map((key) => given.filter(([of]) => of === key).length)).to.deep.equal([3, 3, 3, 3]);
    });
  });
}
