/**
 * The product's side of the subject `sync`, without a host. `{ask: 'prepare'}` opens an establishment that is connected to the shop and knows its
 * products; `{ask: 'sync'}` runs its synchronization of orders; `{ask: 'read'}` reads the same orders and stores nothing.
 */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import { aProduct, aSite, aTenant, aVariant } from '../dist/suites/builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { withClient } from './postgres.js';
import './probe-statements.js';

const CHUNK = 100;
const FORGET_USERS = 'update clients set user_id = null where user_id is not null; delete from users';
const connection = { url: process.env.SHOP_URL, key: process.env.SHOP_KEY };
const clock = { now: () => new Date() };
const never = new AbortController().signal;

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const { persistence } = database;
const shared = { clock, timers: nodeTimers, logger: silentLogger };
const policy = { allowLoopback: true, ownPorts: () => new Set(), random: Math.random };
const gateways = makePrestaShopGateways({ ...shared, ...policy });
const ports = { gateways, makeParts: syncParts({ resetStock: false }) };
const { shopSync } = makeServices({ ...testDeps({ persistence, clock, crypto: nodeCrypto }), shopSync: ports });

let scope;

/** Users are known by their address across all establishments, so those of an earlier round must not stand. */
async function prepare() {
  await withClient(process.env.DATABASE_URL, (client) => client.query(FORGET_USERS));
  scope = { tenantId: randomUUID(), siteId: randomUUID(), actor: { kind: 'system', name: 'shop-sync' } };
  const before = await read('products');
  const products = before.records.map((shop) =>
    aProduct({
      id: randomUUID(),
      externalId: shop.externalId,
      name: shop.name || 'Draft',
      manageStock: true,
      variants: shop.combinations.map(({ externalId, name }) => aVariant({ id: randomUUID(), externalId, name: `${name} ${externalId}` })),
    }),
  );
  const site = aSite({ id: scope.siteId, tenantId: scope.tenantId, trade: 'shop', slug: `bench-${scope.siteId}` });
  await persistence.transact(scope, async (stores) => {
    await stores.tenants.create(aTenant(scope.tenantId));
    await stores.sites.create(scope, { ...site, features: { ...site.features, stock: true } });
    await stores.settings.set(scope, 'shop.url', connection.url);
    await stores.settings.set(scope, 'shop.key', connection.key);
    await stores.products.create(scope, products);
  });
  return { scope, products: products.length, requests: before.requests };
}

/** Everything of the entity, by a gateway that has read nothing yet. */
async function read(entity) {
  const fresh = makePrestaShopGateways({ ...shared, ...policy });
  const gateway = fresh.open(connection);
  const known = await gateway.ids(entity, null, never);
  const records = [];
  for (let at = 0; at < known.length; at += CHUNK) records.push(...(await gateway[entity](known.slice(at, at + CHUNK), never)).records);
  await fresh.close();
  return { records, requests: gateway.requests() };
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - started) / 1000 };
}

const JOBS = {
  prepare,
  sync: () =>
    timed(async () => {
      const { outcome, reason, counts } = await shopSync.run(scope, 'orders');
      if (outcome === 'failed') throw new Error(reason);
      return { outcome, counts };
    }),
  read: () => timed(async () => ({ read: (await read('orders')).records.length })),
};

process.on('message', ({ ask }) => {
  const job = JOBS[ask];
  if (job === undefined) return;
  job().then(
    (done) => process.send(done),
    (error) => process.send({ error: error.stack }),
  );
});
// What the gateway waits for between its tries keeps no process alive.
process.channel.ref();
process.stdout.write('{}\n');
