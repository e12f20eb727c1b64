import { lazilyOver } from '../kit/lazily.js';
import type { TransactAll } from '../stores.js';
import type { Lease, NewJob } from './push-job.js';
import type { ClaimedJob, PushQueueStore } from './push-queue-store.js';

/** Something for the dispatcher of this process. */
export type QueueNews =
  | { readonly kind: 'pushed'; readonly appId: string; readonly queue: string }
  /** A worker, or dead letters that were put back. */
  | { readonly kind: 'changed' };

/** Who delivers a message that is being pushed: it need not be claimed. Either function is called, once. */
export interface Handover {
  readonly lease: Lease;
  /** The message is pushed, and committed. */
  take(job: ClaimedJob): void;
  /** There is no such message. */
  withdraw(): void;
}

/** A dispatcher. Neither function may throw. */
export interface QueueListener {
  heard(news: QueueNews): void;
  /** Null: the message waits on the queue, as others before it do. */
  offer(job: NewJob): Handover | null;
}

/** Wakes the dispatcher of this process. A shortcut only: those of other processes look by themselves. */
export interface QueueBell {
  ring(news: QueueNews): void;
  offer(job: NewJob): Handover | null;
  /** Tells `listener` all news until the returned function is called. */
  listen(listener: QueueListener): () => void;
}

export function makeQueueBell(): QueueBell {
  const listeners = new Set<QueueListener>();
  return {
    ring: (news) => {
      for (const listener of listeners) listener.heard(news);
    },
    offer(job) {
      for (const listener of listeners) {
        const handover = listener.offer(job);
        if (handover !== null) return handover;
      }
      return null;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `transact` that rings after the commit when something was put on the queue, whoever did it and wherever. */
export function ringingAfterCommit(transact: TransactAll, bell: QueueBell): TransactAll {
  return async (scope, work, writes) => {
    let notes = makeNotes(bell);
    const result = await transact(
      scope,
      (stores, views) => {
        // What a lost attempt pushed is not there.
        notes.drop();
        notes = makeNotes(bell);
        return work(lazilyOver(stores, { pushQueue: () => noting(stores.pushQueue, notes) }), views);
      },
      writes,
    ).catch((error: unknown) => {
      notes.drop();
      throw error;
    });
    notes.tell();
    return result;
  };
}

/** What one attempt of a transaction has put on the queue. */
interface Notes {
  note(news: QueueNews): void;
  push(store: PushQueueStore, jobs: readonly NewJob[], now: Date): ReturnType<PushQueueStore['push']>;
  /** It is committed. */
  tell(): void;
  /** It is not. */
  drop(): void;
}

function makeNotes(bell: QueueBell): Notes {
  const news = new Map<string, QueueNews>();
  const handed = new Map<Handover, ClaimedJob>();

  const note = (each: QueueNews) => news.set(each.kind === 'pushed' ? `${each.appId}\n${each.queue}` : '', each);

  return {
    note,
    async push(store, jobs, now) {
      const offered = jobs.map((job) => ({ job, isDue: job.runAt <= now, handover: job.runAt <= now ? bell.offer(job) : null }));
      for (const { job, handover } of offered) if (handover !== null) handed.set(handover, { ...job, attempts: 0, lease: handover.lease });
      const leased = offered.map(({ job, handover }) => (handover === null ? job : { ...job, lease: handover.lease }));
      const receipts = await store.push(leased, now);
      for (const [index, { job, isDue, handover }] of offered.entries()) {
        const isKnown = receipts[index]?.deduplicated === true;
        if (handover === null && isDue && !isKnown) note({ kind: 'pushed', appId: job.appId, queue: job.queue });
        if (handover !== null && isKnown && handed.delete(handover)) handover.withdraw();
      }
      return receipts;
    },
    tell() {
      for (const [handover, job] of handed) handover.take(job);
      for (const each of news.values()) bell.ring(each);
    },
    drop() {
      for (const handover of handed.keys()) handover.withdraw();
      handed.clear();
    },
  };
}

function noting(store: PushQueueStore, notes: Notes): PushQueueStore {
  return {
    ...store,
    push: (jobs, now) => notes.push(store, jobs, now),
    register: (worker) => {
      notes.note({ kind: 'changed' });
      return store.register(worker);
    },
    unregister: (appId, queue) => {
      notes.note({ kind: 'changed' });
      return store.unregister(appId, queue);
    },
    retryDead: (appId, selection, now) => {
      notes.note({ kind: 'changed' });
      return store.retryDead(appId, selection, now);
    },
  };
}
