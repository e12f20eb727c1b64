import type { Execution } from './execution.js';
import { type Chunk, readChunk } from './read-chunk.js';
import type { ShopOrder, ShopRecord } from './shop-records.js';
import type { Imported, ImportedEntity } from './shop-sync-service.js';
import { throwIfStopped } from './stopper.js';
import type { SyncPart } from './sync-part.js';
import type { SyncCursor } from './sync-run.js';
import { writeChunk } from './write-chunk.js';

/** Records of one transaction, and of one read. */
export const CHUNK_SIZE = 100;

/** Records that were read and wait to be written. */
interface Readied {
  write(cursor: SyncCursor | null): Promise<readonly Imported[]>;
}

type Reader = (externalIds: readonly string[]) => Promise<Readied>;

/**
 * Imports records by their ids, in that order: while a chunk is written, the next one is read. With `cursor` the run remembers each chunk that is
 * stored whole. Throws what is no fault of a record.
 */
export async function importIds(
  execution: Execution,
  entity: ImportedEntity,
  externalIds: readonly string[],
  cursor: 'with cursor' | 'without cursor',
): Promise<readonly Imported[]> {
  const imported: Imported[] = [];
  const read = readerOf(execution, entity);
  const chunks = chunksOf(externalIds);
  let next = chunks[0] === undefined ? null : read(chunks[0]);
  for (const [index, ids] of chunks.entries()) {
    const readied = await next;
    const following = chunks[index + 1];
    next = following === undefined ? null : read(following);
    // Whoever waits for it meets its fault; when the write fails before, nobody does.
    next?.catch(() => undefined);
    throwIfStopped(execution.signal);
    const reached = cursor === 'with cursor' ? { entity, after: ids.at(-1) ?? null } : null;
    if (readied !== null) imported.push(...(await readied.write(reached)));
  }
  return imported;
}

export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const starts = Array.from({ length: Math.ceil(rows.length / CHUNK_SIZE) }, (_, index) => index * CHUNK_SIZE);
  return starts.map((start) => rows.slice(start, start + CHUNK_SIZE));
}

function readerOf(execution: Execution, entity: ImportedEntity): Reader {
  const { parts } = execution;
  switch (entity) {
    case 'products':
      return reader(execution, parts.products);
    case 'customers':
      return reader(execution, parts.customers);
    case 'orders':
      return orderReader(execution);
  }
}

function reader<Kept extends ShopRecord>(execution: Execution, part: SyncPart<Kept>): Reader {
  return async (externalIds) => {
    const chunk = await readChunk(execution, part, externalIds);
    return { write: (cursor) => writeChunk(execution, chunk, cursor) };
  };
}

/** Orders name their customers, who have to be there first: of the orders that are going to be imported, each customer once. */
function orderReader(execution: Execution): Reader {
  const { customers, orders } = execution.parts;
  const seen = new Set<string>();
  return async (externalIds) => {
    const chunk = await readChunk(execution, orders, externalIds);
    const wanted = customersOf(chunk).filter((id) => !seen.has(id));
    for (const id of wanted) seen.add(id);
    const theirs = wanted.length === 0 ? null : await readChunk(execution, customers, wanted);
    return {
      async write(cursor) {
        if (theirs !== null) {
          await execution.ledger.note((run) => ({ ...run, expected: run.expected + theirs.read }));
          await writeChunk(execution, theirs);
        }
        return writeChunk(execution, chunk, cursor);
      },
    };
  };
}

function customersOf({ candidates }: Chunk<ShopOrder>): readonly string[] {
  return [...new Set(candidates.map(({ record }) => record.customerId))].filter((id) => id !== null);
}
