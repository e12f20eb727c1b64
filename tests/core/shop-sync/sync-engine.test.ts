import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { FIRST_PAGE, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf, signal } from '../../suites/suite.js';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopCategory, aShopCustomer, aShopOrder, aShopProduct, aShopVendor } from './toy-shop.js';

describe('the engine of the synchronization with online shops', () => {
  let bench: SyncBench;
  beforeEach(async () => {
    bench = await aSyncBench();
  });

  const addOrders = (count: number) => {
    for (let id = 1; id <= count; id += 1) bench.shop.orders.set(String(id), aShopOrder(id));
  };
  const run = (job: SyncRun['job'] = 'orders', options = {}) => bench.services.shopSync.run(bench.scope, job, options);
  const quarantine = async () => (await bench.persistence.views.quarantine.list(bench.scope, { ...FIRST_PAGE, pageSize: 100 })).items;

  describe('a run', () => {
    it('imports every record in chunks, and says what it did', async () => {
      addOrders(250);
      const ended = await run();

      expect(ended).to.deep.include({ outcome: 'completed', reason: null, expected: 250 });
      expect(ended.counts).to.deep.equal({ read: 250, unchanged: 0, quarantined: 0, gone: 0, requests: 4, writes: { orders: 250 } });
      expect(bench.toys.planned).to.have.length(3);
      expect(Object.keys(await bench.stored())).to.have.length(250);
    });

    it('leaves out what is unchanged, and writes nothing then', async () => {
      addOrders(120);
      await run();
      bench.toys.planned.splice(0);
      const again = await run();

      expect(again).to.deep.include({ outcome: 'completed' });
      expect(again.counts).to.deep.include({ read: 120, unchanged: 120, writes: {} });
      expect(bench.toys.planned).to.deep.equal([]);
    });

    it('does not take a record for changed that was only touched', async () => {
      addOrders(1);
      await run();
      bench.shop.orders.set('1', aShopOrder(1, { updatedAt: minutesAfter(NOON, 5) }));
      expect((await run()).counts.unchanged).to.equal(1);
    });

    it('imports what has changed, and everything when the rules have', async () => {
      addOrders(3);
      await run();
      bench.shop.orders.set('2', aShopOrder(2, { note: 'gift', updatedAt: minutesAfter(NOON, 5) }));
      expect((await run()).counts.writes).to.deep.equal({ orders: 1 });
      bench.toys.rules = 2;
      expect((await run()).counts.writes).to.deep.equal({ orders: 3 });
    });

    it('plans an unchanged record again once it lacks something else, and leaves one alone whose goods never come', async () => {
      addOrders(3);
      bench.toys.lacking.set('orders 2', ['line 1', 'line 2']).set('orders 3', ['line 7']);
      await run();
      bench.toys.planned.splice(0);
      expect((await run()).counts).to.deep.include({ unchanged: 3, writes: {} });
      expect(bench.toys.planned).to.deep.equal([]);

      bench.toys.lacking.set('orders 2', ['line 1']);
      await run();
      bench.toys.lacking.delete('orders 2');
      await run();
      expect(bench.toys.planned).to.deep.equal(['orders 2', 'orders 2']);
      // What was whole once is as it was, whatever the catalogue loses.
      bench.toys.lacking.set('orders 2', ['line 2']);
      expect((await run()).counts.unchanged).to.equal(3);
    });

    it('plans unchanged records all the same for parts that heed what is here', async () => {
      addOrders(2);
      await run();
      bench.toys.heedsUnchanged = true;
      expect((await run()).counts.writes).to.deep.equal({ orders: 2 });
    });

    it('does not undo anything by an answer that is older than what was imported', async () => {
      bench.shop.orders.set('1', aShopOrder(1, { note: 'new', updatedAt: minutesAfter(NOON, 5) }));
      await run();
      bench.shop.orders.set('1', aShopOrder(1, { note: 'old', updatedAt: NOON }));
      expect((await run()).counts).to.deep.include({ unchanged: 1, writes: {} });
      expect((await bench.stored())['orders 1']).to.deep.include({ note: 'new' });
    });

    it('follows a shop that was restored from a backup by its nightly run', async () => {
      bench.shop.orders.set('1', aShopOrder(1, { note: 'new', updatedAt: minutesAfter(NOON, 5) }));
      await run();
      bench.shop.orders.set('1', aShopOrder(1, { note: 'old', updatedAt: NOON }));
      await run('full');
      expect((await bench.stored())['orders 1']).to.deep.include({ note: 'old' });
    });

    it('imports the customers of changed orders before the orders, each once', async () => {
      for (let id = 1; id <= 150; id += 1) bench.shop.orders.set(String(id), aShopOrder(id, { customerId: id % 2 === 0 ? '7' : null }));
      bench.shop.customers.set('7', aShopCustomer(7));
      await run();
      expect(bench.toys.planned[0]).to.equal('customers 7');
      expect(bench.shop.asked.filter((asked) => asked.startsWith('customers'))).to.deep.equal(['customers 7']);
      await run();
      expect(bench.shop.asked.filter((asked) => asked.startsWith('customers'))).to.have.length(1);
    });

    it('imports customers who have not ordered by its nightly run, as webhooks tell of them', async () => {
      bench.shop.customers.set('7', aShopCustomer(7));
      await run();
      expect(await bench.stored()).to.not.have.property('customers 7');
      await run('full');
      expect(await bench.stored()).to.have.property('customers 7');
    });

    it('reads the next chunk while it writes the last', async () => {
      addOrders(200);
      const secondRead = signal();
      bench.shop.before = async (asked) => {
        if (asked.startsWith('orders 101,')) secondRead.reach();
      };
      const persistence = bench.persistence;
      const gated = await aSyncBench({
        beside: bench,
        persistence: {
          ...persistence,
          transact: async (scope, work, writes) => {
            if (bench.shop.asked.some((asked) => asked.startsWith('orders'))) await secondRead.reached;
            return persistence.transact(scope, work, writes);
          },
        },
      });
      expect((await gated.services.shopSync.run(bench.scope, 'orders')).outcome).to.equal('completed');
    });

    it('looks 40 days back for orders, a day for products after the first time, and further when no run was good since', async () => {
      const since = async (job: SyncRun['job']) => (await run(job)).since?.getTime();
      const back = (from: number, days: number) => from - days * 24 * HOUR_MS;
      const first = bench.clock.now().getTime();
      expect(await since('orders')).to.equal(back(first, 40));
      expect(await since('products')).to.equal(undefined);
      expect(await since('products')).to.equal(back(first, 1));
      bench.clock.advance(60 * 24 * HOUR_MS);
      expect(await since('orders')).to.equal(first - HOUR_MS);
      expect(await since('products')).to.equal(first - HOUR_MS);
    });

    it('imports vendors and categories before products', async () => {
      bench.shop.vendors.push(aShopVendor('supplier:1'));
      bench.shop.categories.push(aShopCategory(2), aShopCategory(1, '2'));
      bench.shop.products.set('5', aShopProduct(5));
      const ended = await run('products');
      expect(bench.toys.planned).to.deep.equal(['vendors supplier:1', 'categories 2,1', 'products 5']);
      expect(ended.counts.writes).to.deep.equal({ categories: 2, products: 1, vendors: 1 });
    });

    it('refuses an establishment without a shop, and a second run beside the first', async () => {
      const held = signal();
      addOrders(1);
      bench.shop.before = () => held.reached;
      const first = run();
      while (bench.shop.asked.length === 0) await new Promise(setImmediate);
      expect((await refusalOf(run('full'))).code).to.equal('sync_running');
      held.reach();
      expect((await first).outcome).to.equal('completed');
      await bench.persistence.transact(bench.scope, ({ settings }) => settings.set(bench.scope, 'shop.key', undefined));
      expect((await refusalOf(run())).code).to.equal('not_configured');
    });
  });

  describe('what cannot be imported', () => {
    it('is found by halving, and set apart while all others are stored', async () => {
      addOrders(250);
      bench.toys.poison.add('orders 7').add('orders 8').add('orders 233');
      const ended = await run();

      expect(ended).to.deep.include({ outcome: 'completed_with_quarantine' });
      expect(ended.counts).to.deep.include({ read: 250, quarantined: 3, writes: { orders: 247 } });
      expect(Object.keys(await bench.stored())).to.have.length(247);
      expect((await quarantine()).map(({ id }) => id)).to.have.members(['orders-7', 'orders-8', 'orders-233']);
      expect((await quarantine())[0]).to.deep.include({ code: 'internal', attempts: 1 });
    });

    it('is told by its part, or by the shop', async () => {
      addOrders(3);
      bench.toys.refused.add('orders 1');
      bench.shop.faulty.add('orders 2');
      const ended = await run();

      expect(ended).to.deep.include({ outcome: 'completed_with_quarantine' });
      const reasons = Object.fromEntries((await quarantine()).map(({ id, code, reason }) => [id, `${code} ${reason}`]));
      expect(reasons).to.deep.equal({ 'orders-1': 'invalid_request currency: not ours.', 'orders-2': 'shop_record lines: nonsense' });
    });

    it('is tried again when it is due, though it has not changed in the shop for long', async () => {
      bench.shop.orders.set('1', aShopOrder(1));
      bench.toys.poison.add('orders 1');
      await run();
      bench.clock.advance(50 * 24 * HOUR_MS);
      await run();
      bench.clock.advance(50 * 24 * HOUR_MS);
      bench.toys.poison.clear();
      const ended = await run();

      expect(ended.outcome).to.equal('completed');
      expect(await quarantine()).to.deep.equal([]);
      expect(await bench.stored()).to.have.keys('orders 1');
    });

    it('does not come back by itself when it was dismissed, until it changes', async () => {
      addOrders(1);
      bench.toys.refused.add('orders 1');
      await run();
      await bench.persistence.transact(bench.scope, (stores) => stores.quarantine.setNextTry(bench.scope, 'orders-1', null));
      expect(await run()).to.deep.include({ outcome: 'completed' });

      bench.shop.orders.set('1', aShopOrder(1, { note: 'changed', updatedAt: minutesAfter(NOON, 5) }));
      expect(await run()).to.deep.include({ outcome: 'completed_with_quarantine' });
      expect((await quarantine())[0]).to.deep.include({ attempts: 2 });
    });

    it('leaves quarantine when it is not in the shop any more', async () => {
      addOrders(1);
      bench.toys.refused.add('orders 1');
      await run();
      bench.shop.orders.clear();
      bench.clock.advance(2 * HOUR_MS);
      await run();
      expect(await quarantine()).to.deep.equal([]);
    });

    it('is never a record where the database is away: that is waited for', async () => {
      addOrders(10);
      let away = 3;
      const { persistence, shop } = bench;
      const unreliable: Persistence = {
        ...persistence,
        async transact(scope, work, writes) {
          if (away === 0 || shop.asked.length < 2) return persistence.transact(scope, work, writes);
          away -= 1;
          throw new DomainError('store_unavailable');
        },
      };
      bench = await aSyncBench({ beside: bench, persistence: unreliable });
      const running = run();
      await bench.timers.advance(60_000);
      expect(await running).to.deep.include({ outcome: 'completed' });
      expect(await quarantine()).to.deep.equal([]);

      [away, shop.asked.length] = [Number.POSITIVE_INFINITY, 0];
      bench.toys.rules = 2;
      const lost = refusalOf(run());
      await bench.timers.advance(120_000);
      expect((await lost).code).to.equal('store_unavailable');
      expect(await quarantine()).to.deep.equal([]);
    });
  });

  describe('a shop that fails', () => {
    it('is an outcome with its reason, and the next run begins anew', async () => {
      addOrders(150);
      bench.shop.before = async (asked) => {
        if (asked.startsWith('orders 101,')) throw new ShopFault('unreachable', 'The shop does not answer.');
      };
      expect(await run()).to.deep.include({ outcome: 'failed', reason: 'The shop does not answer.' });
      expect(Object.keys(await bench.stored())).to.have.length(100);
      bench.shop.before = async () => undefined;
      expect((await run()).counts).to.deep.include({ read: 150, unchanged: 100, writes: { orders: 50 } });
    });

    it('ends a run that takes two hours, and the next one goes on from there', async () => {
      addOrders(250);
      const hanging = signal();
      bench.shop.before = async (asked, { addEventListener }) => {
        if (asked.startsWith('orders 201,'))
          await Promise.race([hanging.reached, new Promise<void>((done) => addEventListener('abort', done))]);
      };
      const running = run();
      await bench.timers.advance(2 * HOUR_MS);
      const timedOut = await running;
      expect(timedOut).to.deep.include({ outcome: 'timed_out', cursor: { entity: 'orders', after: '200' } });

      bench.shop.before = async () => undefined;
      const next = await run();
      expect(next).to.deep.include({ outcome: 'completed', openedAt: timedOut.openedAt, since: timedOut.since });
      expect(next.counts).to.deep.include({ read: 50, writes: { orders: 50 } });
    });
  });

  describe('two engines', () => {
    it('never hold one run: who was believed dead writes nothing any more', async () => {
      addOrders(200);
      const other = await aSyncBench({ beside: bench, persistence: bench.persistence });
      const held = signal();
      let asked = 0;
      bench.shop.before = async (what) => {
        if (!what.startsWith('orders 101,')) return;
        asked += 1;
        if (asked === 1) await held.reached;
      };
      const first = run();
      while (asked === 0) await new Promise(setImmediate);
      // Its timers stand still, so its lease runs out.
      bench.clock.advance(60_000);
      const second = await other.services.shopSync.run(bench.scope, 'orders');
      expect(second).to.deep.include({ outcome: 'completed' });
      expect(second.counts).to.deep.include({ read: 200, writes: { orders: 200 } });

      held.reach();
      expect(await first).to.deep.include({ outcome: 'completed', holder: second.holder });
      expect(bench.toys.planned.length).to.be.at.most(3);
    });

    it('keep their lease while a shop is slow', async () => {
      addOrders(1);
      const held = signal();
      bench.shop.before = () => held.reached;
      const first = run();
      await bench.timers.advance(10 * 60_000);
      expect((await refusalOf(run())).code).to.equal('sync_running');
      held.reach();
      expect((await first).outcome).to.equal('completed');
    });

    it('hand over at once what runs when a process stops', async () => {
      addOrders(200);
      bench.shop.before = async (asked, { addEventListener }) => {
        if (asked.startsWith('orders 101,')) await new Promise<void>((done) => addEventListener('abort', done));
      };
      const begun = await bench.services.shopSync.start(bench.scope, 'orders');
      while (!bench.shop.asked.some((asked) => asked.startsWith('orders 101,'))) await new Promise(setImmediate);
      await bench.services.shopSync.stop();
      bench.shop.before = async () => undefined;

      const other = await aSyncBench({ beside: bench, persistence: bench.persistence });
      const ended = await other.services.shopSync.run(bench.scope, 'orders');
      expect(ended).to.deep.include({ id: begun.id, outcome: 'completed' });
      expect(ended.counts).to.deep.include({ read: 200, writes: { orders: 200 } });
    });
  });

  describe('what is gone from the shop', () => {
    const addProducts = (count: number) => {
      for (let id = 1; id <= count; id += 1) bench.shop.products.set(String(id), aShopProduct(id));
    };

    it('is taken away by the nightly run alone, when the shop says twice that it is gone', async () => {
      addProducts(30);
      await run('full');
      bench.shop.products.delete('7');
      bench.shop.unlisted.add('products 8');
      await run('products');
      expect((await bench.stored())['products 7']).not.to.equal('gone');

      const ended = await run('full');
      expect(ended.counts).to.deep.include({ gone: 1, writes: { products: 1 } });
      expect((await bench.stored())['products 7']).to.equal('gone');
      expect((await bench.stored())['products 8']).to.deep.include({ name: 'Toy 8' });
      expect((await run('full')).counts).to.deep.include({ gone: 0, writes: {} });
    });

    it('comes back when the shop has it again, unchanged', async () => {
      addProducts(2);
      await run('full');
      bench.shop.products.delete('1');
      await run('full');
      bench.shop.products.set('1', aShopProduct(1));
      await run('products');
      expect((await bench.stored())['products 1']).to.deep.include({ name: 'Toy 1' });
    });

    it('is not believed when it is too much at once', async () => {
      addProducts(40);
      bench.shop.customers.set('1', aShopCustomer(1));
      bench.shop.orders.set('1', aShopOrder(1, { customerId: '1' }));
      await run('full');
      for (let id = 1; id <= 11; id += 1) bench.shop.products.delete(String(id));
      bench.shop.customers.clear();
      const ended = await run('full');

      expect(ended.outcome).to.equal('failed');
      expect(ended.reason).to.match(/^11 of 40 products/);
      expect(Object.values(await bench.stored())).not.to.include('gone');
    });

    const runLater = (options = {}) => {
      bench.clock.advance(60_000);
      return run('full', options);
    };

    it('is taken away when somebody accepts what was shown, and no more than that', async () => {
      addProducts(60);
      await runLater();
      expect((await refusalOf(runLater({ acceptDisappearance: true }))).code).to.equal('nothing_to_accept');
      for (let id = 1; id <= 20; id += 1) bench.shop.products.delete(String(id));
      expect((await runLater()).vanished).to.deep.equal({ products: 20 });
      bench.shop.products.delete('21');
      const more = await runLater({ acceptDisappearance: true });
      expect(more).to.deep.include({ outcome: 'failed', vanished: { products: 21 }, accepted: { products: 20 } });
      expect(Object.values(await bench.stored())).not.to.include('gone');

      const meant = await runLater({ acceptDisappearance: true });
      expect(meant).to.deep.include({ outcome: 'completed', vanished: null, accepted: { products: 21 } });
      expect(meant.counts.gone).to.equal(21);
      expect((await refusalOf(runLater({ acceptDisappearance: true }))).code).to.equal('nothing_to_accept');
      expect((await refusalOf(run('orders', { acceptDisappearance: true }))).code).to.equal('nothing_to_accept');
    });

    it('is accepted by somebody whom the audit log names', async () => {
      addProducts(30);
      await runLater();
      bench.shop.products.clear();
      await runLater();
      const { id } = await runLater({ acceptDisappearance: true });
      const { items } = await bench.persistence.views.audit.list(bench.scope, { ...FIRST_PAGE, action: 'shopSync.acceptDisappearance' });
      expect(items).to.have.length(1);
      expect(items[0]).to.deep.include({ subjectId: id, input: { accepted: { products: 30 }, dryRun: false }, siteId: bench.scope.siteId });
    });

    it('is not believed of vendors and categories either, unless twice', async () => {
      bench.shop.vendors.push(aShopVendor('supplier:1'), aShopVendor('supplier:2'));
      await run('full');
      bench.shop.vendors.pop();
      expect((await run('full')).counts.gone).to.equal(1);
      expect((await bench.stored())['vendors supplier:2']).to.equal('gone');
    });

    it('is gone for an order that its customer vanished from', async () => {
      bench.shop.orders.set('1', aShopOrder(1, { customerId: '9' }));
      expect(await run()).to.deep.include({ outcome: 'completed' });
      expect(await bench.stored()).to.have.keys('orders 1');
    });
  });

  describe('single records', () => {
    const importNow = (...ids: string[]) => bench.services.shopSync.importNow(bench.scope, 'orders', ids);

    it('are imported at once, with what became of each', async () => {
      addOrders(3);
      bench.toys.refused.add('orders 2');
      bench.toys.poison.add('orders 3');
      const imported = await importNow('1', '2', '3', '4', '1');
      expect(imported.map(({ externalId, result }) => `${externalId} ${result}`)).to.have.members([
        '1 imported',
        '2 quarantined',
        '3 quarantined',
        '4 skipped',
      ]);
      const again = await importNow('1');
      expect(again).to.deep.equal([{ externalId: '1', localId: 'local-1', result: 'skipped', reason: null }]);
    });

    it('are gone only when they were linked', async () => {
      addOrders(1);
      await importNow('1');
      bench.shop.orders.clear();
      expect(await importNow('1', '2')).to.deep.equal([
        { externalId: '2', localId: null, result: 'skipped', reason: null },
        { externalId: '1', localId: 'local-1', result: 'gone', reason: null },
      ]);
    });

    it('go on beside a run, and the run does not undo them', async () => {
      addOrders(1);
      const held = signal();
      const reading = signal();
      bench.shop.before = async (asked) => {
        if (!asked.startsWith('orders')) return;
        bench.shop.before = async () => undefined;
        reading.reach();
        await held.reached;
      };
      const old = bench.shop.orders.get('1');
      const running = run();
      await reading.reached;
      bench.clock.advance(1000);
      bench.shop.orders.set('1', aShopOrder(1, { note: 'now', updatedAt: minutesAfter(NOON, 1) }));
      await importNow('1');
      if (old !== undefined) bench.shop.orders.set('1', old);
      held.reach();
      await running;
      expect((await bench.stored())['orders 1']).to.deep.include({ note: 'now' });
    });

    it('tell of a shop that does not answer', async () => {
      bench.shop.before = async () => {
        throw new ShopFault('unauthorized', 'The key is not accepted.');
      };
      expect(await importNow('1').catch((error: unknown) => error)).to.be.instanceOf(ShopFault);
    });
  });

  it('runs on an empty shop', async () => {
    const empty = await aSyncBench({ persistence: makeMemoryPersistence() });
    expect(await empty.services.shopSync.run(empty.scope, 'full')).to.deep.include({ outcome: 'completed', expected: 0 });
  });
});
