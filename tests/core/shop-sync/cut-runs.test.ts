import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { FIRST_PAGE } from '../../suites/builders.js';
import { aSyncBench, mortal, type SyncBench } from './sync-bench.js';
import { aShopCustomer, aShopOrder } from './toy-shop.js';

/** A process may be killed anywhere: the next one must end where an undisturbed one would have. */
describe('a run that was cut', () => {
  interface World {
    readonly orders: number;
    readonly poison: readonly number[];
    readonly refused: readonly number[];
    readonly faulty: readonly number[];
  }

  function furnish({ shop, toys }: SyncBench, { orders, poison, refused, faulty }: World): void {
    for (let id = 1; id <= orders; id += 1) {
      shop.orders.set(String(id), aShopOrder(id, { customerId: String(id % 5) }));
      shop.customers.set(String(id % 5), aShopCustomer(id % 5));
    }
    for (const id of poison) toys.poison.add(`orders ${id}`);
    for (const id of refused) toys.refused.add(`orders ${id}`);
    for (const id of faulty) shop.faulty.add(`orders ${id}`);
  }

  /** Everything that is to be the same, however often the run was cut. */
  async function stateOf(bench: SyncBench) {
    const { views } = bench.persistence;
    const ids = [...bench.shop.orders.keys()];
    const links = await views.shopLinks.byExternalIds(bench.scope, 'orders', ids);
    const customers = await views.shopLinks.present(bench.scope, 'customers');
    const quarantined = (await views.quarantine.list(bench.scope, { ...FIRST_PAGE, pageSize: 100 })).items;
    return {
      stored: await bench.stored(),
      links: links.map(({ externalId, localId, digest }) => `${externalId} ${localId} ${digest}`).sort(),
      customers: [...customers].sort(),
      quarantined: quarantined.map(({ id, code }) => `${id} ${code}`).sort(),
    };
  }

  async function undisturbed(world: World) {
    const bench = await aSyncBench();
    furnish(bench, world);
    const ended = await bench.services.shopSync.run(bench.scope, 'orders');
    return { state: await stateOf(bench), ended };
  }

  /** Runs in processes that die after so many commits each, and at last in one that lives. */
  async function disturbed(world: World, deaths: readonly { readonly commits: number; readonly dies: Parameters<typeof mortal>[2] }[]) {
    const persistence: Persistence = makeMemoryPersistence();
    const first = await aSyncBench({ persistence });
    furnish(first, world);
    for (const { commits, dies } of deaths) {
      const dying = await aSyncBench({ beside: first, persistence: mortal(persistence, commits, dies) });
      await dying.services.shopSync.run(first.scope, 'orders').catch(() => undefined);
      first.clock.advance(60_000);
    }
    const last = await aSyncBench({ beside: first, persistence });
    const ended = await last.services.shopSync.run(first.scope, 'orders');
    return { state: await stateOf(last), ended };
  }

  it('ends alike wherever it is cut: before any commit, and after any', async () => {
    const world = { orders: 230, poison: [42], refused: [101], faulty: [229] };
    const expected = await undisturbed(world);
    for (const dies of ['before its last commit', 'after its last commit'] as const) {
      for (let commits = 1; commits <= 24; commits += 1) {
        const { state, ended } = await disturbed(world, [{ commits, dies }]);
        expect(state, `${dies} ${commits}`).to.deep.equal(expected.state);
        expect(ended.outcome, `${dies} ${commits}`).to.equal('completed_with_quarantine');
      }
    }
  }).timeout(60_000);

  it('ends alike whatever fails and however often it is cut', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 240 }), { maxLength: 6 });
    const world = fc.record({ orders: fc.integer({ min: 0, max: 240 }), poison: ids, refused: ids, faulty: ids });
    const death = fc.record({
      commits: fc.integer({ min: 1, max: 30 }),
      dies: fc.constantFrom('before its last commit' as const, 'after its last commit' as const),
    });
    await fc.assert(
      fc.asyncProperty(world, fc.array(death, { maxLength: 4 }), async (drawn, deaths) => {
        const [expected, found] = [await undisturbed(drawn), await disturbed(drawn, deaths)];
        expect(found.state).to.deep.equal(expected.state);
        if (deaths.length === 0) expect(found.ended.counts).to.deep.equal(expected.ended.counts);
      }),
      { numRuns: 25 },
    );
  }).timeout(60_000);
});
