import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Metric } from '../kit/metrics.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { CursorPage } from '../kit/page.js';
import { hostScope } from '../kit/scope.js';
import type { TransactAll, Views } from '../stores.js';
import { type DeliveryCounters, depthMetrics } from './delivery-counters.js';
import type { NewJob } from './push-job.js';
import type { PushedMessage } from './push-queue-contract.js';
import type { DeadLetter, DeadQuery, DeadSelection, MessageSelection, PushReceipt, QueueDepth, QueueWorker } from './push-queue-store.js';

/** The push queue as apps use it (interfaces C; decisions §7). */
export interface PushQueueService {
  /** One receipt per message, in order. */
  push(appId: string, messages: readonly PushedMessage[]): Promise<readonly PushReceipt[]>;
  /** Throws `invalid_request` for an address that this host does not call. */
  register(worker: QueueWorker): Promise<void>;
  /** The app's workers, by queue. */
  workers(appId: string): Promise<readonly QueueWorker[]>;
  /** The messages of the queue wait from then on. False when it had no worker. */
  unregister(appId: string, queue: string): Promise<boolean>;
  /** Drops messages that wait, now or for later. Returns how many. */
  cancel(appId: string, selection: MessageSelection): Promise<number>;
  deadLetters(appId: string, query: DeadQuery): Promise<CursorPage<DeadLetter>>;
  retryDead(appId: string, selection: DeadSelection): Promise<number>;
  purgeDead(appId: string, selection: DeadSelection): Promise<number>;
  depths(appId: string): Promise<readonly QueueDepth[]>;
  /** What this process has delivered, and how every queue stands. */
  metrics(): Promise<readonly Metric[]>;
}

interface Deps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'pushQueue'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outgoing: Pick<OutgoingHttp, 'faultOf'>;
  readonly counters: DeliveryCounters;
}

const SCOPE = hostScope('push-queue');

export function makePushQueueService({ transact, views, clock, ids, outgoing, counters }: Deps): PushQueueService {
  const jobOf = (appId: string, now: Date, message: PushedMessage): NewJob => ({
    id: ids.uuid(),
    appId,
    queue: message.queue,
    payload: message.payload,
    maxAttempts: message.max_attempts ?? null,
    dedupId: message.dedup_id ?? null,
    runAt: new Date(now.getTime() + (message.delay_secs ?? 0) * 1000),
    createdAt: now,
  });

  return {
    async push(appId, messages) {
      const now = clock.now();
      const jobs = messages.map((message) => jobOf(appId, now, message));
      // A name is taken in statements of its own.
      const writes = jobs.some(({ dedupId }) => dedupId !== null) ? undefined : 'one-call';
      return transact(SCOPE, ({ pushQueue }) => pushQueue.push(jobs, now), writes);
    },
    async register(worker) {
      const fault = outgoing.faultOf(worker.handlerUrl);
      if (fault !== null) throw new DomainError('invalid_request', { issues: [{ path: 'handler_url', message: fault }] });
      await transact(SCOPE, ({ pushQueue }) => pushQueue.register(worker));
    },
    workers: (appId) => views.pushQueue.workers(appId),
    unregister: (appId, queue) => transact(SCOPE, ({ pushQueue }) => pushQueue.unregister(appId, queue)),
    cancel: (appId, selection) => transact(SCOPE, ({ pushQueue }) => pushQueue.cancel(appId, selection)),
    deadLetters: (appId, query) => views.pushQueue.deadLetters(appId, query),
    retryDead: (appId, selection) => transact(SCOPE, ({ pushQueue }) => pushQueue.retryDead(appId, selection, clock.now())),
    purgeDead: (appId, selection) => transact(SCOPE, ({ pushQueue }) => pushQueue.purgeDead(appId, selection)),
    depths: (appId) => views.pushQueue.depths(appId, clock.now()),
    async metrics() {
      const now = clock.now();
      return [...depthMetrics(await views.pushQueue.depths(null, now), now), ...counters.metrics()];
    },
  };
}
