import type { Scope } from '@comptoir/core/kit/scope.js';
import { dueTonight, nextNight } from '@comptoir/core/shop-sync/nightly.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { makeStopper } from '@comptoir/core/shop-sync/stopper.js';
import type { SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { SYNC_SCHEDULES } from '@comptoir/core/shop-sync/sync-schedules.js';
import { expect } from 'chai';
import { establishBeside, HOUR_MS } from '../../suites/builders.js';
import { aSyncRun } from '../../suites/shop-sync-builders.js';
import { repeatableCrypto } from '../support.js';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopOrder } from './toy-shop.js';

describe('the synchronization of every establishment', () => {
  let bench: SyncBench;
  beforeEach(async () => {
    bench = await aSyncBench();
  });

  async function aSecondSite() {
    const site = await bench.persistence.views.sites.get(bench.scope);
    if (site === null) throw new Error('The bench has a site.');
    const { scope } = await establishBeside(bench.persistence, { scope: bench.scope, site });
    await bench.persistence.transact(scope, async ({ settings }) => {
      await settings.set(scope, 'shop.url', 'https://second.example');
      await settings.set(scope, 'shop.key', 'S'.repeat(32));
    });
    return scope;
  }

  /** Somebody else has the establishment for so long. */
  async function keepBusy(scope: Scope, forMs: number): Promise<void> {
    const now = bench.clock.now();
    const run = aSyncRun({ job: 'products', startedAt: now, leaseUntil: new Date(now.getTime() + forMs) });
    expect(await bench.persistence.transact(scope, ({ syncRuns }) => syncRuns.begin(scope, run))).to.not.equal(null);
  }

  async function goodRuns(job: SyncJob, scope: Scope): Promise<number> {
    return (await bench.persistence.views.syncRuns.list(scope, { job, outcome: 'completed', page: 1, pageSize: 20 })).total;
  }

  it('runs the job for all that have a shop, and for none without', async () => {
    bench.shop.orders.set('1', aShopOrder(1));
    const second = await aSecondSite();
    const without = await aSecondSite();
    await bench.persistence.transact(without, ({ settings }) => settings.set(without, 'shop.url', undefined));
    const ended = await bench.services.shopSync.runEverywhere('orders');
    expect(ended.map(({ outcome }) => outcome)).to.deep.equal(['completed', 'completed']);
    for (const scope of [bench.scope, second]) {
      expect(await bench.persistence.views.shopLinks.present(scope, 'orders')).to.deep.equal(['1']);
    }
  });

  it('lets an establishment that is busy, or whose shop fails, keep no other one from it', async () => {
    const second = await aSecondSite();
    let failed = false;
    bench.shop.before = async () => {
      if (failed) return;
      failed = true;
      throw new ShopFault('unreachable', 'The shop does not answer.');
    };
    const outcomes = (await bench.services.shopSync.runEverywhere('orders')).map(({ outcome }) => outcome);
    expect(outcomes).to.have.members(['failed', 'completed']);

    await keepBusy(second, HOUR_MS / 2);
    const ending = bench.services.shopSync.runEverywhere('orders');
    await bench.timers.advance(0);
    expect(await goodRuns('orders', bench.scope), 'beside the busy one').to.equal(1);
    await bench.timers.advance(HOUR_MS);
    expect(await ending).to.have.length(2);
  });

  it('does both jobs of the day for an establishment, although they are due at the same moment', async () => {
    const ending = Promise.all([bench.services.shopSync.runEverywhere('orders'), bench.services.shopSync.runEverywhere('products')]);
    await bench.timers.advance(60_000);
    const ended = (await ending).flat();
    expect(ended.map(({ job, outcome }) => [job, outcome])).to.deep.equal([
      ['orders', 'completed'],
      ['products', 'completed'],
    ]);
  });

  it('waits two hours for who is busy and no longer, nor when it is told to stop, and not at all at night', async () => {
    await keepBusy(bench.scope, 5 * HOUR_MS);
    const ending = bench.services.shopSync.runEverywhere('orders');
    await bench.timers.advance(2 * HOUR_MS + 60_000);
    expect(await ending).to.deep.equal([]);

    const { signal, stop } = makeStopper();
    const stopped = bench.services.shopSync.runEverywhere('orders', signal);
    await bench.timers.advance(0);
    stop(new Error('The server ends.'));
    expect(await stopped).to.deep.equal([]);
    expect(await bench.services.shopSync.runEverywhere('full')).to.deep.equal([]);
  });

  it('runs the nightly job once in the night of each establishment', async () => {
    const nightly = () => bench.services.shopSync.runEverywhere('full');
    let runs = 0;
    for (let quarter = 0; quarter < 96; quarter += 1) {
      runs += (await nightly()).length;
      bench.clock.advance(HOUR_MS / 4);
    }
    expect(runs).to.equal(1);
  });

  it('has a minute of the night for each establishment, always the same', () => {
    const crypto = repeatableCrypto();
    const nights = Array.from({ length: 40 }, (_, index) =>
      dueTonight(crypto, { id: `site-${index}`, timezone: 'Europe/Paris' }, new Date('2026-06-16T03:30:00Z')),
    );
    const times = nights.map((due) => due?.toISOString() ?? '');
    expect(new Set(times).size).to.be.greaterThan(20);
    for (const time of times) expect(time >= '2026-06-15T22:30' && time < '2026-06-16T03:00', time).to.equal(true);
    const one = { id: 'site-1', timezone: 'Europe/Paris' };
    expect(dueTonight(crypto, one, new Date('2026-06-16T12:00:00Z'))).to.equal(null);
    const next = nextNight(crypto, one, new Date('2026-06-16T12:00:00Z'));
    expect(next?.getTime()).to.equal((nights[1]?.getTime() ?? 0) + 24 * HOUR_MS);
    expect(nextNight(crypto, one, new Date('2026-06-15T22:00:00Z'))).to.deep.equal(nights[1]);
  });

  it('has schedules that end after two hours', () => {
    expect(SYNC_SCHEDULES.map(({ name, cron, timeoutSecs }) => [name, cron, timeoutSecs])).to.deep.equal([
      ['shop-sync-orders', '0 */3 * * *', 7200],
      ['shop-sync-products', '0 */3 * * *', 7200],
      ['shop-sync-full', '*/15 * * * *', 7200],
    ]);
  });
});
