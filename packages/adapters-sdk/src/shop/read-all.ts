import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { makeChunkSize } from './read-chunks.js';
import { everyId } from './read-ids.js';
import { readRecords } from './read-records.js';
import type { Row } from './row.js';
import type { ShopReads } from './shop-reads.js';

/**
 * Every record of a resource. Whoever reads everything takes what is missing for deleted, so one record that cannot be read fails it all: throws
 * `ShopFault` (`unusable`), which names the record.
 */
export async function readAll<Kept>(
  reads: ShopReads,
  { resource, fields }: { readonly resource: string; readonly fields: string },
  make: (row: Row) => Kept,
  signal: StopSignal,
): Promise<readonly Kept[]> {
  const ids = await everyId(reads, resource, signal);
  const reading = { resource, fields, complete: async () => make };
  const { records, faulty } = await readRecords(reads, reading, ids, makeChunkSize(), signal);
  const [bad] = faulty;
  if (bad === undefined) return records;
  throw new ShopFault('unusable', `One of the ${resource} of the shop, number ${bad.externalId}, cannot be read. ${bad.reason}`);
}
