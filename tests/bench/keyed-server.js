/**
 * The keyed API on PostgreSQL, for the subject `catalogue`: as many shops as the first argument says, each with as many items as the
 * second, and for each shop as many keys as the third. Its ready line has the keys of every shop and the ids of its items.
 */
import { createServer } from 'node:http';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { atelierNord } from '@comptoir/app/demo/atelier-nord.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps, testLinks } from '../dist/support/service-deps.js';
import './probe-statements.js';

const [shops, items, keys] = process.argv.slice(2).map(Number);
const publicUrl = 'http://127.0.0.1';
const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const links = { ...testLinks, tracking: (slug, orderId) => `${publicUrl}/carte/${slug}/order/${orderId}` };
const services = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, links }));
const actor = { kind: 'system', name: 'bench' };
const [model] = atelierNord.catalogue.items.filter(({ variants }) => variants.length > 1);

const sites = [];
for (let shop = 0; shop < shops; shop += 1) sites.push(await openShop(shop));
const options = { publicUrl, trustProxyHops: 0, logger: silentLogger, health: {}, stopping: new AbortController().signal };
const server = createServer(makeStorefront(services, options).callback());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, sites })}\n`));

async function openShop(shop) {
  const tenant = await services.sites.createTenant(`Bench ${shop}`, actor);
  const sold = Array.from({ length: items }, (_each, index) => ({
    ...model,
    id: `item-${shop}-${index}`,
    variants: model.variants.slice(0, 2).map((variant) => ({ ...variant, sku: null, barcode: null })),
  }));
  const scope = { tenantId: tenant.id, actor };
  const site = await services.sites.create(
    scope,
    { ...atelierNord.site, slug: `shop-${shop}`, hosts: [] },
    { ...atelierNord.catalogue, items: sold },
  );
  const siteScope = { ...scope, siteId: site.id };
  const made = [];
  for (let key = 0; key < keys; key += 1) {
    const { secret } = await services.keys.create(siteScope, 'keyed', { ...NO_FIELDS, name: `Bench ${key}`, right: 'write' });
    made.push(secret);
  }
  return { tenantId: tenant.id, siteId: site.id, keys: made, itemIds: sold.map(({ id }) => id) };
}
