import { z } from 'zod';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { OwnQueue } from '../push-queue/own-queue.js';
import type { PushQueueStore } from '../push-queue/push-queue-store.js';
import { OWN_APP } from '../sdk/app-id.js';

/** Campaigns have a queue of their own: however long one is, mails about orders and accounts do not wait for it. */
export const CAMPAIGN_QUEUE = 'campaigns';

const jobSchema = z.object({
  tenantId: z.string(),
  siteId: z.string(),
  campaignId: z.string(),
  /** `Campaign.run` when it was pushed. */
  run: z.int(),
  /** Turns in a row in which no mail server could be had. */
  tries: z.int(),
});

/** One turn of work on a campaign. A campaign has one message on the queue at a time, which is followed by the next. */
export type CampaignJob = z.output<typeof jobSchema>;

export const CAMPAIGN_SCOPE_ACTOR = { kind: 'system', name: 'campaigns' } as const;

export function scopeOfJob({ tenantId, siteId }: CampaignJob): Scope {
  return { tenantId, siteId, actor: CAMPAIGN_SCOPE_ACTOR };
}

/** Puts a turn on the queue, within the transaction that calls for it. */
export async function pushTurn(pushQueue: Pick<PushQueueStore, 'push'>, ids: Ids, job: CampaignJob, runAt: Date, now: Date): Promise<void> {
  const message = { id: ids.uuid(), appId: OWN_APP, queue: CAMPAIGN_QUEUE, payload: JSON.stringify(job), createdAt: now, runAt };
  await pushQueue.push([{ ...message, maxAttempts: null, dedupId: null }], now);
}

/** How long a turn may be silent before somebody else takes it up; and how old a claim of recipients gets before it is in doubt. */
export const TURN_LEASE_SECS = 120;
/** A turn whose database cannot be had comes again, with waits of up to an hour: for more than a month. */
const ATTEMPTS_MAX = 1_000;

/** Works on campaigns, one turn at a time per process. */
export function campaignQueue(takeTurn: (job: CampaignJob) => Promise<void>): OwnQueue {
  return {
    queue: CAMPAIGN_QUEUE,
    concurrency: 1,
    visibilityTimeoutSecs: TURN_LEASE_SECS,
    maxAttempts: ATTEMPTS_MAX,
    keepsDead: true,
    async handle(payload) {
      await takeTurn(jobSchema.parse(payload));
      return { kind: 'done' };
    },
  };
}
