import { lazilyOver } from '../kit/lazily.js';
import type { TransactAll } from '../stores.js';
import type { PushQueueStore, QueueWorker } from './push-queue-store.js';

/** Something for the dispatcher of this process. */
export type QueueNews =
  | { readonly kind: 'pushed'; readonly appId: string; readonly queue: string }
  /** A worker, or dead letters that were put back. */
  | { readonly kind: 'changed' };

/** Wakes the dispatcher of this process. A shortcut only: those of other processes look by themselves. */
export interface QueueBell {
  ring(news: QueueNews): void;
  /** Calls `listener` for all news until the returned function is called. A listener must not throw. */
  listen(listener: (news: QueueNews) => void): () => void;
}

export function makeQueueBell(): QueueBell {
  const listeners = new Set<(news: QueueNews) => void>();
  return {
    ring: (news) => {
      for (const listener of listeners) listener(news);
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
    let news = new Map<string, QueueNews>();
    const result = await transact(
      scope,
      (stores, views) => {
        // A new list with every attempt: what a lost attempt pushed is not there.
        news = new Map();
        return work(lazilyOver(stores, { pushQueue: () => noting(stores.pushQueue, news) }), views);
      },
      writes,
    );
    for (const each of news.values()) bell.ring(each);
    return result;
  };
}

function noting(store: PushQueueStore, news: Map<string, QueueNews>): PushQueueStore {
  const notePush = ({ appId, queue }: Pick<QueueWorker, 'appId' | 'queue'>) =>
    news.set(`${appId}\n${queue}`, { kind: 'pushed', appId, queue });
  const noteChange = () => news.set('', { kind: 'changed' });
  return {
    ...store,
    push: (jobs, now) => {
      for (const job of jobs) notePush(job);
      return store.push(jobs, now);
    },
    register: (worker) => {
      noteChange();
      return store.register(worker);
    },
    retryDead: (appId, selection, now) => {
      noteChange();
      return store.retryDead(appId, selection, now);
    },
  };
}
