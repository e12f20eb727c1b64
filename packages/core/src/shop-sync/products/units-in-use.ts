import type { Product } from '../../catalogue/item.js';
import { type StockLevel, unitKey, unitsOf } from '../../stock/stock-action.js';
import type { ShopProduct } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { Foreseen } from './known-shop.js';
import type { MovedPromises } from './moved-promises.js';

/** Units that cannot go: there is stock of them, some of it is promised, or a bundle contains them. */
export type UnitsInUse = ReadonlySet<string>;

/** Looks only at products that may lose a unit, or become what bundles cannot contain. */
export async function unitsInUse(
  { scope, views, stores }: PartWork,
  records: readonly ShopProduct[],
  products: ReadonlyMap<string, Product>,
  { foreseen, promises }: ForeseenUse,
): Promise<UnitsInUse> {
  const losing = records.flatMap((record) => {
    const product = products.get(record.externalId);
    return product !== undefined && mayLose(record, product) ? [product] : [];
  });
  const ids = losing.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const stored = await views.stock.levels(scope, ids);
  const levels = stores === null ? losing.flatMap((product) => levelsThen(product, stored, { foreseen, promises })) : stored;
  const bundles = (await Promise.all(ids.map((id) => views.products.bundlesWith(scope, id)))).flat();
  const stocked = levels.filter(({ stock, reserved }) => stock !== 0 || reserved !== 0);
  const standing = bundles.filter(({ externalId }) => externalId === null || !foreseen.products.has(externalId));
  return new Set([...stocked, ...[...standing, ...foreseen.products.values()].flatMap(({ bundle }) => bundle)].map(unitKey));
}

/** What a dry run would have changed of it by now. */
export interface ForeseenUse {
  readonly foreseen: Pick<Foreseen, 'products' | 'stock'>;
  readonly promises: Pick<MovedPromises, 'by'>;
}

/** The levels of the product as a dry run would have left them. */
function levelsThen(product: Product, stored: readonly StockLevel[], { foreseen, promises }: ForeseenUse) {
  const levels = new Map(stored.map((level) => [unitKey(level), level]));
  return unitsOf(product).map((unit) => {
    const key = unitKey(unit);
    const level = levels.get(key);
    const reserved = (level?.reserved ?? 0) + (promises.by(key) ?? 0);
    return { ...unit, stock: foreseen.stock.get(key) ?? level?.stock ?? 0, reserved };
  });
}

function mayLose({ combinations, kind }: ShopProduct, { variants, bundle }: Product): boolean {
  const left = new Set(combinations.map(({ externalId }) => externalId));
  const losesVariant = variants.some(({ externalId }) => externalId === null || !left.has(externalId));
  const losesItself = variants.length === 0 && combinations.length > 0;
  return losesVariant || losesItself || (kind === 'bundle' && bundle.length === 0);
}
