import { DomainError } from '../kit/errors.js';
import type { Imported, ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { WebhookAction } from './shop-event.js';

/** The journal of what an online shop has told: one entry per event (interfaces D, "Webhook log entry"; STATES.md draws it). */

export const WEBHOOK_STATES = ['received', 'processing', 'completed', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** `ignored`: the record is unknown here and the shop does not have it, or nothing of it has changed. */
export const WEBHOOK_RESULTS = ['imported', 'ignored', 'gone'] as const;
export type WebhookResult = (typeof WEBHOOK_RESULTS)[number];

export interface WebhookLog {
  readonly id: string;
  /** The request it came with. */
  readonly sessionId: string;
  readonly entity: ImportedEntity;
  readonly action: WebhookAction;
  readonly externalId: string;
  readonly state: WebhookState;
  readonly receivedAt: Date;
  /** When the last attempt began; null: none has. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly attempts: number;
  /** When it is tried, while it is not finished. */
  readonly dueAt: Date;
  /** Null unless completed. */
  readonly result: WebhookResult | null;
  /** Why it failed, or why it is tried again; for people, without personal data. */
  readonly reason: string | null;
  /** The entry it is processed with, because both are about the same record and that one was waiting; null: it is processed itself. */
  readonly coalescedInto: string | null;
  /** How many later entries are processed with this one. */
  readonly coalesced: number;
  /** The entry it repeats; null: the shop sent it. */
  readonly replayOf: string | null;
}

export const WEBHOOK_STEPS = ['start', 'complete', 'fail'] as const;
export type WebhookStep = (typeof WEBHOOK_STEPS)[number];

const LIFE: Readonly<Record<WebhookState, Partial<Record<WebhookStep, WebhookState>>>> = {
  received: { start: 'processing' },
  processing: { start: 'processing', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

/** The state after the step. Throws `invalid_transition`. */
export function afterWebhookStep(state: WebhookState, step: WebhookStep): WebhookState {
  const next = LIFE[state][step];
  if (next === undefined) throw new DomainError('invalid_transition', { facts: { status: state, step } });
  return next;
}

/** Milliseconds from the beginning of the last attempt to its end; null: it has not ended. */
export function processingMs({ startedAt, finishedAt }: Pick<WebhookLog, 'startedAt' | 'finishedAt'>): number | null {
  return startedAt === null || finishedAt === null ? null : finishedAt.getTime() - startedAt.getTime();
}

/** What becomes of an entry at the end of an attempt. */
export type Settlement =
  | { readonly id: string; readonly kind: 'completed'; readonly result: WebhookResult }
  | { readonly id: string; readonly kind: 'failed'; readonly reason: string }
  | { readonly id: string; readonly kind: 'again'; readonly dueAt: Date; readonly reason: string };

/** Attempts at an event: with their waits, about two hours. After that the periodic synchronization finds what has changed. */
export const ATTEMPTS_MAX = 10;
const FIRST_WAIT_SECS = 15;
const LONGEST_WAIT_SECS = 3600;

/** What becomes of an event whose n-th attempt has failed. `retryAfterSecs` is what the shop has asked for; null: nothing. */
export function afterFailure(
  { id, attempts }: { readonly id: string; readonly attempts: number },
  reason: string,
  retryAfterSecs: number | null,
  now: Date,
): Settlement {
  if (attempts >= ATTEMPTS_MAX) return { id, kind: 'failed', reason };
  const backoff = Math.min(LONGEST_WAIT_SECS, FIRST_WAIT_SECS * 2 ** (attempts - 1));
  const waitSecs = Math.max(backoff, Math.min(LONGEST_WAIT_SECS, retryAfterSecs ?? 0));
  return { id, kind: 'again', dueAt: new Date(now.getTime() + waitSecs * 1000), reason };
}

/** What became of an event whose record was imported. */
export function afterImport(id: string, imported: Imported | undefined): Settlement {
  switch (imported?.result) {
    case 'imported':
    case 'gone':
      return { id, kind: 'completed', result: imported.result };
    case 'quarantined':
      return { id, kind: 'failed', reason: imported.reason ?? 'The record cannot be imported.' };
    default:
      return { id, kind: 'completed', result: 'ignored' };
  }
}
