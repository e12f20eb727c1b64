import type { Product } from '../../catalogue/item.js';
import type { ShopOrder } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { FindGoods } from './order-lines.js';

/** Looks goods of the shop up in the catalogue: by product, and by combination where there are some. */
export async function goodsFinder({ views, scope }: Pick<PartWork, 'views' | 'scope'>, orders: readonly ShopOrder[]): Promise<FindGoods> {
  const ids = new Set(orders.flatMap(({ lines }) => lines.flatMap(({ productId }) => productId ?? [])));
  const found = ids.size === 0 ? [] : await views.products.byExternalIds(scope, [...ids]);
  const byExternalId = new Map(found.map((product) => [product.externalId, product]));
  return ({ productId, combinationId }) => {
    const product = productId === null ? undefined : byExternalId.get(productId);
    return product === undefined ? null : asSold(product, combinationId);
  };
}

/** A product with variants is sold as one of them, one without as it is: anything else is not here yet. */
function asSold(product: Product, combinationId: string | null): ReturnType<FindGoods> {
  if (product.variants.length === 0) return combinationId === null ? { product, variant: null } : null;
  const variant = product.variants.find(({ externalId }) => externalId !== null && externalId === combinationId);
  return variant === undefined ? null : { product, variant: { id: variant.id, name: variant.name } };
}
