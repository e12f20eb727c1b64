import type { CursorPage } from '../kit/page.js';
import type { LeasedJob, NewJob, Settlement } from './push-job.js';

/**
 * Where messages wait. They belong to apps of this machine, not to organisations: what a method does for an app, it does for the
 * `appId` it is given; claiming, settling and sweeping is the dispatcher's business, over all apps.
 */

/** Who takes the messages of a queue (interfaces C, `worker/register`). */
export interface QueueWorker {
  readonly appId: string;
  readonly queue: string;
  readonly handlerUrl: string;
  /** Deliveries that one dispatcher has under way at once, at most. */
  readonly concurrency: number;
  readonly visibilityTimeoutSecs: number;
  readonly maxAttempts: number;
}

/** `id` is that of the message that is on the queue: an earlier one when `deduplicated`. */
export interface PushReceipt {
  readonly id: string;
  readonly deduplicated: boolean;
}

/** A place in the order in which a queue is served: by the instant a message is due, then by its id. */
export interface QueuePlace {
  readonly runAt: Date;
  readonly id: string;
}

/** What a dispatcher asks for of one queue. */
export interface Want {
  readonly appId: string;
  readonly queue: string;
  readonly limit: number;
  readonly leaseUntil: Date;
  /** Only what comes after; null looks from the beginning. Looking there costs time when dead rows cannot be cleaned away. */
  readonly after: QueuePlace | null;
}

/** A claimed message, and where it stood. */
export interface ClaimedJob extends LeasedJob {
  readonly runAt: Date;
}

/** How far ahead a clock that is right puts things of a queue, at most. */
export interface QueueHorizon {
  readonly appId: string;
  readonly queue: string;
  /** A lease. */
  readonly leaseSecs: number;
  /** The next delivery after a failed one. */
  readonly waitSecs: number;
}

export interface SettledJob {
  readonly id: string;
  readonly token: string;
  readonly settlement: Settlement;
}

export interface DeadLetter {
  readonly id: string;
  readonly appId: string;
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string;
  readonly deadAt: Date;
}

/** Dead letters of an app: those named, those of a queue, or all; of them `of` only, where it is said. */
export type DeadSelection = MessageSelection & { readonly of?: OwnedMessages | undefined };

/** Messages of an app: those named, those of a queue, or all. */
export type MessageSelection = { readonly ids: readonly string[] } | { readonly queue: string } | { readonly all: true };

/** The establishment that a message works for, as the message itself says it: `tenantId` and `siteId` of its payload. */
export interface MessageOwner {
  readonly tenantId: string;
  readonly siteId: string;
}

/** Messages of one establishment, on queues whose every message says whose it is. Those of other queues are not looked into. */
export interface OwnedMessages {
  readonly owner: MessageOwner;
  readonly queues: readonly string[];
}

export interface DeadQuery {
  /** Only these. */
  readonly of?: OwnedMessages | undefined;
  readonly queue: string | null;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** How a queue stands. `ready` is due and waits, `delayed` is not due yet. */
export interface QueueDepth {
  readonly appId: string;
  readonly queue: string;
  readonly ready: number;
  readonly delayed: number;
  readonly inDelivery: number;
  readonly dead: number;
  /** When the message that waits longest became due; null: none waits. */
  readonly oldestDueAt: Date | null;
}

export interface PushQueueStore {
  /**
   * Puts messages on the queue, in the order given; one receipt each. A name that is taken yields the message that has it; one that is kept for
   * longer than names are, by a clock that was ahead, is free. A message that has a lease is in delivery at once, with no attempts so far.
   */
  push(jobs: readonly NewJob[], now: Date): Promise<readonly PushReceipt[]>;
  /** Makes it the worker of its queue, in place of an earlier one. */
  register(worker: QueueWorker): Promise<void>;
  /** Leaves the queue without a worker: its messages wait. False when it had none. */
  unregister(appId: string, queue: string): Promise<boolean>;
  /** Leases what is due of the queues asked for, oldest first, to the caller alone; passes over what others are claiming. */
  claim(wants: readonly Want[], token: string, now: Date): Promise<readonly ClaimedJob[]>;
  /** Ends leases. Returns how many were settled: one whose lease is another's by now stays as it is. */
  settle(jobs: readonly SettledJob[], now: Date): Promise<number>;
  /** Puts back what nobody settled before its lease ended, with one attempt more: at most `limit`. Looks at leases that ended after `since`. */
  reclaim(since: Date | null, now: Date, limit: number): Promise<number>;
  /**
   * Ends leases of those queues that last for longer than any that is given, as `reclaim` does: a clock that was ahead has written them.
   * Ahead is what is so by `now` and, where the store has a clock of its own, by that one too: one clock that is behind finds nothing.
   */
  reclaimAhead(horizons: readonly QueueHorizon[], now: Date, limit: number): Promise<number>;
  /**
   * Puts right the due times of messages of those queues that wait, at most `limit`; ahead means the same. One that was pushed at a time that has not come
   * is delayed from now on by as much as was asked for; one that failed and waits for longer than any does is due now. Returns how many.
   */
  bringForward(horizons: readonly QueueHorizon[], now: Date, limit: number): Promise<number>;
  /** Puts dead letters of the app back on their queues, with no attempts. Returns how many. */
  retryDead(appId: string, selection: DeadSelection, now: Date): Promise<number>;
  /** Drops dead letters of the app. Returns how many. */
  purgeDead(appId: string, selection: DeadSelection): Promise<number>;
  /** Drops messages of the app that wait, now or for later, and frees their names; none that is in delivery. Returns how many. */
  cancel(appId: string, selection: MessageSelection): Promise<number>;
  /** Forgets the names of messages that are free again. Returns how many. Housekeeping. */
  forgetBefore(now: Date): Promise<number>;
}

export interface PushQueueViews {
  /** Of every app, for the dispatcher; of one app, by queue. */
  workers(appId?: string): Promise<readonly QueueWorker[]>;
  /** Newest first. Throws `invalid_request` for a cursor that is none. */
  deadLetters(appId: string, query: DeadQuery): Promise<CursorPage<DeadLetter>>;
  /**
   * Every queue of the app (null: of all apps) that has a worker, a message or a dead letter; by app and queue. `of`: how these stand, where
   * there are some; it reads every message of their queues, so it is for people, not for a loop.
   */
  depths(appId: string | null, now: Date, of?: OwnedMessages): Promise<readonly QueueDepth[]>;
}

/** How long a name stays taken after its message is gone (decisions §7). */
export const DEDUP_KEPT_MS = 600_000;

/** The sort key that a page of dead letters continues after. */
export function deadPlace({ deadAt, id }: DeadLetter): readonly string[] {
  return [deadAt.toISOString(), id];
}
