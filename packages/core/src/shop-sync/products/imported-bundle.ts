import type { BundleComponent, Product } from '../../catalogue/item.js';
import { isSoldAs } from '../../catalogue/product-rules.js';
import { DomainError } from '../../kit/errors.js';
import { unitKey } from '../../stock/stock-action.js';
import type { ShopProduct } from '../shop-records.js';

type ShopComponent = ShopProduct['bundle'][number];

/** The catalogue holds no larger bundles (`bundleSchema`). */
const COMPONENTS_MAX = 50;
const QUANTITY_MAX = 1000;

/**
 * What the bundle consists of here; one component for each unit, however often the shop names it. A component that is not here yet makes the
 * bundle wait: `unknown_item`, which the quarantine tries again.
 */
export function importedBundle(record: ShopProduct, products: ReadonlyMap<string, Product>): readonly BundleComponent[] {
  const byUnit = new Map<string, BundleComponent>();
  for (const wanted of record.bundle) {
    const component = componentOf(wanted, products);
    const key = unitKey(component);
    byUnit.set(key, { ...component, quantity: component.quantity + (byUnit.get(key)?.quantity ?? 0) });
  }
  const components = [...byUnit.values()];
  if (components.length > COMPONENTS_MAX) throw refused(`bundle: more than ${COMPONENTS_MAX} components`);
  if (components.some(({ quantity }) => quantity < 1 || quantity > QUANTITY_MAX))
    throw refused(`bundle: a quantity out of 1 to ${QUANTITY_MAX}`);
  return components;
}

function componentOf({ productId, combinationId, quantity }: ShopComponent, products: ReadonlyMap<string, Product>): BundleComponent {
  const product = products.get(productId);
  if (product === undefined) throw unknown(`bundle: product ${productId} of the shop is not here yet`);
  if (product.bundle.length > 0) throw refused(`bundle: product ${productId} of the shop is a bundle itself`);
  const variant = product.variants.find(({ externalId }) => combinationId !== null && externalId === combinationId);
  const variantId = variant?.id ?? null;
  if (combinationId !== null && variant === undefined) throw unknown(`bundle: combination ${combinationId} of the shop is not here yet`);
  if (!isSoldAs(product, variantId)) throw refused(`bundle: it does not say which combination of product ${productId} it contains`);
  return { itemId: product.id, variantId, quantity };
}

function unknown(message: string): DomainError {
  return new DomainError('unknown_item', { message });
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', { message });
}
