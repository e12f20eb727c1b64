import type { Scope } from '../kit/scope.js';
import type { SyncJob, SyncRunViews } from './sync-run.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far back every run looks (interfaces D, "Periodic jobs"). */
const LOOK_BACK_MS = { orders: 40 * DAY_MS, products: DAY_MS } as const;

/** Clocks differ, and what a shop was just storing was not to be seen yet. */
const OVERLAP_MS = HOUR_MS;

/** Since when changes are asked for: as far back as every run looks, and further where the last good run is longer ago. */
export async function sinceWhen(runs: SyncRunViews, scope: Scope, job: 'orders' | 'products', openedAt: Date): Promise<Date> {
  const lastGood = await runs.lastGood(scope, job);
  const regular = openedAt.getTime() - LOOK_BACK_MS[job];
  return new Date(Math.min(regular, (lastGood?.openedAt.getTime() ?? Number.POSITIVE_INFINITY) - OVERLAP_MS));
}

/** As `sinceWhen`; null: everything is asked for, also by the first run that brings products. */
export async function sinceOf(runs: SyncRunViews, scope: Scope, job: SyncJob, openedAt: Date): Promise<Date | null> {
  if (job === 'full' || (job === 'products' && (await isFirst(runs, scope)))) return null;
  return sinceWhen(runs, scope, job, openedAt);
}

/** True while the products of the shop were never here: what changed today is not all that is sold. */
async function isFirst(runs: SyncRunViews, scope: Scope): Promise<boolean> {
  const good = await Promise.all([runs.lastGood(scope, 'products'), runs.lastGood(scope, 'full')]);
  return good.every((run) => run === null);
}
