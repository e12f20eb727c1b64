import type { Clock } from '../kit/clock.js';
import type { CursorPage } from '../kit/page.js';
import { hostScope } from '../kit/scope.js';
import type { OwnQueue } from '../push-queue/own-queue.js';
import type { DeadLetter, DeadQuery, MessageOwner, OwnedMessages, PushQueueViews, QueueDepth } from '../push-queue/push-queue-store.js';
import { OWN_APP } from '../sdk/app-id.js';
import type { TransactAll } from '../stores.js';

/** Whose messages: those of one establishment, or of everybody (the platform's own affair). */
export type Whose = MessageOwner | 'everybody';

/**
 * The queues of the product itself (decision 0013). An establishment sees what names it, on queues that say whose each message is; mails are the
 * platform's, which counts them and never keeps one that was given up. Payloads leave this service for nobody.
 */
export interface QueuesService {
  stats(whose: Whose): Promise<readonly QueueDepth[]>;
  /** Newest first. Throws `invalid_request` for a cursor that is none. */
  deadLetters(whose: Whose, query: Omit<DeadQuery, 'of'>): Promise<CursorPage<Omit<DeadLetter, 'payload'>>>;
  /** Puts those of them that are theirs back on their queues; how many. */
  retryDead(whose: Whose, ids: readonly string[]): Promise<number>;
  /** Drops those of them that are theirs; how many. */
  purgeDead(whose: Whose, ids: readonly string[]): Promise<number>;
}

interface Deps {
  readonly transact: TransactAll;
  readonly views: PushQueueViews;
  readonly clock: Clock;
  readonly ownQueues: readonly Pick<OwnQueue, 'queue' | 'keepsDead'>[];
}

const SCOPE = hostScope('queues');

export function makeQueuesService({ transact, views, clock, ownQueues }: Deps): QueuesService {
  const ofSites = ownQueues.filter(({ keepsDead }) => keepsDead === true).map(({ queue }) => queue);
  const messagesOf = (whose: Whose): OwnedMessages | undefined =>
    whose === 'everybody' ? undefined : { owner: { tenantId: whose.tenantId, siteId: whose.siteId }, queues: ofSites };

  return {
    async stats(whose) {
      const depths = await views.depths(OWN_APP, clock.now(), messagesOf(whose));
      const names = whose === 'everybody' ? ownQueues.map(({ queue }) => queue) : ofSites;
      const idle = names.filter((name) => !depths.some(({ queue }) => queue === name)).map(emptyQueue);
      return [...depths, ...idle].toSorted((left, right) => (left.queue < right.queue ? -1 : 1));
    },
    async deadLetters(whose, query) {
      const { items, nextCursor } = await views.deadLetters(OWN_APP, { ...query, of: messagesOf(whose) });
      return { items: items.map(({ payload: _payload, ...letter }) => letter), nextCursor };
    },
    retryDead: (whose, ids) =>
      transact(SCOPE, ({ pushQueue }) => pushQueue.retryDead(OWN_APP, { ids, of: messagesOf(whose) }, clock.now())),
    purgeDead: (whose, ids) => transact(SCOPE, ({ pushQueue }) => pushQueue.purgeDead(OWN_APP, { ids, of: messagesOf(whose) })),
  };
}

function emptyQueue(queue: string): QueueDepth {
  return { appId: OWN_APP, queue, ready: 0, delayed: 0, inDelivery: 0, dead: 0, oldestDueAt: null };
}
