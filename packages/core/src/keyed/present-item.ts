import { isAvailable, type Product } from '../catalogue/item.js';
import { eurosOf, percentOf } from '../kit/money.js';
import type { ItemRecord } from './item-contract.js';

/** The product as the keyed API shows it at `now`. */
export function presentItem(product: Product, now: Date): ItemRecord {
  const { id, categoryId, name, description, sku, barcode, photo, visible, position, managedBy } = product;
  return {
    id,
    categoryId,
    name,
    description,
    price: eurosOf(product.priceCents),
    vatRate: percentOf(product.taxBasisPoints),
    sku,
    barcode,
    photo,
    visible,
    available: isAvailable(product, now),
    position,
    allergens: [...product.allergens],
    managedBy,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      name: variant.name,
      price: eurosOf(variant.priceCents),
      sku: variant.sku,
      barcode: variant.barcode,
    })),
    optionGroups: product.optionGroups.map((group) => ({
      id: group.id,
      name: group.name,
      min: group.min,
      max: group.max,
      options: group.options.map((option) => ({ id: option.id, name: option.name, price: eurosOf(option.priceCents) })),
    })),
    updatedAt: product.updatedAt.toISOString(),
  };
}
