import { byPosition, type Category, type Item } from './catalogue/item.js';
import { makeMemoryCatalogue } from './catalogue/memory-catalogue-store.js';
import { type CrudTable, makeMemoryCrudStore, rowsOfSite } from './kit/memory-crud-store.js';
import { makeMemoryDatabase } from './kit/memory-database.js';
import { makeMemoryIdempotency } from './kit/memory-idempotency-store.js';
import { makeMemoryRateLimits } from './kit/memory-rate-limit-store.js';
import { makeMemoryOrders } from './orders/memory-order-store.js';
import { makeMemoryPickupSlots } from './sites/memory-pickup-slot-store.js';
import { makeMemorySettings } from './sites/memory-settings-store.js';
import { makeMemorySites } from './sites/memory-site-store.js';
import type { Persistence, Stores, Views } from './stores.js';

/**
 * Every store without a database: for tests, demonstrations and hosts that keep nothing. Gone when the process ends.
 * @public
 */
export function makeMemoryPersistence(): Persistence {
  const { stores, transact } = makeMemoryDatabase((table) => {
    const categories: CrudTable<Category> = table();
    const items: CrudTable<Item> = table();
    const catalogue = makeMemoryCatalogue({ categories, items });
    const sites = makeMemorySites({ tenants: table(), sites: table() });
    const pickupSlots = makeMemoryPickupSlots(table());
    const rateLimits = makeMemoryRateLimits(table());
    const orders = makeMemoryOrders(
      { orders: table(), events: table(), counters: table() },
      { pickupSlots: pickupSlots.store, rateLimits },
    );
    const writes: Stores = {
      catalogue: catalogue.store,
      categories: makeMemoryCrudStore(categories, {
        sort: byPosition,
        searched: ({ name }) => name,
        inUse: (scope, id) => rowsOfSite(items, scope).some(({ categoryId }) => categoryId === id),
      }),
      idempotency: makeMemoryIdempotency(table()),
      orders: orders.store,
      pickupSlots: pickupSlots.store,
      rateLimits,
      settings: makeMemorySettings(table()),
      sites: sites.store,
    };
    const views: Views = { catalogue: catalogue.views, orders: orders.views, pickupSlots: pickupSlots.views, sites: sites.views };
    return { writes, views };
  });
  return {
    transact: (scope, work) => transact(scope, ({ writes }) => work(writes)),
    views: stores.views,
  };
}
