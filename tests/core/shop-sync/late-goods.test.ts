import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import type { SyncJob, SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { establish, minutesAfter, NOON } from '../../suites/builders.js';
import { aShopLine, aShopOrder } from '../../suites/shop-order-builders.js';
import { aShopProduct } from '../../suites/shop-product-builders.js';
import { manualTimers } from '../push-queue/queue-bench.js';
import { aBench } from '../support.js';
import { aToyShop, type ToyShop } from './toy-shop.js';

/** Merchants begin with the orders: their products come after them. */
describe('orders that were imported before their products', () => {
  const clock = fixedClock(minutesAfter(NOON, 60));
  const SHIPPED = { id: '4', name: 'Expédié', phase: 'shipped' } as const;

  interface World {
    readonly persistence: Persistence;
    readonly scope: Scope;
    readonly shop: ToyShop;
    run(job: SyncJob): Promise<SyncRun>;
  }

  /** A mug and seven on its shelf, three of them open in order 101; two were sent in order 102 before; 103 is of something the shop has given up. */
  async function aWorld(resetStock: boolean): Promise<World> {
    const persistence = makeMemoryPersistence();
    const { scope } = await establish(persistence, { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } });
    await persistence.transact(scope, async ({ settings }) => {
      await settings.set(scope, 'shop.url', 'https://shop.example');
      await settings.set(scope, 'shop.key', 'K'.repeat(32));
    });
    const shop = aToyShop();
    shop.products.set('1', aShopProduct({ quantity: 7 }));
    const mugs = (quantity: number) => [aShopLine({ productId: '1', quantity })];
    shop.orders.set('101', aShopOrder({ lines: mugs(3) }));
    shop.orders.set('102', aShopOrder({ externalId: '102', lines: mugs(2), state: SHIPPED }));
    shop.orders.set('103', aShopOrder({ externalId: '103', lines: [aShopLine({ productId: '99' })], state: SHIPPED }));
    const timers = manualTimers(clock);
    const ports = { gateways: shop, makeParts: syncParts({ resetStock }) };
    const { services } = aBench(persistence, { clock, timers, shopSync: ports, crypto: nodeCrypto });
    const run = async (job: SyncJob) => {
      const foreseen = await services.shopSync.run(scope, job, { dryRun: true });
      const real = await services.shopSync.run(scope, job);
      expect(real.counts.writes, job).to.deep.equal(foreseen.counts.writes);
      return real;
    };
    return { persistence, scope, shop, run };
  }

  async function goods({ persistence: { views }, scope }: World, numbers: readonly string[]): Promise<readonly unknown[]> {
    const orders = await views.orders.byInvoiceNumbers(scope, numbers);
    const names = new Map((await views.products.all(scope)).map(({ id, name }) => [id, name]));
    return orders.map(({ lines, status }) => `${status} ${lines.map(({ itemId }) => names.get(itemId ?? '') ?? 'nothing').join()}`).sort();
  }

  async function ledger({ persistence: { views }, scope }: World): Promise<readonly unknown[]> {
    expect((await views.stock.verify(scope)).differences).to.deep.equal([]);
    return (await views.stock.levels(scope)).map(({ stock, reserved }) => ({ stock, reserved }));
  }

  const NUMBERS = ['101', '102', '103'];

  it('find them with the next run of orders, also what was handed over, and promise what is open', async () => {
    const world = await aWorld(false);
    await world.run('orders');
    expect(await goods(world, NUMBERS)).to.deep.equal(['confirmed nothing', 'delivered nothing', 'delivered nothing']);
    await world.run('products');
    expect((await world.run('orders')).counts.writes).to.deep.equal({
      orders: 2,
      order_lines: 2,
      order_events: 2,
      stock_actions: 1,
      stock_levels: 1,
    });
    expect(await goods(world, NUMBERS)).to.deep.equal(['confirmed Mug', 'delivered Mug', 'delivered nothing']);
    expect(await ledger(world)).to.deep.equal([{ stock: 0, reserved: 3 }]);
    expect((await world.run('orders')).counts).to.deep.include({ unchanged: 3, writes: {} });
  });

  it('find them in the nightly run, where stock that follows the shop counts what is promised then', async () => {
    const world = await aWorld(true);
    await world.run('orders');
    await world.run('products');
    await world.run('full');
    expect(await goods(world, NUMBERS)).to.deep.equal(['confirmed Mug', 'delivered Mug', 'delivered nothing']);
    // The seven of the shop are without the three that are promised and the two that were sent.
    expect(await ledger(world)).to.deep.equal([{ stock: 10, reserved: 3 }]);
    expect((await world.run('full')).counts.writes).to.deep.equal({});
  });
});
