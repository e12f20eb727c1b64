import type { MemoryTable } from '../kit/memory-database.js';
import type { ThrottleStore, Tries } from './throttle.js';

export type TriesTable = MemoryTable<{ readonly bucket: string; readonly tries: Tries }>;

/** Counted tries of a single process. */
export function makeMemoryThrottles(table: TriesTable): ThrottleStore {
  return {
    async change(bucket, decide) {
      const row = table.get(bucket);
      const tries = decide(row === undefined ? null : row.tries);
      if (tries === null) table.delete(bucket);
      else table.set(bucket, { bucket, tries });
      return tries;
    },
    async forgetBefore(before) {
      const old = [...table.values()].filter(({ tries }) => tries.lastAt < before);
      for (const { bucket } of old) table.delete(bucket);
      return old.length;
    },
  };
}
