import type { Product } from '../../catalogue/item.js';
import type { SoldGoods } from '../../catalogue/product-store.js';
import type { ShopOrder } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { FindGoods } from './order-lines.js';

/** What the lines of a chunk name in the catalogue. */
export interface ShopGoods {
  /** By product, and by combination where there are some. */
  readonly find: FindGoods;
  readonly products: readonly SoldGoods[];
}

/** `foreseen`: what a dry run would have made of products before, by their id in the shop. */
export async function shopGoods(
  { views, scope }: Pick<PartWork, 'views' | 'scope'>,
  orders: readonly ShopOrder[],
  foreseen: ReadonlyMap<string, Product>,
): Promise<ShopGoods> {
  const ids = new Set(orders.flatMap(({ lines }) => lines.flatMap(({ productId }) => productId ?? [])));
  const found = ids.size === 0 ? [] : await views.products.goodsByExternalIds(scope, [...ids]);
  const byExternalId = new Map<string | null, SoldGoods | undefined>(found.map((product) => [product.externalId, product]));
  for (const id of ids) byExternalId.set(id, foreseen.get(id) ?? byExternalId.get(id));
  const find: FindGoods = ({ productId, combinationId }) => {
    const product = productId === null ? undefined : byExternalId.get(productId);
    return product === undefined ? null : asSold(product, combinationId);
  };
  return {
    find,
    products: withForeseenParts(
      [...byExternalId.values()].filter((product) => product !== undefined),
      foreseen,
    ),
  };
}

/** With the parts of bundles, as far as those would have been made in the same run. */
function withForeseenParts(products: readonly SoldGoods[], foreseen: ReadonlyMap<string, Product>): readonly SoldGoods[] {
  const parts = new Set(products.flatMap(({ bundle }) => bundle.map(({ itemId }) => itemId)));
  if (foreseen.size === 0 || parts.size === 0) return products;
  return [...products, ...[...foreseen.values()].filter(({ id }) => parts.has(id))];
}

/** A product with variants is sold as one of them, one without as it is: anything else is not here yet. */
function asSold(product: SoldGoods, combinationId: string | null): ReturnType<FindGoods> {
  if (product.variants.length === 0) return combinationId === null ? { product, variant: null } : null;
  const variant = product.variants.find(({ externalId }) => externalId !== null && externalId === combinationId);
  return variant === undefined ? null : { product, variant: { id: variant.id, name: variant.name } };
}
