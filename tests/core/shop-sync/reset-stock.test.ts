import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import type { SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { establish, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { aShopCustomer, aShopLine, aShopOrder } from '../../suites/shop-order-builders.js';
import { aShopProduct } from '../../suites/shop-product-builders.js';
import { manualTimers } from '../push-queue/queue-bench.js';
import { aBench } from '../support.js';
import { mortal } from './sync-bench.js';
import { aToyShop, type ToyShop } from './toy-shop.js';

/** Where the stock here is reset to what the shop says, a run ends with what another one would end with. */
describe('a run that resets stock', () => {
  const clock = fixedClock(minutesAfter(NOON, 60));

  interface World {
    readonly persistence: Persistence;
    readonly scope: Scope;
    readonly shop: ToyShop;
  }

  async function aWorld(): Promise<World> {
    const persistence = makeMemoryPersistence();
    const features = { ...SITE_DEFAULTS.features, stock: true };
    const { scope } = await establish(persistence, { trade: 'shop', features });
    await persistence.transact(scope, async ({ settings }) => {
      await settings.set(scope, 'shop.url', 'https://shop.example');
      await settings.set(scope, 'shop.key', 'K'.repeat(32));
    });
    const shop = aToyShop();
    shop.products.set('1', aShopProduct({ quantity: 10 }));
    shop.products.set('2', aShopProduct({ externalId: '2', name: 'Plate', quantity: 4 }));
    return { persistence, scope, shop };
  }

  /** Three mugs were ordered: the shop has taken them off. */
  function sell({ shop }: World): void {
    shop.customers.set('7', aShopCustomer());
    shop.orders.set('101', aShopOrder({ customerId: '7', lines: [aShopLine({ productId: '1', quantity: 3 })] }));
    shop.products.set('1', aShopProduct({ quantity: 7 }));
  }

  function run(job: SyncJob, { scope, shop, persistence }: World, { dryRun = false, on = persistence } = {}) {
    const timers = manualTimers(clock);
    const shopSync = { gateways: shop, makeParts: syncParts({ resetStock: true }) };
    return aBench(on, { clock, timers, shopSync, crypto: nodeCrypto }).services.shopSync.run(scope, job, { dryRun });
  }
  const full = (world: World, options = {}) => run('full', world, options);

  async function levels({ persistence, scope }: World): Promise<readonly unknown[]> {
    const products = await persistence.views.products.all(scope);
    const found = await persistence.views.stock.levels(
      scope,
      products.map(({ id }) => id),
    );
    const names = new Map(products.map(({ id, name }) => [id, name]));
    return found.map(({ itemId, stock, reserved }) => `${names.get(itemId)} ${stock} ${reserved}`).sort();
  }

  it('takes into account what its own orders have promised, and writes nothing the second time', async () => {
    const world = await aWorld();
    expect((await full(world)).outcome).to.equal('completed');
    sell(world);
    expect((await full(world)).outcome).to.equal('completed');
    expect(await levels(world)).to.deep.equal(['Mug 10 3', 'Plate 4 0']);
    expect((await full(world)).counts.writes).to.deep.equal({});

    world.shop.orders.set('101', aShopOrder({ customerId: '7', state: { id: '6', name: 'Cancelled', phase: 'cancelled' } }));
    world.shop.products.set('1', aShopProduct({ quantity: 10 }));
    await full(world);
    expect(await levels(world)).to.deep.equal(['Mug 10 0', 'Plate 4 0']);
  });

  it('is foreseen exactly by a dry run, from the first one on', async () => {
    const world = await aWorld();
    sell(world);
    const foreseen = await full(world, { dryRun: true });
    expect(foreseen.counts.writes).to.include({ stock_actions: 4 });
    expect((await full(world)).counts.writes).to.deep.equal(foreseen.counts.writes);
    expect(await levels(world)).to.deep.equal(['Mug 10 3', 'Plate 4 0']);
  });

  it('is foreseen exactly where orders move goods that the shop does not have any more', async () => {
    const world = await aWorld();
    await full(world);
    sell(world);
    world.shop.products.delete('1');
    const foreseen = await full(world, { dryRun: true });
    expect(foreseen.counts.writes).to.include({ items: 1 });
    expect((await full(world)).counts).to.deep.equal(foreseen.counts);
  });

  it('of products makes up for orders that came after their goods were read, which the shop had taken off by then', async () => {
    const world = await aWorld();
    await full(world);
    clock.advance(24 * HOUR_MS);
    sell(world);
    // Somebody has renamed it, so that it is read before its order is; a day later no date of the shop tells of it any more.
    const rename = (quantity: number, name: string) => {
      world.shop.products.set('1', aShopProduct({ quantity, name, updatedAt: minutesAfter(clock.now(), -120) }));
    };
    rename(7, 'Cup');
    await run('products', world);
    await run('orders', world);
    expect(await levels(world)).to.deep.equal(['Cup 7 3', 'Plate 4 0']);

    clock.advance(24 * HOUR_MS);
    const foreseen = await run('products', world, { dryRun: true });
    expect(foreseen.counts.writes).to.deep.equal({ stock_actions: 1, stock_levels: 1 });
    expect((await run('products', world)).counts.writes).to.deep.equal(foreseen.counts.writes);
    expect(await levels(world)).to.deep.equal(['Cup 10 3', 'Plate 4 0']);
    expect((await run('products', world)).counts.writes).to.deep.equal({});

    world.shop.orders.set('101', aShopOrder({ customerId: '7', state: { id: '6', name: 'Cancelled', phase: 'cancelled' } }));
    rename(10, 'Bowl');
    await run('products', world);
    await run('orders', world);
    expect(await levels(world), 'the shop has them back').to.deep.equal(['Bowl 13 0', 'Plate 4 0']);
    clock.advance(24 * HOUR_MS);
    await run('products', world);
    expect(await levels(world)).to.deep.equal(['Bowl 10 0', 'Plate 4 0']);
  });

  it('of products takes nothing away that orders have moved: the night does', async () => {
    const world = await aWorld();
    await full(world);
    sell(world);
    await run('orders', world);
    world.shop.products.delete('1');
    expect((await run('products', world)).counts).to.deep.include({ gone: 0, writes: {} });
    expect((await full(world)).counts).to.include({ gone: 1 });
  });

  it('gives an address to who waits for it in the run in which its owner gives it up', async () => {
    const world = await aWorld();
    const { shop, scope, persistence } = world;
    for (const id of ['7', '8']) {
      shop.customers.set(id, aShopCustomer({ externalId: id, email: 'both@example.com' }));
      shop.orders.set(`10${id}`, aShopOrder({ externalId: `10${id}`, customerId: id }));
    }
    await full(world);
    shop.customers.set('7', aShopCustomer({ email: 'new@example.com', updatedAt: minutesAfter(NOON, 30) }));
    const foreseen = await full(world, { dryRun: true });
    expect((await full(world)).counts.writes).to.deep.equal(foreseen.counts.writes);
    const clients = await persistence.views.clients.byKeys(scope, [], ['7', '8']);
    expect(clients.map(({ externalId, email }) => `${externalId} ${email}`).sort()).to.deep.equal([
      '7 new@example.com',
      '8 both@example.com',
    ]);
    expect((await full(world)).counts.writes).to.deep.equal({});
  });

  it('ends alike wherever it is cut', async () => {
    for (let commits = 1; commits <= 12; commits += 1) {
      const world = await aWorld();
      await full(world);
      sell(world);
      await full(world, { on: mortal(world.persistence, commits, 'after its last commit') }).catch(() => undefined);
      clock.advance(60_000);
      expect((await full(world)).outcome).to.equal('completed');
      expect(await levels(world), `after ${commits} commits`).to.deep.equal(['Mug 10 3', 'Plate 4 0']);
    }
  });
});
