import type { Ids } from '../../kit/ids.js';
import type { Scope } from '../../kit/scope.js';
import { isForecast } from '../../orders/fulfilment-life.js';
import { goodsOf } from '../../orders/order-goods.js';
import { promised } from '../../stock/new-stock-action.js';
import { type NewStockAction, type StockAction, type StockUnit, unitKey } from '../../stock/stock-action.js';
import { linesOfUnits, type StockedItem } from '../../stock/stock-lines.js';
import type { StockLine } from '../../stock/stock-service.js';
import type { Views } from '../../stores.js';
import type { PartWork } from '../sync-part.js';
import type { ImportedOrder } from './decide-order.js';

/** What an import does to the stock ledger: forecasts only. `stock` never moves here, and nothing is refused as sold out. */
export interface ForecastPlan {
  /** Orders whose forecasts are cancelled. */
  readonly released: readonly string[];
  readonly cancelled: readonly StockAction[];
  readonly promises: readonly NewStockAction[];
  /** Units whose ledger is opened for them. */
  readonly opened: readonly StockUnit[];
}

/** Cancels and promises anew whatever changed; orders whose goods and state are alike keep what is promised to them. `known`: items that were read. */
export async function planForecasts(
  { scope, site, views, now }: Pick<PartWork, 'scope' | 'site' | 'views' | 'now'>,
  imported: readonly ImportedOrder[],
  known: readonly StockedItem[],
  ids: Pick<Ids, 'uuid'>,
): Promise<ForecastPlan> {
  const changes = imported.map(forecastChange);
  const released = changes.filter(({ release }) => release).map(({ orderId }) => orderId);
  const wanted = site.features.stock ? changes.filter(({ goods }) => goods.length > 0) : [];
  const cancelled = released.length === 0 ? [] : await views.stock.pending(scope, 'ORDER_FORECAST', released);
  const promises = await promisesOf({ scope, views, now }, wanted, known, ids);
  return { released, cancelled, promises, opened: await closedUnits(views, scope, promises) };
}

/** The units that the plan moves, each once. */
export function movedUnits({ cancelled, promises }: ForecastPlan): ReadonlySet<string> {
  return new Set([...cancelled, ...promises].map(unitKey));
}

interface ForecastChange {
  readonly orderId: string;
  readonly release: boolean;
  /** What is promised to it then; nothing: no more than was. */
  readonly goods: readonly StockLine[];
}

function forecastChange({ before, order }: ImportedOrder): ForecastChange {
  const [had, has] = [before !== null && isForecast(before.status), isForecast(order.status)];
  const goods = goodsOf(order.lines);
  const same = had && has && before !== null && goodsKey(goodsOf(before.lines)) === goodsKey(goods);
  return { orderId: order.id, release: had && !same, goods: has && !same ? goods : [] };
}

function goodsKey(goods: readonly StockLine[]): string {
  const sums = new Map<string, number>();
  for (const line of goods) sums.set(unitKey(line), (sums.get(unitKey(line)) ?? 0) + line.quantity);
  return JSON.stringify([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function promisesOf(
  { scope, views, now }: Pick<PartWork, 'scope' | 'views' | 'now'>,
  changes: readonly ForecastChange[],
  known: readonly StockedItem[],
  ids: Pick<Ids, 'uuid'>,
): Promise<readonly NewStockAction[]> {
  const items = await itemsOf(
    views,
    scope,
    known,
    changes.flatMap(({ goods }) => goods.map(({ itemId }) => itemId)),
  );
  return changes.flatMap(({ orderId, goods }) =>
    linesOfUnits(
      items,
      goods.filter((line) => isWhole(items, line)),
    ).map(({ itemId, variantId, quantity }) => promised(ids, scope, { itemId, variantId }, quantity, orderId, now)),
  );
}

/** What was deleted from the catalogue keeps no stock any more. */
function isWhole(items: ReadonlyMap<string, StockedItem>, { itemId }: StockLine): boolean {
  return items.get(itemId)?.bundle.every((part) => items.has(part.itemId)) === true;
}

/** The items with these ids and the parts of their bundles; only those that are not known yet are read. */
async function itemsOf(
  views: Pick<Views, 'products'>,
  scope: Scope,
  known: readonly StockedItem[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, StockedItem>> {
  const named = await withItems(views, scope, new Map(known.map((item) => [item.id, item])), ids);
  const parts = ids.flatMap((id) => named.get(id)?.bundle ?? []).map(({ itemId }) => itemId);
  return withItems(views, scope, named, parts);
}

async function withItems(
  { products }: Pick<Views, 'products'>,
  scope: Scope,
  known: ReadonlyMap<string, StockedItem>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StockedItem>> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  return new Map([...known, ...(await products.byIds(scope, missing)).map((item) => [item.id, item] as const)]);
}

async function closedUnits(
  { stock }: Pick<Views, 'stock'>,
  scope: Scope,
  promises: readonly NewStockAction[],
): Promise<readonly StockUnit[]> {
  if (promises.length === 0) return [];
  const open = new Set((await stock.levels(scope, [...new Set(promises.map(({ itemId }) => itemId))])).map(unitKey));
  const closed = new Map(promises.map(({ itemId, variantId }) => [unitKey({ itemId, variantId }), { itemId, variantId }]));
  return [...closed].filter(([key]) => !open.has(key)).map(([, unit]) => unit);
}
