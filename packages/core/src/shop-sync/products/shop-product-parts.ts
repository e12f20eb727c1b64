import type { ShopCategory, ShopProduct, ShopVendor } from '../shop-records.js';
import type { SyncPart } from '../sync-part.js';
import { vendorPart } from '../vendors/vendor-part.js';
import { categoryPart } from './category-part.js';
import { nothingForeseen } from './known-shop.js';
import { type ProductPartDeps, productPart } from './product-part.js';

/** The parts that bring the catalogue of a shop here, in the order in which they run. */
export interface ShopProductParts {
  readonly vendors: SyncPart<ShopVendor>;
  readonly categories: SyncPart<ShopCategory>;
  readonly products: SyncPart<ShopProduct>;
}

/** Made anew for every run: what one part of a dry run foresees, the next one knows. */
export function shopProductParts(deps: Omit<ProductPartDeps, 'foreseen'>): ShopProductParts {
  const shared = { ...deps, foreseen: nothingForeseen() };
  return { vendors: vendorPart(shared), categories: categoryPart(shared), products: productPart(shared) };
}
