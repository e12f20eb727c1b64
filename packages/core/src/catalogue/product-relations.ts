import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { hasPublicMenu } from '../sites/site.js';
import { byUnit } from '../stock/stock-action.js';
import type { BundleComponent, Product } from './item.js';
import { isSoldAs, unitsOnlyIn } from './product-rules.js';
import type { ProductViews } from './product-store.js';
import type { CatalogueWork, ProductStock } from './products-service.js';

/** Rules over several products. They hold because every change of the catalogue locks its establishment first. */

/** What the rules about bundles look at. */
export interface RelationReads {
  readonly views: { readonly products: Pick<ProductViews, 'get' | 'bundlesWith'> };
}

/** What the rules about stock look at. */
export interface StockReads {
  readonly stock: Pick<ProductStock, 'lock'>;
}

/** Throws `unknown_item` or `invalid_request` unless the product can consist of its components. */
export async function mustConsistOfItems({ views }: RelationReads, scope: Scope, { id, bundle }: Product): Promise<void> {
  for (const component of bundle) {
    const product = await views.products.get(scope, component.itemId);
    if (product === null) throw new DomainError('unknown_item');
    mustBeSoldAs(product, component);
    if (product.id === id || product.bundle.length > 0) throw refused(`"${product.name}" is a bundle itself.`);
  }
}

function mustBeSoldAs(product: Product, { variantId }: BundleComponent): void {
  if (isSoldAs(product, variantId)) return;
  if (variantId === null) throw refused(`Say which variant of "${product.name}" the bundle contains.`);
  throw new DomainError('unknown_item', { message: `"${product.name}" has no such variant.` });
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: 'bundle', message }] });
}

/** Throws `in_use` when a bundle contains the product. */
export async function mustBeInNoBundle({ views }: RelationReads, scope: Scope, { id }: Product): Promise<void> {
  const [bundle] = await views.products.bundlesWith(scope, id);
  if (bundle !== undefined) throw inBundle(bundle);
}

/** Throws `in_use` when the product is no longer sold as what a bundle contains of it. */
async function mustFitItsBundles({ views }: RelationReads, scope: Scope, product: Product): Promise<void> {
  for (const bundle of await views.products.bundlesWith(scope, product.id)) {
    const fits = bundle.bundle.every(({ itemId, variantId }) => itemId !== product.id || isSoldAs(product, variantId));
    if (!fits) throw inBundle(bundle);
  }
}

function inBundle({ name }: Product): DomainError {
  return new DomainError('in_use', { message: `The bundle "${name}" contains it.` });
}

/** Throws `in_use` while there is stock, or an order was promised some, of what the product is no longer sold as. */
async function mustLeaveNoStock({ stock }: StockReads, scope: Scope, before: Product, after: Product): Promise<void> {
  for (const unit of unitsOnlyIn(before, after).toSorted(byUnit)) {
    const level = await stock.lock(scope, unit);
    if (level !== null && (level.stock !== 0 || level.reserved !== 0)) {
      throw new DomainError('in_use', { message: 'Its stock is not zero, or some of it is promised to an order.' });
    }
  }
}

/** Throws `unknown_item`, `invalid_request` or `in_use` unless the product, changed, still fits its bundles and its stock. */
export async function mustKeepRelations(parts: RelationReads & StockReads, scope: Scope, before: Product, after: Product): Promise<void> {
  if (after.bundle !== before.bundle) {
    await mustConsistOfItems(parts, scope, after);
    if (after.bundle.length > 0) await mustBeInNoBundle(parts, scope, after);
  }
  if (unitsOnlyIn(before, after).length > 0) {
    await mustFitItsBundles(parts, scope, after);
    await mustLeaveNoStock(parts, scope, before, after);
  }
}

/** Throws `last_item` when a menu has nothing left. */
export async function mustLeaveAnItem({ views }: Pick<CatalogueWork, 'views'>, scope: Scope): Promise<void> {
  const site = await views.sites.get(scope);
  if (site === null || !hasPublicMenu(site.trade)) return;
  const { total } = await views.products.list(scope, { page: 1, pageSize: 1 });
  if (total === 0) throw new DomainError('last_item');
}
