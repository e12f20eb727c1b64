import { z } from 'zod';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { OwnQueue } from '../push-queue/own-queue.js';
import type { Delivered } from '../push-queue/push-job.js';
import type { PushQueueStore } from '../push-queue/push-queue-store.js';
import { OWN_APP } from '../sdk/app-id.js';

/** Events for shops. */
export const SYNC_QUEUE = 'shop-links';

/** The waits between the attempts of a delivery (decisions §5): after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. The first is made at once. */
export const RETRY_WAITS_SECS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const ATTEMPTS_MAX = RETRY_WAITS_SECS.length + 1;

/** A delivery, which waits for the slow shop of one establishment only while so many are slow. */
const AT_ONCE = 32;
/** Longer than a shop may take for its answer (`TIMEOUT_MS`). */
export const LEASE_SECS = 30;

const messageSchema = z.object({ tenantId: z.string(), siteId: z.string(), linkId: z.string(), deliveryId: z.string() });
export type DeliveryMessage = z.output<typeof messageSchema>;

/** Puts the deliveries on the queue, within the transaction that makes them. */
export async function pushDeliveries(
  { pushQueue, ids }: { readonly pushQueue: Pick<PushQueueStore, 'push'>; readonly ids: Pick<Ids, 'uuid'> },
  { tenantId, siteId }: Scope,
  deliveries: readonly { readonly id: string; readonly linkId: string }[],
  now: Date,
): Promise<void> {
  const messages = deliveries.map(({ id: deliveryId, linkId }): DeliveryMessage => ({ tenantId, siteId, linkId, deliveryId }));
  await pushNow({ pushQueue, ids }, SYNC_QUEUE, messages, now);
}

/** Puts messages that are due at once on a queue of the product, within the transaction that makes them. */
export async function pushNow(
  { pushQueue, ids }: { readonly pushQueue: Pick<PushQueueStore, 'push'>; readonly ids: Pick<Ids, 'uuid'> },
  queue: string,
  messages: readonly object[],
  now: Date,
): Promise<void> {
  const common = { appId: OWN_APP, queue, maxAttempts: null, dedupId: null, createdAt: now, runAt: now };
  const jobs = messages.map((message) => ({ ...common, id: ids.uuid(), payload: JSON.stringify(message) }));
  if (jobs.length > 0) await pushQueue.push(jobs, now);
}

/** Delivers events to shops. */
export function deliveryQueue(deliver: (message: DeliveryMessage, attempts: number) => Promise<Delivered>): OwnQueue {
  return {
    queue: SYNC_QUEUE,
    concurrency: AT_ONCE,
    visibilityTimeoutSecs: LEASE_SECS,
    maxAttempts: ATTEMPTS_MAX,
    retryWaitsSecs: RETRY_WAITS_SECS,
    keepsDead: true,
    handle: (payload, attempts) => deliver(messageSchema.parse(payload), attempts),
  };
}
