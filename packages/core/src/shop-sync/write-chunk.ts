import { hasCode } from '../kit/errors.js';
import { addWrites, carryOut, type Done } from './carry-out.js';
import { alone, halvesOf, sizeOf, stepsOf } from './chunk-halves.js';
import type { Execution, RunChange } from './execution.js';
import { patiently } from './patience.js';
import type { Chunk } from './read-chunk.js';
import { RunLost } from './run-errors.js';
import { ShopFault } from './shop-gateway.js';
import type { ShopRecord } from './shop-records.js';
import type { Imported } from './shop-sync-service.js';
import type { SyncCursor } from './sync-run.js';

/**
 * Imports what is to be imported of a chunk, in one transaction; where that fails, in halves, until a record that cannot be stored stands alone
 * and is set apart. `cursor` is reached when all of it is stored. Throws what is no fault of a record: `store_unavailable`, `RunLost`, `ShopFault`.
 */
export async function writeChunk<Kept extends ShopRecord>(
  execution: Execution,
  chunk: Chunk<Kept>,
  cursor: SyncCursor | null = null,
): Promise<readonly Imported[]> {
  const { read, settled, localIds } = chunk;
  const reached: RunChange = ({ counts, ...run }) => ({
    ...run,
    cursor: cursor ?? run.cursor,
    counts: { ...counts, read: counts.read + read, unchanged: counts.unchanged + settled.length },
  });
  const skipped = settled.map((id) => ({ externalId: id, localId: localIds.get(id) ?? null, result: 'skipped' as const, reason: null }));
  if (sizeOf(chunk) === 0 && chunk.cured.length === 0) {
    await patiently(execution, () => execution.ledger.note(reached));
    return skipped;
  }
  const imported: Imported[] = [...skipped];
  const steps = execution.foreseen === null ? [chunk] : stepsOf(chunk);
  for (const [index, step] of steps.entries())
    imported.push(...(await writeOrHalve(execution, step, index === steps.length - 1 ? reached : (run) => run)));
  return imported;
}

async function writeOrHalve<Kept extends ShopRecord>(
  execution: Execution,
  chunk: Chunk<Kept>,
  reached: RunChange,
): Promise<readonly Imported[]> {
  try {
    return await patiently(execution, () => writeWhole(execution, chunk, reached));
  } catch (error) {
    if (isNoFaultOfARecord(execution, error) || sizeOf(chunk) === 0) throw error;
    if (sizeOf(chunk) === 1) return await patiently(execution, () => writeWhole(execution, alone(execution, chunk, error), reached));
  }
  const [first, second] = halvesOf(chunk);
  const imported = await writeOrHalve(execution, first, (run) => run);
  return [...imported, ...(await writeOrHalve(execution, second, reached))];
}

async function writeWhole<Kept extends ShopRecord>(
  execution: Execution,
  chunk: Chunk<Kept>,
  reached: RunChange,
): Promise<readonly Imported[]> {
  const { deps, ledger, scope } = execution;
  if (execution.foreseen !== null) {
    const done = await carryOut(execution, chunk, { views: deps.views, writing: null });
    await ledger.note((run) => counted(reached(run), done));
    done.foresee();
    return done.imported;
  }
  return ledger.commit(async (services, stores) => {
    await stores.shopLinks.lock(scope);
    const done = await carryOut(execution, chunk, { views: services.views, writing: { services, stores } });
    return { result: done.imported, change: (run) => counted(reached(run), done) };
  });
}

function counted({ counts, ...run }: ReturnType<RunChange>, { imported, writes }: Done): ReturnType<RunChange> {
  const count = (result: Imported['result']) => imported.filter((one) => one.result === result).length;
  return {
    ...run,
    counts: {
      ...counts,
      quarantined: counts.quarantined + count('quarantined'),
      gone: counts.gone + count('gone'),
      writes: addWrites(counts.writes, writes),
    },
  };
}

function isNoFaultOfARecord({ signal }: Execution, error: unknown): boolean {
  return (
    hasCode(error, 'store_unavailable') ||
    error instanceof RunLost ||
    error instanceof ShopFault ||
    (signal.aborted && error === signal.reason)
  );
}
