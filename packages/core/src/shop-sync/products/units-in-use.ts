import type { Product } from '../../catalogue/item.js';
import { unitKey } from '../../stock/stock-action.js';
import type { ShopProduct } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';

/** Units that cannot go: there is stock of them, some of it is promised, or a bundle contains them. */
export type UnitsInUse = ReadonlySet<string>;

/** Looks only at products that may lose a unit, or become what bundles cannot contain. */
export async function unitsInUse(
  { scope, views }: PartWork,
  records: readonly ShopProduct[],
  products: ReadonlyMap<string, Product>,
): Promise<UnitsInUse> {
  const ids = records.flatMap((record) => {
    const product = products.get(record.externalId);
    return product !== undefined && mayLose(record, product) ? [product.id] : [];
  });
  if (ids.length === 0) return new Set();
  const levels = await views.stock.levels(scope, ids);
  const bundles = await Promise.all(ids.map((id) => views.products.bundlesWith(scope, id)));
  const stocked = levels.filter(({ stock, reserved }) => stock !== 0 || reserved !== 0);
  return new Set([...stocked, ...bundles.flat().flatMap(({ bundle }) => bundle)].map(unitKey));
}

function mayLose({ combinations, kind }: ShopProduct, { variants, bundle }: Product): boolean {
  const left = new Set(combinations.map(({ externalId }) => externalId));
  const losesVariant = variants.some(({ externalId }) => externalId === null || !left.has(externalId));
  const losesItself = variants.length === 0 && combinations.length > 0;
  return losesVariant || losesItself || (kind === 'bundle' && bundle.length === 0);
}
