import type { Execution } from './execution.js';
import { sortedIds } from './external-ids.js';
import { linksOf } from './foreseen-links.js';
import { patiently } from './patience.js';
import { importIds } from './sync-engine.js';
import { movedUnread } from './sync-windows.js';

/**
 * Goods of which orders have moved what is promised, where stock follows the shop: the shop has taken off what those orders sold, so their stock is to
 * be worked out once more. Only goods that are listed: what the shop does not list any more waits for `takeAwayWhatIsGone`, which asks twice and brakes.
 */

/** What the run has seen of the products. */
export interface ProductsSeen {
  /** All that there are. */
  readonly listed: ReadonlySet<string>;
  /** Those that it has set apart. */
  readonly apart: ReadonlySet<string>;
}

/** Reads those once more that orders of the same run have moved. `all`: a run that was cut does not know any more which ones that were. */
export async function importMovedGoods(execution: Execution, which: 'moved' | 'all', { listed, apart }: ProductsSeen): Promise<void> {
  const { parts, ledger } = execution;
  if (parts.movedGoods === null) return;
  const moved = await patiently(execution, () => parts.movedGoods?.(execution.deps.views, execution.scope) ?? Promise.resolve([]));
  const wanted = which === 'all' ? await allGoods(execution) : moved;
  const ids = sortedIds(wanted.filter((id) => listed.has(id) && !apart.has(id)));
  await ledger.note((run) => ({ ...run, expected: run.expected + ids.length }));
  await importIds(execution, 'products', ids, 'without cursor');
}

/**
 * Those that orders have moved since products were read last, whoever has imported them: a run that reads products sooner than the orders which the
 * shop has taken off leaves too few. That moves no date of the shop.
 */
export async function goodsMovedUnread(execution: Execution): Promise<readonly string[]> {
  const { deps, scope, parts, gateway, signal } = execution;
  const { syncRuns, stock, products } = deps.views;
  if (parts.movedGoods === null) return [];
  const moved = await patiently(execution, async () => {
    const within = await movedUnread(syncRuns, scope);
    return within === null ? [] : products.byIds(scope, await stock.forecastsMoved(scope, 'shop', within));
  });
  const ids = moved.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return [];
  const listed = new Set(await gateway.ids('products', null, signal));
  return notApart(
    execution,
    ids.filter((id) => listed.has(id)),
  );
}

/** Of what was set apart before the run was cut, another attempt was made then. */
async function allGoods(execution: Execution): Promise<readonly string[]> {
  return notApart(execution, await patiently(execution, () => linksOf(execution).present(execution.scope, 'products')));
}

async function notApart(execution: Execution, ids: readonly string[]): Promise<readonly string[]> {
  const { deps, scope } = execution;
  const apart = await patiently(execution, () => deps.views.quarantine.byExternalIds(scope, 'products', ids));
  const out = new Set(apart.map(({ externalId }) => externalId));
  return ids.filter((id) => !out.has(id));
}
