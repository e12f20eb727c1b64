import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Product } from './item.js';
import { mustConsistOfItems, mustKeepRelations } from './product-relations.js';
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
 * Stores what `decide` makes of the products, as their next versions, and keeps everything that hangs on them in order. What is
 * opened of their ledgers opens with the balance.
 */
export async function changeProducts(
  parts: CatalogueWork,
  scope: Scope,
  ids: readonly string[],
  decide: Decision,
  now: Date,
  balance: number | null = null,
): Promise<readonly Product[]> {
  const befores = new Map<string, Product>();
  const afters = await parts.stores.products.change(scope, ids, (before) => {
    befores.set(before.id, before);
    const decided = decide(before);
    mustFitTogether(decided);
    return { ...decided, updatedAt: now, version: before.version + 1 };
  });
  if (afters.length < ids.length) throw new DomainError('unknown_item');
  for (const after of afters) await keepInOrder(parts, scope, befores.get(after.id) ?? after, after, balance);
  return afters;
}

/** As `changeProducts`, of one. */
export async function changeProduct(
  parts: CatalogueWork,
  scope: Scope,
  id: string,
  decide: Decision,
  now: Date,
  balance: number | null = null,
): Promise<Product> {
  const [product] = await changeProducts(parts, scope, [id], decide, now, balance);
  if (product === undefined) throw new DomainError('unknown_item');
  return product;
}

async function keepInOrder(parts: CatalogueWork, scope: Scope, before: Product, after: Product, balance: number | null): Promise<void> {
  await mustKeepRelations(parts, scope, before, after);
  const opens = balance !== null || !before.manageStock || unitsOnlyIn(after, before).length > 0;
  if (after.manageStock && opens) await parts.stock.open(scope, after, balance);
}
