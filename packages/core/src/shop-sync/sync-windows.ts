import type { Scope } from '../kit/scope.js';
import type { ForecastTimes } from '../stock/stock-store.js';
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

/** Within what time promises to orders of the shop were moved without their goods being read since; null: goods were never read. */
export async function movedUnread(runs: SyncRunViews, scope: Scope): Promise<ForecastTimes | null> {
  const good = await Promise.all([runs.lastGood(scope, 'products'), runs.lastGood(scope, 'full')]);
  const readAt = Math.max(...good.map((run) => run?.openedAt.getTime() ?? 0));
  if (readAt === 0) return null;
  const since = new Date(readAt - OVERLAP_MS);
  return { since, promisedSince: new Date(since.getTime() - LOOK_BACK_MS.orders) };
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
