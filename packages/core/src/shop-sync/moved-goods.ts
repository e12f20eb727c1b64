import type { Execution } from './execution.js';
import { sortedIds } from './external-ids.js';
import { patiently } from './patience.js';
import { importIds } from './sync-engine.js';

/**
 * Reads products once more after orders of the same run have moved what is promised of them, where stock follows the shop: the shop has taken off what
 * those orders sold, so before they were here its stock was taken for less. `apart` are products of this run that cannot be imported. `all`: a run that
 * was cut does not know any more which ones were moved.
 */
export async function importMovedGoods(execution: Execution, which: 'moved' | 'all', apart: ReadonlySet<string>): Promise<void> {
  const { parts, ledger } = execution;
  if (parts.movedGoods === null) return;
  const moved = await patiently(execution, () => parts.movedGoods?.(execution.deps.views, execution.scope) ?? Promise.resolve([]));
  const wanted = which === 'all' ? await allGoods(execution) : moved;
  const ids = sortedIds(wanted.filter((id) => !apart.has(id)));
  await ledger.note((run) => ({ ...run, expected: run.expected + ids.length }));
  await importIds(execution, 'products', ids, 'without cursor');
}

/** Of what was set apart before the run was cut, another attempt was made then. */
async function allGoods(execution: Execution): Promise<readonly string[]> {
  const { deps, scope } = execution;
  const { shopLinks, quarantine } = deps.views;
  const linked = await patiently(execution, () => shopLinks.present(scope, 'products'));
  const apart = await patiently(execution, () => quarantine.byExternalIds(scope, 'products', linked));
  const out = new Set(apart.map(({ externalId }) => externalId));
  return linked.filter((id) => !out.has(id));
}
