import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { repeatableCrypto } from '../core/support.js';
import { testDeps } from '../support/service-deps.js';
import { aProduct, establish, NOON } from './builders.js';
import { atOnce, describePort, type Open } from './suite.js';

/** Rules over several products, which hold only where one change waits for another: what no test in memory can show. */
export function exerciseProductsService(name: string, open: Open): void {
  describePort('ProductsService', name, open, (persistence) => {
    const service = () => makeServices(testDeps({ persistence, clock: fixedClock(NOON), crypto: repeatableCrypto() })).products;
    const outcomeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    const stored = async (scope: Scope, count: number) => {
      const products = Array.from({ length: count }, () => aProduct());
      await persistence.transact(scope, (stores) => stores.products.create(scope, products));
      return products;
    };

    it('leaves a menu one item when all of them are deleted at once', async () => {
      const { scope } = await establish(persistence, { trade: 'restaurant' });
      const items = await stored(scope, 4);

      const outcomes = await Promise.all(items.map(({ id }) => outcomeOf(service().delete(scope, id))));

      expect(outcomes.sort()).to.deep.equal(['done', 'done', 'done', 'last_item']);
      expect(await persistence.views.products.all(scope)).to.have.length(1);
    });

    it('never has a bundle of what is deleted at the same time', async () => {
      const { scope } = await establish(persistence, { trade: 'shop' });
      for (const [cup, box] of await atOnce(4, async () => stored(scope, 2))) {
        if (cup === undefined || box === undefined) throw new Error('Two products were stored.');
        const outcomes = await Promise.all([
          outcomeOf(service().delete(scope, cup.id)),
          outcomeOf(service().setBundle(scope, box.id, [{ itemId: cup.id, variantId: null, quantity: 1 }])),
        ]);

        expect([
          ['done', 'unknown_item'],
          ['in_use', 'done'],
        ]).to.deep.include(outcomes);
      }
    });

    it('lets one of several who read the same version win', async () => {
      const { scope } = await establish(persistence);
      const [product] = await stored(scope, 1);
      const id = product?.id ?? '';

      const outcomes = await atOnce(5, (index) => outcomeOf(service().update(scope, id, { position: index }, { ifVersion: 1 })));

      expect(outcomes.sort()).to.deep.equal(['done', 'stale', 'stale', 'stale', 'stale']);
    });
  });
}
