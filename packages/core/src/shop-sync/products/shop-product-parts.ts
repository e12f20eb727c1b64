import type { StopSignal } from '../../kit/stop-signal.js';
import type { ShopGateway } from '../shop-gateway.js';
import type { ShopCategory, ShopProduct, ShopVendor } from '../shop-records.js';
import type { SyncPart } from '../sync-part.js';
import { keyed, vendorPart } from '../vendors/vendor-part.js';
import { categoryPart } from './category-part.js';
import { type ProductPartDeps, productPart } from './product-part.js';

/** The parts that bring the catalogue of a shop here; vendors and categories come first, because products name them. */
export interface ShopProductParts {
  /** Read as a whole in every run; each record has the id of its link, such as `supplier:12`. */
  readonly vendors: { readonly part: SyncPart<ShopVendor>; all(gateway: ShopGateway, signal: StopSignal): Promise<readonly ShopVendor[]> };
  readonly categories: {
    readonly part: SyncPart<ShopCategory>;
    all(gateway: ShopGateway, signal: StopSignal): Promise<readonly ShopCategory[]>;
  };
  readonly products: SyncPart<ShopProduct>;
}

/** Made anew for every run: what one part of a dry run foresees, the next one knows. */
export function shopProductParts(shared: ProductPartDeps): ShopProductParts {
  return {
    vendors: { part: vendorPart(shared), all: async (gateway, signal) => (await gateway.vendors(signal)).map(keyed) },
    categories: { part: categoryPart(shared), all: (gateway, signal) => gateway.categories(signal) },
    products: productPart(shared),
  };
}
