import type { Scope } from '../kit/scope.js';
import { portalOf } from './portal-state.js';
import { isActiveVendor, type Vendor } from './vendor.js';
import type { VendorViews } from './vendor-store.js';

/** The vendors as they are answered: with their products counted, and without what would let somebody try out links. */
export async function presentVendors(views: Pick<VendorViews, 'productCounts'>, scope: Scope, vendors: readonly Vendor[]) {
  const ids = vendors.map(({ id }) => id);
  const counts = await views.productCounts(scope, ids);
  return vendors.map((vendor) => {
    const { portal: _portal, ...data } = vendor.data;
    const link = portalOf(vendor);
    return {
      ...vendor,
      data,
      active: isActiveVendor(vendor),
      portal: link === null ? null : { createdAt: link.createdAt, expiresAt: link.expiresAt },
      products: counts.get(vendor.id) ?? 0,
    };
  });
}
