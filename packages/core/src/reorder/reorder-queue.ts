import { z } from 'zod';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { OwnQueue } from '../push-queue/own-queue.js';
import type { NewJob } from '../push-queue/push-job.js';
import { OWN_APP } from '../sdk/app-id.js';
import type { ReorderService } from './reorder-service.js';

/** Recalculations that something asked for, one message per product. */
export const REORDER_QUEUE = 'reorder-recalc';

/** What asks for the same product within such a time is one recalculation, at its end, so that it sees all of them. */
const WINDOW_MS = 10_000;

const messageSchema = z.object({ tenantId: z.string(), siteId: z.string(), itemId: z.string() });
const ACTOR = { kind: 'system', name: 'reorder' } as const;

/** The messages for the products. A name is that of one window: a later one is free, though names stay taken for a while. */
export function recalculationJobs(
  { tenantId, siteId }: Scope,
  itemIds: readonly string[],
  ids: Pick<Ids, 'uuid'>,
  now: Date,
): readonly NewJob[] {
  const window = Math.floor(now.getTime() / WINDOW_MS);
  return itemIds.map((itemId) => ({
    id: ids.uuid(),
    appId: OWN_APP,
    queue: REORDER_QUEUE,
    payload: JSON.stringify({ tenantId, siteId, itemId } satisfies z.input<typeof messageSchema>),
    maxAttempts: null,
    dedupId: `${siteId} ${itemId} ${window}`,
    createdAt: now,
    runAt: new Date((window + 1) * WINDOW_MS),
  }));
}

/** Works the suggestions of products out anew. */
export function reorderQueue(reorder: Pick<ReorderService, 'recalculate'>): OwnQueue {
  return {
    queue: REORDER_QUEUE,
    concurrency: 2,
    visibilityTimeoutSecs: 60,
    maxAttempts: 5,
    keepsDead: true,
    async handle(payload) {
      const { tenantId, siteId, itemId } = messageSchema.parse(payload);
      await reorder.recalculate({ tenantId, siteId, actor: ACTOR }, [itemId]);
      return { kind: 'done' };
    },
  };
}
