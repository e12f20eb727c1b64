import { DomainError } from '@comptoir/core/kit/errors.js';
import type { SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import { expect } from 'chai';
import { FIRST_PAGE, HOUR_MS } from '../../suites/builders.js';
import { signal } from '../../suites/suite.js';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopCustomer, aShopOrder } from './toy-shop.js';

describe('a dry run of the synchronization with online shops', () => {
  let bench: SyncBench;
  beforeEach(async () => {
    bench = await aSyncBench();
  });

  const addOrders = (count: number) => {
    for (let id = 1; id <= count; id += 1) bench.shop.orders.set(String(id), aShopOrder(id));
  };
  const run = (job: SyncRun['job'] = 'orders', options = {}) => bench.services.shopSync.run(bench.scope, job, options);
  const quarantine = async () => (await bench.persistence.views.quarantine.list(bench.scope, { ...FIRST_PAGE, pageSize: 100 })).items;

  it('predicts exactly what a real one writes, and writes nothing', async () => {
    addOrders(120);
    for (let id = 1; id <= 120; id += 1) bench.shop.orders.set(String(id), aShopOrder(id, { customerId: String(id % 7) }));
    for (let id = 0; id < 7; id += 1) bench.shop.customers.set(String(id), aShopCustomer(id));
    bench.toys.refused.add('orders 3');
    bench.shop.faulty.add('orders 4');
    const dry = await run('orders', { dryRun: true });
    expect(await bench.stored()).to.deep.equal({});
    expect(await quarantine()).to.deep.equal([]);
    expect(await bench.persistence.views.shopLinks.present(bench.scope, 'orders')).to.deep.equal([]);

    const real = await run();
    expect(dry.counts).to.deep.equal(real.counts);
    expect(dry.outcome).to.equal(real.outcome);
  });

  it('stands in nobody’s way, and counts as no run', async () => {
    addOrders(1);
    const held = signal();
    bench.shop.before = () => held.reached;
    const dry = run('orders', { dryRun: true });
    while (bench.shop.asked.length === 0) await new Promise(setImmediate);
    bench.shop.before = async () => undefined;
    expect((await run()).outcome).to.equal('completed');
    held.reach();
    expect((await dry).outcome).to.equal('completed');
  });

  it('counts what is gone once, though it meets it twice', async () => {
    addOrders(3);
    await run('full');
    bench.toys.refused.add('orders 2');
    bench.shop.orders.set('2', aShopOrder(2, { note: 'gift' }));
    expect((await run('full')).counts.quarantined).to.equal(1);

    bench.toys.refused.clear();
    bench.shop.orders.delete('2');
    bench.clock.advance(2 * HOUR_MS);
    const dry = await run('full', { dryRun: true });
    const real = await run('full');
    expect(real.counts).to.deep.include({ gone: 1, writes: { orders: 1 } });
    expect(dry.counts).to.deep.equal(real.counts);
  });

  it('remembers a plan once that was made twice, because the database was away', async () => {
    addOrders(2);
    // So that progress is stored after every answer.
    bench.shop.before = async () => bench.clock.advance(2000);
    let away = 1;
    const { persistence, shop } = bench;
    const unreliable = await aSyncBench({
      beside: bench,
      persistence: {
        ...persistence,
        async transact(scope, work, writes) {
          if (away === 0 || shop.asked.length < 2) return persistence.transact(scope, work, writes);
          away -= 1;
          throw new DomainError('store_unavailable');
        },
      },
    });
    const running = unreliable.services.shopSync.run(bench.scope, 'orders', { dryRun: true });
    await unreliable.timers.advance(60_000);
    expect((await running).counts.writes).to.deep.equal({ orders: 2 });
    expect(bench.toys.planned).to.deep.equal(['orders 1,2', 'orders 1,2']);
    expect(bench.toys.foreseen).to.deep.equal(['orders 1,2']);
  });
});
