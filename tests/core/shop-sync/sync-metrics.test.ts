import { metricsText } from '@comptoir/core/kit/metrics.js';
import { syncMetrics } from '@comptoir/core/shop-sync/sync-metrics.js';
import { expect } from 'chai';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopOrder } from './toy-shop.js';

describe('metrics of synchronizations with online shops', () => {
  const HOUR_MS = 3_600_000;
  let bench: SyncBench;

  beforeEach(async () => {
    bench = await aSyncBench();
    bench.shop.orders.set('1', aShopOrder(1));
  });

  const text = async () => metricsText(await syncMetrics(bench.services));

  it('count what ended within a day, and what waits in quarantine', async () => {
    bench.toys.refused.add('orders 1');
    await bench.services.shopSync.run(bench.scope, 'orders');
    expect(await text())
      .to.include('comptoir_shop_sync_runs{job="orders",outcome="completed_with_quarantine"} 1\n')
      .and.include('comptoir_shop_sync_runs{job="orders",outcome="failed"} 0\n')
      .and.include('comptoir_shop_sync_requests{job="orders"} 2\n')
      .and.include('comptoir_shop_sync_quarantined{entity="orders"} 1\n');
    bench.clock.advance(25 * HOUR_MS);
    expect(await text()).to.include('comptoir_shop_sync_runs{job="orders",outcome="completed_with_quarantine"} 0\n');
  });

  it('tell how long ago a job was good, also when it never was', async () => {
    await bench.services.shopSync.run(bench.scope, 'orders');
    bench.clock.advance(HOUR_MS);
    bench.shop.before = () => Promise.reject(new Error('The shop is away'));
    await bench.services.shopSync.run(bench.scope, 'orders');
    await bench.services.shopSync.run(bench.scope, 'products');
    bench.clock.advance(HOUR_MS);
    expect(await text())
      .to.include('comptoir_shop_sync_success_age_seconds{job="orders"} 7200\n')
      .and.include('comptoir_shop_sync_success_age_seconds{job="products"} 3600\n');
  });

  it('forget an establishment whose shop is disconnected', async () => {
    await bench.services.shopSync.run(bench.scope, 'orders');
    await bench.persistence.transact(bench.scope, ({ settings }) => settings.set(bench.scope, 'shop.url', undefined));
    bench.clock.advance(HOUR_MS);
    expect(await text()).to.include('comptoir_shop_sync_success_age_seconds{job="orders"} 0\n');
  });
});
