import type { FaultyRecord, ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import { type Patience, Trouble } from './shop-calls.js';

const CHUNK_START = 100;
const CHUNK_MAX = 200;

/** How many records are asked for at once: fewer where the shop fails, more again where it does not. */
export interface ChunkSize {
  current(): number;
  shrink(failed: number): void;
  grow(): void;
}

export function makeChunkSize(): ChunkSize {
  let size = CHUNK_START;
  return {
    current: () => size,
    shrink(failed) {
      size = Math.max(1, Math.floor(failed / 2));
    },
    grow() {
      size = Math.min(CHUNK_MAX, size * 2);
    },
  };
}

export interface ChunkReading<Kept> {
  /** Reads these records with all that belongs to them. Throws `Trouble` when the shop fails at that. */
  read(ids: readonly string[], patience: Patience): Promise<ShopRead<Kept>>;
  /** Throws when the shop fails whatever it is asked: then it is not the record. */
  probe(): Promise<void>;
}

/**
 * Reads any number of records in chunks. A chunk the shop fails at is halved until the record it fails at stands alone; that one is tried again,
 * and is faulty when the shop answers all else.
 */
export async function readChunks<Kept>(ids: readonly string[], size: ChunkSize, reading: ChunkReading<Kept>): Promise<ShopRead<Kept>> {
  const parts: ShopRead<Kept>[] = [];
  const asked = [...new Set(ids)];
  const possible = asked.filter(isPossibleId);
  for (let from = 0; from < possible.length; ) {
    const chunk = possible.slice(from, from + size.current());
    const part = await chunkOrNull(chunk, reading);
    if (part === null) {
      size.shrink(chunk.length);
      continue;
    }
    parts.push(part);
    from += chunk.length;
    size.grow();
  }
  return {
    records: parts.flatMap(({ records }) => records),
    gone: [...asked.filter((id) => !isPossibleId(id)), ...parts.flatMap(({ gone }) => gone)],
    faulty: parts.flatMap(({ faulty }) => faulty),
  };
}

/** The shop numbers its records: nothing else is ever one of them, and nothing else is ever put into a filter. */
function isPossibleId(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id);
}

/** Null: the chunk is to be divided. */
async function chunkOrNull<Kept>(chunk: readonly string[], reading: ChunkReading<Kept>): Promise<ShopRead<Kept> | null> {
  const [alone, ...others] = chunk;
  const isAlone = alone !== undefined && others.length === 0;
  try {
    return await reading.read(chunk, isAlone ? 'patient' : 'once');
  } catch (fault) {
    if (!(fault instanceof Trouble)) throw fault;
    if (!isAlone) return null;
    await reading.probe();
    const faulty: FaultyRecord = { externalId: alone, reason: fault.message };
    return { records: [], gone: [], faulty: [faulty] };
  }
}
