import type { Headers, HttpOutcome } from './shop-http.js';

/** What the heads of a shop's answers have said so far. */
export interface AnswerHeads {
  /** Null: it does not say. */
  version(): string | null;
  /** Milliseconds that the clock of the shop is ahead of ours; 0 as long as it has not said. */
  clockAheadMs(): number;
  note(outcome: HttpOutcome, startedAt: Date, endedAt: Date): void;
}

export function makeAnswerHeads(): AnswerHeads {
  let version: string | null = null;
  let clockAheadMs = 0;
  return {
    version: () => version,
    clockAheadMs: () => clockAheadMs,
    note(outcome, startedAt, endedAt) {
      if (outcome.kind !== 'answered') return;
      version = versionIn(headerOf(outcome.headers, 'psws-version')) ?? version;
      const at = Date.parse(headerOf(outcome.headers, 'date') ?? '');
      // The header has whole seconds, cut off.
      if (!Number.isNaN(at)) clockAheadMs = Math.round(at + 500 - (startedAt.getTime() + endedAt.getTime()) / 2);
    },
  };
}

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function versionIn(header: string | undefined): string | null {
  return header !== undefined && /^\d{1,3}(?:\.\d{1,5}){1,4}[\w.-]{0,20}$/.test(header) ? header : null;
}
