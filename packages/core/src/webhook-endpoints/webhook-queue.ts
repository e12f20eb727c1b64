import { z } from 'zod';
import type { Ids } from '../kit/ids.js';
import { ATTEMPTS_MAX, LEASE_SECS, pushNow, RETRY_WAITS_SECS } from '../links/delivery-queue.js';
import type { OwnQueue } from '../push-queue/own-queue.js';
import type { Delivered } from '../push-queue/push-job.js';
import type { PushQueueStore } from '../push-queue/push-queue-store.js';

/** Events for the endpoints of integrators. */
export const WEBHOOK_QUEUE = 'webhook-endpoints';

/** A delivery waits for slow endpoints only while so many are slow at once. */
const AT_ONCE = 32;

const messageSchema = z.object({ tenantId: z.string(), siteId: z.string(), endpointId: z.string(), deliveryId: z.string() });
export type WebhookMessage = z.output<typeof messageSchema>;

/** Puts deliveries on the queue, within the transaction that makes them. */
export function pushWebhooks(
  deps: { readonly pushQueue: Pick<PushQueueStore, 'push'>; readonly ids: Pick<Ids, 'uuid'> },
  messages: readonly WebhookMessage[],
  now: Date,
): Promise<void> {
  return pushNow(deps, WEBHOOK_QUEUE, messages, now);
}

/** Delivers events to endpoints, with the attempts and waits of links (decisions §5). */
export function webhookQueue(deliver: (message: WebhookMessage, attempts: number) => Promise<Delivered>): OwnQueue {
  return {
    queue: WEBHOOK_QUEUE,
    concurrency: AT_ONCE,
    visibilityTimeoutSecs: LEASE_SECS,
    maxAttempts: ATTEMPTS_MAX,
    retryWaitsSecs: RETRY_WAITS_SECS,
    keepsDead: true,
    handle: (payload, attempts) => deliver(messageSchema.parse(payload), attempts),
  };
}
