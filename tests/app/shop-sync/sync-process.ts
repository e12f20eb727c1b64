import { openShopWorld } from './shop-world.js';

/**
 * A process that brings an establishment in step with its shop, until it has done so or is killed. Its arguments are the database, the establishment,
 * and by how many milliseconds its clock is ahead: so leases of a process that was killed end without waiting for them.
 */
const [, , url = '', tenantId = '', siteId = '', aheadMs = '0'] = process.argv;
const clock = { now: () => new Date(Date.now() + Number(aheadMs)) };
const scope = { tenantId, siteId, actor: { kind: 'system', name: 'shop-sync' } } as const;
const { services, run, close } = await openShopWorld(url, clock);
process.send?.('begins');
for (const job of ['products', 'orders', 'full'] as const) {
  if ((await services.views.syncRuns.lastGood(scope, job)) === null) await run(scope, job);
}
await close();
process.disconnect?.();
