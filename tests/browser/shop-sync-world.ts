import { makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { ShopGateways } from '@comptoir/core/shop-sync/shop-gateway.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import { SYNC_JOBS } from '@comptoir/core/shop-sync/sync-run.js';
import { SYNC_APP_ID, SYNC_SCHEDULES, syncTaskName } from '@comptoir/core/shop-sync/sync-schedules.js';
import { signal } from '../suites/suite.js';
import { type FakeShop, type FakeShopOptions, startFakeShop } from '../support/fake-shop/fake-shop.js';
import { noTasks } from '../support/service-deps.js';
import { aConsoleWorld, type ConsoleWorld } from './console-world.js';

/** The platform beside an online shop that it is not connected to yet. */
export interface ShopSyncWorld extends ConsoleWorld {
  readonly shop: FakeShop;
  /** Keeps orders from being read until what it returns is called. */
  holdOrders(): () => void;
}

export async function aShopSyncWorld(options: FakeShopOptions = {}): Promise<ShopSyncWorld> {
  const shop = await startFakeShop({ orders: 40, products: 30, customers: 15, ...options });
  const policy = { allowLoopback: true, ownPorts: () => new Set<number>(), random: Math.random };
  const real = makePrestaShopGateways({ clock: systemClock, timers: nodeTimers, logger: silentLogger, ...policy });
  let held: Promise<unknown> = Promise.resolve();
  const gateways: ShopGateways = {
    pausedUntil: real.pausedUntil,
    open(connection) {
      const gateway = real.open(connection);
      return { ...gateway, orders: (ids, signal) => held.then(() => gateway.orders(ids, signal)) };
    },
  };
  const tasks = { ...noTasks, names: SYNC_JOBS.map(syncTaskName) };
  const museum = await aConsoleWorld([], { tasks, shopSync: { gateways, makeParts: syncParts({ resetStock: true }) } });
  for (const schedule of SYNC_SCHEDULES) await museum.services.scheduler.register(SYNC_APP_ID, schedule);
  return {
    ...museum,
    shop,
    holdOrders() {
      const { reach, reached } = signal();
      held = reached;
      return reach;
    },
    async close() {
      await museum.services.shopSync.stop();
      await museum.close();
      await real.close();
      await shop.close();
    },
  };
}
