import { takeAwayWhatIsGone } from './departures.js';
import type { Execution, WholePart } from './execution.js';
import { compareIds, sortedIds } from './external-ids.js';
import { linksOf } from './foreseen-links.js';
import { goodsMovedUnread, importMovedGoods, type ProductsSeen } from './moved-goods.js';
import { patiently } from './patience.js';
import { sortOut } from './read-chunk.js';
import { NO_DIGEST } from './shop-link.js';
import type { ShopRecord } from './shop-records.js';
import type { Imported, ImportedEntity } from './shop-sync-service.js';
import { throwIfStopped } from './stopper.js';
import { chunksOf, importIds } from './sync-engine.js';
import type { SyncCursor, SyncJob, SyncRun } from './sync-run.js';
import { writeChunk } from './write-chunk.js';

/** What each job imports, in this order: whatever names another record comes after it. */
const STEPS: Readonly<Record<SyncJob, readonly Step[]>> = {
  orders: [failedCustomers, changedOrders],
  products: [allVendors, allCategories, changedProducts],
  full: [allVendors, allCategories, changedProducts, allCustomers, changedOrders],
};

/** A run, as far as its steps need to know it. */
export interface JobWork {
  readonly execution: Execution;
  /** As it began, or was taken over. */
  readonly run: SyncRun;
  /** What changed since is looked for; null: everything there is. */
  readonly since: { readonly orders: Date; readonly products: Date | null };
}

interface StepWork extends JobWork {
  readonly seen: ProductsSeen & { readonly listed: Set<string>; readonly apart: Set<string> };
}

type Step = (work: StepWork) => Promise<void>;

/** Does a job, from where its run was cut. Throws what is no fault of a record. */
export async function runJob(work: JobWork): Promise<void> {
  const { run, execution } = work;
  const seen = { listed: new Set<string>(), apart: new Set<string>() };
  for (const step of STEPS[run.job]) {
    throwIfStopped(execution.signal);
    await step({ ...work, seen });
  }
  if (run.job !== 'full') return;
  await importMovedGoods(execution, run.cursor === null ? 'moved' : 'all', seen);
  await takeAwayWhatIsGone(execution);
  await importMovedGoods(execution, 'moved', seen);
}

function allVendors({ execution }: JobWork): Promise<void> {
  return importWhole(execution, execution.parts.vendors);
}

function allCategories({ execution }: JobWork): Promise<void> {
  return importWhole(execution, execution.parts.categories);
}

async function changedProducts(work: StepWork): Promise<void> {
  const { execution, since, seen } = work;
  const changed = await execution.gateway.ids('products', since.products, execution.signal);
  const moved = since.products === null ? [] : await goodsMovedUnread(execution);
  const imported = await importList(work, 'products', [...changed, ...moved]);
  for (const id of changed) seen.listed.add(id);
  for (const { result, externalId } of imported) if (result === 'quarantined') seen.apart.add(externalId);
}

async function changedOrders(work: JobWork): Promise<void> {
  const { gateway, signal } = work.execution;
  await importList(work, 'orders', await gateway.ids('orders', work.since.orders, signal));
}

/** With and without orders: webhooks tell of both, and what they miss comes here. Those the shop does not list any more wait for `takeAwayWhatIsGone`. */
async function allCustomers(work: JobWork): Promise<void> {
  const { gateway, signal } = work.execution;
  const ids = await gateway.ids('customers', null, signal);
  const imported = await importList(work, 'customers', ids);
  // A run that was cut does not know any more whom it had imported.
  const done = work.run.cursor === null ? imported.filter(({ result }) => result === 'imported').map(({ externalId }) => externalId) : ids;
  await importWaiting(work.execution, done);
}

/** Looks again at customers whose address was another one's: that one may have given it up since, later in the same run. */
async function importWaiting(execution: Execution, externalIds: readonly string[]): Promise<void> {
  const links = await patiently(execution, () => linksOf(execution).byExternalIds(execution.scope, 'customers', externalIds));
  const waiting = sortedIds(links.filter(({ digest }) => digest === NO_DIGEST).map(({ externalId }) => externalId));
  await execution.ledger.note((run) => ({ ...run, expected: run.expected + waiting.length }));
  await importIds(execution, 'customers', waiting, 'without cursor');
}

async function failedCustomers(work: JobWork): Promise<void> {
  await importList(work, 'customers', []);
}

/** So few that they are not worth a cursor: a run that is taken over begins with them again. */
async function importWhole<Kept extends ShopRecord>(execution: Execution, { part, all }: WholePart<Kept>): Promise<void> {
  const askedAt = execution.deps.clock.now();
  for (const records of chunksOf(await all(execution.gateway, execution.signal))) {
    throwIfStopped(execution.signal);
    const chunk = await patiently(execution, () => sortOut(execution, part, { records, gone: [], faulty: [] }, askedAt));
    await writeChunk(execution, chunk);
  }
}

/** Imports the listed records and those that are to be tried again, but for what the run did before it was cut. */
async function importList({ execution, run }: JobWork, entity: ImportedEntity, listed: readonly string[]): Promise<readonly Imported[]> {
  const { deps, scope, ledger } = execution;
  const due = await patiently(execution, () => deps.views.quarantine.due(scope, entity, deps.clock.now()));
  const ids = remaining(run, entity, sortedIds(listed, due));
  await ledger.note((current) => ({ ...current, expected: current.counts.read + ids.length }));
  return importIds(execution, entity, ids, 'with cursor');
}

/** What a cursor leaves to be done: of its own kind what follows, and nothing of the kinds before. */
function remaining({ job, cursor }: SyncRun, entity: ImportedEntity, ids: readonly string[]): readonly string[] {
  if (cursor === null || cursor.after === null) return ids;
  const [here, there] = [ORDER_OF_CURSORS[job].indexOf(entity), ORDER_OF_CURSORS[job].indexOf(cursor.entity)];
  if (here !== there) return here < there ? [] : ids;
  const { after } = cursor;
  return ids.filter((id) => compareIds(id, after) > 0);
}

const ORDER_OF_CURSORS: Readonly<Record<SyncJob, readonly SyncCursor['entity'][]>> = {
  orders: ['customers', 'orders'],
  products: ['products'],
  full: ['products', 'customers', 'orders'],
};
