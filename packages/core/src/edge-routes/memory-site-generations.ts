import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { FIRST_GENERATION, type SiteGenerationStore, type SiteGenerationViews } from './site-generations.js';

/** The purges of sites without a database. Numbers start again with the process. */
export function makeMemorySiteGenerations(table: MemoryTable<number>): { store: SiteGenerationStore; views: SiteGenerationViews } {
  const numberIn = (rows: MemoryRows<number>, host: string) => rows.get(host) ?? FIRST_GENERATION;
  return {
    store: {
      async advance(host) {
        const next = numberIn(table, host) + 1;
        table.set(host, next);
        return next;
      },
    },
    views: {
      current: async (hosts) => new Map(hosts.map((host) => [host, numberIn(table.committed, host)])),
    },
  };
}
