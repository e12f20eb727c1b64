import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { AnswerHeads } from './answer-heads.js';
import { type Row, scalar } from './row.js';
import { linked } from './row-lists.js';
import type { ShopReads } from './shop-reads.js';
import { WINDOW_END, windowStart } from './shop-time.js';

export type IdsOf = 'orders' | 'products' | 'customers';

/**
 * The ids of a window, in one list: nothing is sorted by the shop, which some versions cannot, and nothing is read page by page, which skips what
 * moves meanwhile.
 */
export async function readIds(
  reads: ShopReads,
  heads: AnswerHeads,
  entity: IdsOf,
  since: Date | null,
  signal: StopSignal,
): Promise<readonly string[]> {
  // Also for the clock of the shop, which is known from any answer.
  await reads.settings(signal);
  const window = since === null ? {} : windowFrom(since, heads.clockAheadMs());
  const ids = idsIn(await reads.list(entity, window, { signal, patience: 'patient' }), entity);
  const moved = entity === 'customers' && since !== null ? await movedCustomers(reads, window, signal) : [];
  return [...new Set([...ids, ...moved])].toSorted((a, b) => Number(a) - Number(b));
}

function windowFrom(since: Date, clockAheadMs: number): Readonly<Record<string, string>> {
  return { date: '1', 'filter[date_upd]': `[${windowStart(since, clockAheadMs)},${WINDOW_END}]` };
}

function idsIn(rows: readonly Row[], entity: IdsOf): readonly string[] {
  const ids = linked(rows, 'id');
  if (ids.length < rows.length) throw new ShopFault('unusable', `The shop lists ${entity} without their numbers.`);
  return ids;
}

/** A new address does not touch the customer it belongs to. */
async function movedCustomers(reads: ShopReads, window: Readonly<Record<string, string>>, signal: StopSignal): Promise<readonly string[]> {
  const query = { ...window, display: '[id,id_customer]' };
  try {
    return linked(await reads.list('addresses', query, { signal, patience: 'patient' }), 'id_customer');
  } catch (fault) {
    if (fault instanceof ShopFault && fault.kind === 'unreadable') return [];
    throw fault;
  }
}

/** Every id of a resource, ascending. */
export async function everyId(reads: ShopReads, resource: string, signal: StopSignal): Promise<readonly string[]> {
  const rows = await reads.list(resource, {}, { signal, patience: 'patient' });
  return [...new Set(rows.map((row) => scalar(row['id'])))].toSorted((a, b) => Number(a) - Number(b));
}
