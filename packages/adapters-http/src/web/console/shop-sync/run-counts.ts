import type { Run } from './use-ended-runs.js';

/** Rows that a run has written, or would write, in all tables. */
export function writtenBy({ counts: { writes } }: Pick<Run, 'counts'>): number {
  return Object.values(writes).reduce((total, count) => total + count, 0);
}

/** Whole seconds a run took; null while it has not ended. */
export function secondsOf({ startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>): number | null {
  return finishedAt === null ? null : Math.max(0, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
}
