import { z } from 'zod';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { PushQueueStore } from '../push-queue/push-queue-store.js';
import { OWN_APP } from '../sdk/app-id.js';
import { WEBHOOK_ENTITIES } from './shop-event.js';
import type { NextTurn } from './webhook-log-store.js';

/** Turns of work on the queue of the product: they are there if, and only if, what they are to work on is committed. */
export const WEBHOOK_QUEUE = 'shop-webhooks';

const turnSchema = z.object({ tenantId: z.string(), siteId: z.string(), entity: z.enum(WEBHOOK_ENTITIES), number: z.int() });

export type TurnMessage = z.output<typeof turnSchema>;

/** Puts the turn on the queue, within the transaction that calls for it. */
export async function pushTurn(
  pushQueue: Pick<PushQueueStore, 'push'>,
  ids: Pick<Ids, 'uuid'>,
  { tenantId, siteId }: Scope,
  { entity, number, at: runAt }: NextTurn,
  now: Date,
): Promise<void> {
  const payload = JSON.stringify({ tenantId, siteId, entity, number } satisfies TurnMessage);
  const message = { id: ids.uuid(), appId: OWN_APP, queue: WEBHOOK_QUEUE, payload, createdAt: now, runAt };
  await pushQueue.push([{ ...message, maxAttempts: null, dedupId: null }], now);
}

/** The turn in a message of the queue. */
export function turnIn(payload: unknown): TurnMessage {
  return turnSchema.parse(payload);
}
