import type { Execution, WholePart } from './execution.js';
import { sortedIds } from './external-ids.js';
import { patiently } from './patience.js';
import { sortOut } from './read-chunk.js';
import { TooMuchGone } from './run-errors.js';
import type { ShopEntity, ShopRecord } from './shop-records.js';
import type { ImportedEntity } from './shop-sync-service.js';
import { chunksOf, importIds } from './sync-engine.js';
import { writeChunk } from './write-chunk.js';

/** So many records may vanish at once, or so large a part of all, whichever is more. */
const GONE_MAX = 10;
const GONE_SHARE_MAX = 0.05;

const LISTED: readonly ImportedEntity[] = ['products', 'customers', 'orders'];

/**
 * Finds what is linked and was not listed when everything was listed, and asks the shop for each of these again: what it says twice is gone is taken
 * away as the parts do that. Throws `TooMuchGone` before anything is.
 */
export async function takeAwayWhatIsGone(execution: Execution): Promise<void> {
  const { gateway, signal, parts } = execution;
  const vanished = new Map<ImportedEntity, readonly string[]>();
  for (const entity of LISTED) vanished.set(entity, await notListed(execution, entity, await gateway.ids(entity, null, signal)));
  const departures = [await departuresOf(execution, parts.vendors), await departuresOf(execution, parts.categories)];
  for (const [entity, ids] of vanished) await importIds(execution, entity, ids, 'without cursor');
  for (const take of departures) await take();
}

/** Linked and not listed, in order. */
async function notListed(
  { deps, scope, ...execution }: Execution,
  entity: ShopEntity,
  listed: readonly string[],
): Promise<readonly string[]> {
  const present = await patiently({ deps, ...execution }, () => deps.views.shopLinks.present(scope, entity));
  const there = new Set(listed);
  const vanished = sortedIds(present.filter((id) => !there.has(id)));
  if (vanished.length > Math.max(GONE_MAX, present.length * GONE_SHARE_MAX)) throw new TooMuchGone(entity, vanished.length, present.length);
  return vanished;
}

/** The second look at what is read whole is another read of the whole. */
async function departuresOf<Kept extends ShopRecord>(execution: Execution, { part, all }: WholePart<Kept>): Promise<() => Promise<void>> {
  const { deps, gateway, signal } = execution;
  const askedAt = deps.clock.now();
  const listed = (await all(gateway, signal)).map(({ externalId }) => externalId);
  const vanished = await notListed(execution, part.entity, listed);
  return async () => {
    if (vanished.length === 0) return;
    const still = new Set((await all(gateway, signal)).map(({ externalId }) => externalId));
    for (const gone of chunksOf(vanished.filter((id) => !still.has(id)))) {
      await writeChunk(execution, await patiently(execution, () => sortOut(execution, part, { records: [], gone, faulty: [] }, askedAt)));
    }
  };
}
