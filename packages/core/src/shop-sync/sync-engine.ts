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
 * Imports records by their ids, in that order: while a chunk is written, the next ones are read. With `cursor` the run remembers each chunk that is
 * stored whole. Throws what is no fault of a record.
 */
export async function importIds(
  execution: Execution,
  entity: ImportedEntity,
  externalIds: readonly string[],
  cursor: 'with cursor' | 'without cursor',
): Promise<readonly Imported[]> {
  const imported: Imported[] = [];
  const chunks = chunksOf(externalIds);
  const reading = readAhead(chunks, readerOf(execution, entity));
  for (const ids of chunks) {
    const readied = await reading.next();
    throwIfStopped(execution.signal);
    const reached = cursor === 'with cursor' ? { entity, after: ids.at(-1) ?? null } : null;
    imported.push(...(await readied.write(reached)));
  }
  return imported;
}

/**
 * Chunks that are read, or being read, while another one is written. With one alone, a chunk that is read sooner than the one before is written leaves
 * nobody anything to do while the database works.
 */
const AHEAD_MAX = 2;

/** Reads chunk after chunk, never two at once, as far ahead of who takes them as is allowed. */
function readAhead(chunks: readonly (readonly string[])[], read: Reader) {
  const readied: Promise<Readied>[] = [];
  let begun = 0;
  let last: Promise<unknown> = Promise.resolve();

  function begin(): void {
    const ids = chunks[begun];
    if (ids === undefined) return;
    begun += 1;
    const one = last.then(() => read(ids));
    // Whoever takes it meets its fault; when a write fails before, nobody does. What comes after a fault is not read.
    one.catch(() => undefined);
    last = one;
    readied.push(one);
  }

  for (let ahead = 0; ahead < AHEAD_MAX; ahead += 1) begin();
  return {
    /** The next chunk, in their order. */
    async next(): Promise<Readied> {
      const [one] = readied.splice(0, 1);
      if (one === undefined) throw new Error('There is nothing more to read.');
      const taken = await one;
      begin();
      return taken;
    },
  };
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
