import type { MemoryTable } from '../kit/memory-database.js';
import type { ThrottleStore, Tries } from './throttle.js';

export type TriesTable = MemoryTable<Tries & { readonly bucket: string }>;

/** Counted tries of a single process. */
export function makeMemoryThrottles(table: TriesTable): ThrottleStore {
  return {
    async change(bucket, decide) {
      const tries = decide(table.get(bucket) ?? null);
      if (tries === null) table.delete(bucket);
      else table.set(bucket, { bucket, count: tries.count, lastAt: tries.lastAt });
      return tries;
    },
    async forgetBefore(before) {
      const old = [...table.values()].filter(({ lastAt }) => lastAt < before);
      for (const { bucket } of old) table.delete(bucket);
      return old.length;
    },
  };
}
