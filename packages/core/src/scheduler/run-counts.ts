import type { RunOutcome } from './schedule-run.js';

/** What this process has counted since it started. */
export interface RunCounts {
  started(latenessMs: number): void;
  ended(status: RunOutcome['status']): void;
  skipped(kind: 'missed' | 'overlap' | 'lost', ticks: number): void;
  readonly totals: Readonly<{
    started: number;
    /** Of all that were started together. */
    latenessMs: number;
    ended: Readonly<Record<RunOutcome['status'], number>>;
    skipped: Readonly<Record<'missed' | 'overlap' | 'lost', number>>;
  }>;
}

export function makeRunCounts(): RunCounts {
  const totals = {
    started: 0,
    latenessMs: 0,
    ended: { succeeded: 0, failed: 0, timed_out: 0 },
    skipped: { missed: 0, overlap: 0, lost: 0 },
  };
  return {
    started(latenessMs) {
      totals.started += 1;
      totals.latenessMs += latenessMs;
    },
    ended(status) {
      totals.ended[status] += 1;
    },
    skipped(kind, ticks) {
      totals.skipped[kind] += ticks;
    },
    totals,
  };
}
