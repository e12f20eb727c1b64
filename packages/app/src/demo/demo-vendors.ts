import type { Scope } from '@comptoir/core/kit/scope.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Services } from '@comptoir/core/services.js';
import type { Stores } from '@comptoir/core/stores.js';
import type { Vendor } from '@comptoir/core/vendors/vendor.js';

/** Who an establishment of the demonstration buys from. */
export interface DemoVendor extends Pick<Vendor, 'name' | 'type' | 'email' | 'phone' | 'note'> {
  /** What of it, by the ids of the items. */
  readonly items: readonly string[];
}

/** Keeps the vendors and makes each that of its products, in a statement or two. */
export async function setVendors(services: Services, stores: Stores, scope: Scope, vendors: readonly DemoVendor[]): Promise<void> {
  const { clock, ids } = services;
  const kept = vendors.map(({ items, ...vendor }) => {
    const row = { ...vendor, ...newlyVersioned(ids.uuid(), clock.now()), externalId: null, data: { active: true }, mergedInto: null };
    return { row, items };
  });
  await stores.vendors.createAll(
    scope,
    kept.map(({ row }) => row),
  );
  const vendorOf = new Map(kept.flatMap(({ row, items }) => items.map((itemId) => [itemId, row.id] as const)));
  await stores.products.change(scope, [...vendorOf.keys()], (product) => ({
    ...product,
    defaultVendorId: vendorOf.get(product.id) ?? null,
  }));
}
