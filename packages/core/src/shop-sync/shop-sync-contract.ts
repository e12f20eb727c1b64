import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { secret } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import { SHOP_ENTITIES } from './shop-records.js';
import { SYNC_JOBS, SYNC_OUTCOMES, type SyncRun } from './sync-run.js';

/** Online shops as their merchants see them. */

export const connectionInput = z.object({
  url: z.url({ protocol: /^https?$/ }).max(300),
  key: secret(z.string().regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 visible characters')),
});

/** Of the key only whether it is set. */
export const connectionRecord = z.object({ connected: z.boolean(), url: z.string().nullable(), keySet: z.boolean() });

export const probeRecord = z.object({
  version: z.string().nullable(),
  name: z.string().nullable(),
  timezone: z.string(),
  currency: z.string(),
  language: z.string(),
  clockAheadMs: z.number(),
  unreadable: z.array(z.string()),
  remarks: z.array(z.string()),
});

/** What a try of the connection showed: either a shop, or why there is none. */
export const connectionTestRecord = z.object({
  at: z.date(),
  probe: probeRecord.nullable(),
  /** The refusal, such as `shop_unauthorized`; null: the shop has answered. */
  fault: z.string().nullable(),
});

export const jobInput = z.object({ job: z.enum(SYNC_JOBS) });

export const runInput = jobInput.extend({
  /** As much may be gone from the shop at once as stopped the last full run. */
  acceptDisappearance: z.boolean().default(false),
});

export const runRecord = z.object({
  id: z.string(),
  job: z.enum(SYNC_JOBS),
  dryRun: z.boolean(),
  /** `cut`: it has no outcome and nobody runs it; the next run of the job goes on where it was. */
  state: z.enum(['running', 'cut', 'ended']),
  outcome: z.enum(SYNC_OUTCOMES).nullable(),
  reason: z.string().nullable(),
  since: z.date().nullable(),
  counts: z.object({
    read: z.int(),
    unchanged: z.int(),
    quarantined: z.int(),
    gone: z.int(),
    requests: z.int(),
    writes: z.record(z.string(), z.int()),
  }),
  /** By kind, how many records were gone when the run was stopped because of them. */
  vanished: z.record(z.string(), z.int()).nullable(),
  /** So many were accepted to be gone. */
  accepted: z.record(z.string(), z.int()).nullable(),
  expected: z.int(),
  startedAt: z.date(),
  finishedAt: z.date().nullable(),
});

export const runsInput = pageInput
  .omit({ search: true })
  .extend({ job: z.enum(SYNC_JOBS).optional(), outcome: z.enum(SYNC_OUTCOMES).optional() })
  .prefault({});

export const quarantinedRecord = z.object({
  id: z.string(),
  entity: z.enum(SHOP_ENTITIES),
  externalId: z.string(),
  code: z.string(),
  reason: z.string(),
  attempts: z.int(),
  firstAt: z.date(),
  lastAt: z.date(),
  nextTryAt: z.date().nullable(),
});

export const quarantineInput = pageInput
  .extend({ entity: z.enum(SHOP_ENTITIES).optional(), dismissed: z.boolean().optional() })
  .prefault({});

/** Ids are made of kinds and ids of shops, so they may be longer than others. */
export const quarantineIdInput = z.object({ id: idSchema });

/** The run as it is shown; `now` says whether anybody still runs it. */
export function presentRun(run: SyncRun, now: Date): z.input<typeof runRecord> {
  const { id, job, dryRun, outcome, reason, since, counts, vanished, accepted, expected, startedAt, finishedAt, leaseUntil } = run;
  const state = outcome !== null ? 'ended' : leaseUntil > now ? 'running' : 'cut';
  return {
    ...{ id, job, dryRun, state, outcome, reason, since, expected, startedAt, finishedAt },
    counts: { ...counts, writes: { ...counts.writes } },
    vanished: vanished === null ? null : { ...vanished },
    accepted: accepted === null ? null : { ...accepted },
  };
}
