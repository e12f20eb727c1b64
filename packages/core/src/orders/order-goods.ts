import type { Item } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { StockLine } from '../stock/stock-service.js';
import type { Views } from '../stores.js';
import type { OrderLine } from './order.js';

/** What the lines take from the shelves. */
export function goodsOf(lines: readonly OrderLine[]): readonly StockLine[] {
  return lines.flatMap(({ itemId, variant, quantity }) => (itemId === null ? [] : [{ itemId, variantId: variant?.id ?? null, quantity }]));
}

/** The items of the lines and of their bundles, by id. Throws `unknown_item` for one that is not in the catalogue any more. */
export async function itemsOfGoods(
  views: Pick<Views, 'products'>,
  scope: Scope,
  goods: readonly StockLine[],
): Promise<ReadonlyMap<string, Item>> {
  const named = await itemsById(
    views,
    scope,
    goods.map(({ itemId }) => itemId),
  );
  const parts = [...named.values()].flatMap(({ bundle }) => bundle.map(({ itemId }) => itemId)).filter((id) => !named.has(id));
  return parts.length === 0 ? named : new Map([...named, ...(await itemsById(views, scope, parts))]);
}

/** Throws `unknown_item` for one that is not in the catalogue. */
export async function itemsById(
  { products }: Pick<Views, 'products'>,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const wanted = [...new Set(ids)];
  const found = new Map((await products.byIds(scope, wanted)).map((item) => [item.id, item]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  throw new DomainError('unknown_item', { facts: { items: missing } });
}
