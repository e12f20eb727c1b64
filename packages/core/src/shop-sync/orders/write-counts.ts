import type { WriteCounts } from '../sync-run.js';

/** Without the tables of which nothing is written. */
export function writeCounts(counts: WriteCounts): WriteCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));
}
