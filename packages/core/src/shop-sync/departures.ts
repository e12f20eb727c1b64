import type { Execution, WholePart } from './execution.js';
import { sortedIds } from './external-ids.js';
import { linksOf } from './foreseen-links.js';
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
  const { gateway, signal, parts, accepted } = execution;
  const departures: Departure[] = [];
  for (const entity of LISTED) {
    const gone = await notListed(execution, entity, await gateway.ids(entity, null, signal));
    departures.push({ ...gone, take: async () => void (await importIds(execution, entity, gone.ids, 'without cursor')) });
  }
  departures.push(await departuresOf(execution, parts.vendors), await departuresOf(execution, parts.categories));
  const stopping = departures.filter((departure) => isTooMuch(departure, accepted?.[departure.entity] ?? 0));
  if (stopping.length > 0) throw new TooMuchGone(stopping.map(({ entity, ids, present }) => ({ entity, gone: ids.length, present })));
  for (const { take } of departures) await take();
}

/** What of a kind of records is linked and was not listed. */
interface Absent {
  readonly entity: ShopEntity;
  /** In order. */
  readonly ids: readonly string[];
  /** How many are linked in all. */
  readonly present: number;
}

interface Departure extends Absent {
  /** Asks for them once more, and takes away those that are not there. */
  take(): Promise<void>;
}

/** What somebody has accepted is never too much; what is gone since then is. */
function isTooMuch({ ids, present }: Absent, accepted: number): boolean {
  return ids.length > Math.max(GONE_MAX, present * GONE_SHARE_MAX) && ids.length > accepted;
}

/** Linked and not listed. */
async function notListed(execution: Execution, entity: ShopEntity, listed: readonly string[]): Promise<Absent> {
  const present = await patiently(execution, () => linksOf(execution).present(execution.scope, entity));
  const there = new Set(listed);
  return { entity, ids: sortedIds(present.filter((id) => !there.has(id))), present: present.length };
}

/** The second look at what is read whole is another read of the whole. */
async function departuresOf<Kept extends ShopRecord>(execution: Execution, { part, all }: WholePart<Kept>): Promise<Departure> {
  const { deps, gateway, signal } = execution;
  const askedAt = deps.clock.now();
  const listed = (await all(gateway, signal)).map(({ externalId }) => externalId);
  const absent = await notListed(execution, part.entity, listed);
  const take = async () => {
    if (absent.ids.length === 0) return;
    const still = new Set((await all(gateway, signal)).map(({ externalId }) => externalId));
    for (const gone of chunksOf(absent.ids.filter((id) => !still.has(id)))) {
      await writeChunk(execution, await patiently(execution, () => sortOut(execution, part, { records: [], gone, faulty: [] }, askedAt)));
    }
  };
  return { ...absent, take };
}
