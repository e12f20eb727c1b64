import type { CallOutcome } from '../kit/outgoing-http.js';

/**
 * One message on the push queue and what may become of it (interfaces, "Queue message"; STATES.md draws it). Pure: the store keeps
 * the states apart, the dispatcher makes the deliveries, and what a delivery means is decided here.
 */

/** A message as it is put on the queue. */
export interface NewJob {
  readonly id: string;
  readonly appId: string;
  readonly queue: string;
  /** JSON as text: it is passed on as it came, never read. */
  readonly payload: string;
  /** Null: what the queue's worker asks for. */
  readonly maxAttempts: number | null;
  /** Another message under this name is not taken in while this one lives and for ten minutes after (decisions §7). */
  readonly dedupId: string | null;
  /** Not delivered before. */
  readonly runAt: Date;
  readonly createdAt: Date;
  /** Whoever pushes it delivers it: it is never queued. Left out: it waits until it is claimed. */
  readonly lease?: Lease;
}

/** A message that one dispatcher may deliver, for as long as its lease lasts. */
export interface LeasedJob extends Pick<NewJob, 'id' | 'appId' | 'queue' | 'payload' | 'maxAttempts'> {
  /** How often it has been delivered without being acknowledged. */
  readonly attempts: number;
  readonly lease: Lease;
}

export interface Lease {
  /** Fences off whoever held an earlier lease: their answer comes too late. */
  readonly token: string;
  readonly until: Date;
}

/**
 * What a delivery came to. Of handlers of the host itself: `refused`, it will never take this message; `postponed`, whoever the message is for does
 * not take it now, which says nothing of the handler.
 */
export type Delivered =
  | CallOutcome
  | { readonly kind: 'done' }
  | { readonly kind: 'postponed'; readonly status: number | null; readonly reason: string; readonly retryAfterSecs: number | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** What becomes of a message at the end of its lease. */
export type Settlement =
  | { readonly kind: 'acked' }
  /** Back on the queue; `attempts` has grown if there was a delivery. */
  | { readonly kind: 'again'; readonly attempts: number; readonly runAt: Date }
  | { readonly kind: 'dead'; readonly attempts: number; readonly status: number | null; readonly error: string };

/** What the rule needs to know beside the message: the worker's limit, the time, and numbers from 0 to 1 by chance. */
export interface Circumstances {
  readonly maxAttempts: number;
  /** How many seconds to wait after the first failed attempt, after the second …, instead of ever longer. */
  readonly retryWaitsSecs?: readonly number[] | undefined;
  readonly now: Date;
  dice(): number;
}

const BACKOFF_FIRST_SECS = 2;
/** Nothing waits longer than this, whatever a handler asks for. */
const BACKOFF_MAX_SECS = 3600;
/** The same where waits are planned, which go up to a day. */
const PLANNED_WAIT_MAX_SECS = 86_400;
/** Chance adds up to so much of a planned wait. */
const PLANNED_SPREAD = 0.1;
/** Beyond this the power of two is far above the longest wait. */
const DOUBLINGS_MAX = 12;

/**
 * 2xx acknowledges; 408, 429 and 5xx are tried again until the attempts are used up; any other 4xx is given up at once. Without an
 * answer the message is delivered again however often that has happened: silence says nothing about the message, because the
 * dispatcher may have gone down with it. A redirect and an address that cannot be called may be put right, so they count as attempts.
 */
export function settlementOf(
  job: Pick<LeasedJob, 'attempts' | 'maxAttempts'>,
  delivered: Delivered,
  circumstances: Circumstances,
): Settlement {
  const attempts = job.attempts + 1;
  const maxAttempts = job.maxAttempts ?? circumstances.maxAttempts;
  const again = (retryAfterSecs: number | null): Settlement => ({
    kind: 'again',
    attempts,
    runAt: later(circumstances.now, waitOf(attempts, retryAfterSecs, circumstances)),
  });
  const dead = (status: number | null, error: string): Settlement => ({ kind: 'dead', attempts, status, error });
  const whileAttemptsLast = (status: number | null, error: string, retryAfterSecs: number | null = null) =>
    attempts < maxAttempts ? again(retryAfterSecs) : dead(status, error);

  switch (delivered.kind) {
    case 'done':
      return { kind: 'acked' };
    case 'timed-out':
      return again(null);
    case 'refused':
      return dead(null, delivered.reason);
    case 'postponed':
      return whileAttemptsLast(delivered.status, delivered.reason, delivered.retryAfterSecs);
    case 'forbidden':
    case 'unreachable':
      return whileAttemptsLast(null, delivered.reason);
    case 'answered': {
      const { status, retryAfterSecs } = delivered;
      if (status >= 200 && status < 300) return { kind: 'acked' };
      if (isFinal(status)) return dead(status, `The handler answered ${status}.`);
      return whileAttemptsLast(status, `The handler answered ${status}.`, retryAfterSecs);
    }
  }
}

/** True when the handler is not well, as opposed to not liking a message: what the breaker counts. */
export function isHandlersFault(delivered: Delivered): boolean {
  if (delivered.kind === 'answered') return delivered.status >= 500;
  return delivered.kind === 'timed-out' || delivered.kind === 'unreachable' || delivered.kind === 'forbidden';
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function waitOf(attempts: number, retryAfterSecs: number | null, { retryWaitsSecs, dice }: Circumstances): number {
  const planned = retryWaitsSecs?.[Math.min(attempts, retryWaitsSecs.length) - 1];
  return planned === undefined ? waitSecs(attempts, retryAfterSecs, dice) : plannedWaitSecs(planned, retryAfterSecs, dice);
}

/** As planned, and up to a tenth more by chance; longer where the handler asks for it, because asking it sooner would only use attempts up. */
function plannedWaitSecs(planned: number, retryAfterSecs: number | null, dice: Circumstances['dice']): number {
  return Math.max(planned * (1 + dice() * PLANNED_SPREAD), Math.min(PLANNED_WAIT_MAX_SECS, retryAfterSecs ?? 0));
}

/** No failed attempt of such a queue makes a message wait for longer. */
export function longestWaitSecs(retryWaitsSecs: readonly number[] | undefined): number {
  if (retryWaitsSecs === undefined) return BACKOFF_MAX_SECS;
  return Math.max(PLANNED_WAIT_MAX_SECS, ...retryWaitsSecs.map((planned) => Math.ceil(planned * (1 + PLANNED_SPREAD))));
}

/** `min(1 h, 2 s · 2^(attempt−1))`, of which chance takes up to a half, so that what failed together does not come back together. */
function waitSecs(attempts: number, retryAfterSecs: number | null, dice: Circumstances['dice']): number {
  if (retryAfterSecs !== null) return Math.min(BACKOFF_MAX_SECS, retryAfterSecs);
  const backoff = Math.min(BACKOFF_MAX_SECS, BACKOFF_FIRST_SECS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX));
  return backoff * (0.5 + dice() / 2);
}

function later(now: Date, secs: number): Date {
  return new Date(now.getTime() + Math.round(secs * 1000));
}
