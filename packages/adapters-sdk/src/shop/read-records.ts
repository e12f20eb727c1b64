import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { FaultyRecord, ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import { type ChunkSize, readChunks } from './read-chunks.js';
import { BadField, ownId, type Row } from './row.js';
import { type Asking, Trouble } from './shop-calls.js';
import type { ShopReads } from './shop-reads.js';

/** How records of one resource become what the platform keeps of them. */
export interface RecordReading<Kept> {
  readonly resource: string;
  /** Those that are read, `[id,name]`; the whole record when it is left out. */
  readonly fields?: string;
  /**
   * Reads what belongs to all of these rows, in a few requests, and returns what makes a record of one: null for a row that is none (yet). That
   * function throws `BadField`.
   */
  complete(rows: readonly Row[], asking: Asking): Promise<(row: Row) => Kept | null>;
}

/** Records by their ids: read, gone (asked for twice) or faulty. */
export function readRecords<Kept>(
  reads: ShopReads,
  reading: RecordReading<Kept>,
  ids: readonly string[],
  size: ChunkSize,
  signal: StopSignal,
): Promise<ShopRead<Kept>> {
  const { resource } = reading;
  return readChunks(ids, size, {
    async read(chunk, patience) {
      const rows = await rowsTwice(reads, reading, chunk, { signal, patience });
      return sorted(chunk, rows, await makerOf(reading, rows, { signal, patience }));
    },
    async probe() {
      await reads.list(resource, { limit: '1' }, { signal, patience: 'patient' });
    },
  });
}

/** What belongs to a record may be as bad as itself; which record's it is shows when the chunk is divided. */
async function makerOf<Kept>(
  reading: RecordReading<Kept>,
  rows: ReadonlyMap<string, Row>,
  asking: Asking,
): Promise<(row: Row) => Kept | null> {
  try {
    return await reading.complete([...rows.values()], asking);
  } catch (fault) {
    if (!(fault instanceof BadField)) throw fault;
    if (rows.size > 1) throw new Trouble(reading.resource, fault.message);
    return () => {
      throw fault;
    };
  }
}

/** A database that fails for a moment makes some versions answer with too short a list: what is missing is asked for once more. */
async function rowsTwice(
  reads: ShopReads,
  { resource, fields }: Pick<RecordReading<unknown>, 'resource' | 'fields'>,
  ids: readonly string[],
  asking: Asking,
): Promise<ReadonlyMap<string, Row>> {
  const rowsOf = async (some: readonly string[]) => byId(await reads.where(resource, 'id', some, asking, fields), resource);
  const rows = await rowsOf(ids);
  const missing = ids.filter((id) => !rows.has(id));
  return missing.length === 0 ? rows : new Map([...rows, ...(await rowsOf(missing))]);
}

function byId(rows: readonly Row[], resource: string): ReadonlyMap<string, Row> {
  try {
    return new Map(rows.map((row) => [ownId(row), row]));
  } catch (fault) {
    if (fault instanceof BadField) throw new Trouble(resource, 'a record has no id');
    throw fault;
  }
}

function sorted<Kept>(ids: readonly string[], rows: ReadonlyMap<string, Row>, make: (row: Row) => Kept | null): ShopRead<Kept> {
  const records: Kept[] = [];
  const gone: string[] = [];
  const faulty: FaultyRecord[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const record = row === undefined ? null : madeOf(row, make);
    if (record === null) gone.push(id);
    else if (record instanceof BadField) faulty.push({ externalId: id, reason: record.message });
    else records.push(record);
  }
  return { records, gone, faulty };
}

function madeOf<Kept>(row: Row, make: (row: Row) => Kept | null): Kept | null | BadField {
  try {
    return make(row);
  } catch (fault) {
    if (fault instanceof BadField) return fault;
    throw fault;
  }
}
