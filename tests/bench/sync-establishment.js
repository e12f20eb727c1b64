/** An establishment that is connected to the shop of SHOP_URL and knows its products, for the subjects `sync` and `sync-webhooks`. */
import { randomUUID } from 'node:crypto';
import { makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import { aProduct, aSite, aTenant, aVariant } from '../dist/suites/builders.js';

const CHUNK = 100;
const connection = { url: process.env.SHOP_URL, key: process.env.SHOP_KEY };
const never = new AbortController().signal;

/** New gateways, which have read nothing yet. */
export function openGateways() {
  const shared = { clock: { now: () => new Date() }, timers: nodeTimers, logger: silentLogger };
  return makePrestaShopGateways({ ...shared, allowLoopback: true, ownPorts: () => new Set(), random: Math.random });
}

export function shopSyncPorts() {
  return { gateways: openGateways(), makeParts: syncParts({ resetStock: false }) };
}

/** Everything of the entity, by a gateway that has read nothing yet. */
export async function readShop(entity) {
  const fresh = openGateways();
  const gateway = fresh.open(connection);
  const known = await gateway.ids(entity, null, never);
  const records = [];
  for (let at = 0; at < known.length; at += CHUNK) records.push(...(await gateway[entity](known.slice(at, at + CHUNK), never)).records);
  await fresh.close();
  return { records, ids: known, requests: gateway.requests() };
}

/** Its scope, its site, how many products it has, and the requests that they took. */
export async function connectedEstablishment({ transact }) {
  const scope = { tenantId: randomUUID(), siteId: randomUUID(), actor: { kind: 'system', name: 'shop-sync' } };
  const { records, requests } = await readShop('products');
  const products = records.map((shop) =>
    aProduct({
      id: randomUUID(),
      externalId: shop.externalId,
      name: shop.name || 'Draft',
      manageStock: true,
      variants: shop.combinations.map(({ externalId, name }) => aVariant({ id: randomUUID(), externalId, name: `${name} ${externalId}` })),
    }),
  );
  const site = aSite({ id: scope.siteId, tenantId: scope.tenantId, trade: 'shop', slug: `bench-${scope.siteId}` });
  await transact(scope, async (stores) => {
    await stores.tenants.create(aTenant(scope.tenantId));
    await stores.sites.create(scope, { ...site, features: { ...site.features, stock: true } });
    await stores.settings.set(scope, 'shop.url', connection.url);
    await stores.settings.set(scope, 'shop.key', connection.key);
    await stores.products.create(scope, products);
  });
  return { scope, site, products: products.length, requests };
}
