import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Product } from './item.js';
import { mustBeInNoBundle, mustConsistOfItems, mustFitItsBundles, mustLeaveNoStock } from './product-relations.js';
import { mustFitTogether, unitsOnlyIn } from './product-rules.js';
import type { CatalogueWork } from './products-service.js';

/** What becomes of a product; throws what refuses the change. */
export type Decision = (before: Product) => Product;

/** Stores new products and opens their ledgers. Throws as `ProductsService.create`. */
export async function createProducts(parts: CatalogueWork, scope: Scope, products: readonly Product[]): Promise<void> {
  for (const product of products) {
    mustFitTogether(product);
    await mustConsistOfItems(parts, scope, product);
  }
  await parts.stores.products.create(scope, products);
  for (const product of products) {
    if (product.manageStock) await parts.stock.open(scope, product, null);
  }
}

/**
 * Stores what `decide` makes of the product, as its next version, and keeps everything that hangs on it in order. What is opened of
 * its ledger opens with the balance.
 */
export async function changeProduct(
  parts: CatalogueWork,
  scope: Scope,
  id: string,
  decide: Decision,
  now: Date,
  balance: number | null = null,
): Promise<Product> {
  let found: Product | undefined;
  const after = await parts.stores.products.change(scope, id, (before) => {
    found = before;
    const decided = decide(before);
    mustFitTogether(decided);
    return { ...decided, updatedAt: now, version: before.version + 1 };
  });
  if (after === null || found === undefined) throw new DomainError('unknown_item');
  await keepRelations(parts, scope, found, after);
  const opens = balance !== null || !found.manageStock || unitsOnlyIn(after, found).length > 0;
  if (after.manageStock && opens) await parts.stock.open(scope, after, balance);
  return after;
}

async function keepRelations(parts: CatalogueWork, scope: Scope, before: Product, after: Product): Promise<void> {
  if (after.bundle !== before.bundle) {
    await mustConsistOfItems(parts, scope, after);
    if (after.bundle.length > 0) await mustBeInNoBundle(parts, scope, after);
  }
  if (unitsOnlyIn(before, after).length > 0) {
    await mustFitItsBundles(parts, scope, after);
    await mustLeaveNoStock(parts, scope, before, after);
  }
}
