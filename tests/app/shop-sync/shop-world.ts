import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { type ClosableShopGateways, makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import type { SyncJob, SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { establish } from '../../suites/builders.js';
import { testDeps } from '../../support/service-deps.js';

/** The synchronization as it is in production, but for its host: the gateway of real shops, and PostgreSQL. */
export interface ShopWorld {
  readonly services: Services;
  readonly database: Database;
  /** Opens an establishment that is connected to the shop. */
  connect(shop: { readonly url: string; readonly key: string }, changes?: Partial<Site>): Promise<Scope>;
  run(scope: Scope, job: SyncJob): Promise<SyncRun>;
  close(): Promise<void>;
}

export async function openShopWorld(url: string, clock: Clock): Promise<ShopWorld> {
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 6 }, { logger: silentLogger, processes: nodeProcesses });
  const { persistence } = database;
  const gateways = gatewaysOf(clock);
  const shopSync = { gateways, makeParts: syncParts({ resetStock: true }) };
  const services = makeServices(testDeps({ persistence, clock, timers: nodeTimers, crypto: nodeCrypto, shopSync }));
  return {
    services,
    database,
    async connect(shop, changes = {}) {
      const features = { ...SITE_DEFAULTS.features, stock: true };
      const { scope } = await establish(persistence, { trade: 'shop', timezone: 'Europe/Paris', features, ...changes });
      await persistence.transact(scope, async ({ settings }) => {
        await settings.set(scope, 'shop.url', shop.url);
        await settings.set(scope, 'shop.key', shop.key);
      });
      return scope;
    },
    run: (scope, job) => services.shopSync.run(scope, job),
    async close() {
      await services.shopSync.stop();
      await gateways.close();
      await database.close();
    },
  };
}

function gatewaysOf(clock: Clock): ClosableShopGateways {
  const policy = { allowLoopback: true, ownPorts: () => new Set<number>(), random: Math.random };
  return makePrestaShopGateways({ clock, timers: nodeTimers, logger: silentLogger, ...policy });
}

/** How much of a test is done: the small number in every run of the tests, all of it with COMPTOIR_SYNC_FAULTS=full. */
export function sized(small: number, full: number): number {
  return process.env['COMPTOIR_SYNC_FAULTS'] === 'full' ? full : small;
}
