import { z } from 'zod';
import { subjectText } from '../email-templates/email-template-contract.js';
import { emailSchema } from '../identity/email.js';
import { pageInput } from '../kit/page.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { CAMPAIGN_FAILURES, CAMPAIGN_STATUSES } from './campaign.js';
import { RECIPIENT_REASONS, RECIPIENT_STATES } from './recipient.js';

const TAGS_MAX = 20;

const tagIds = z
  .array(idSchema)
  .max(TAGS_MAX)
  .refine(
    uniqueBy((id: string) => id),
    'Each tag once',
  );

const fields = {
  name: personText(1, 120),
  subject: subjectText.nullable(),
  templateId: idSchema,
  segmentId: idSchema.nullable(),
  tags: tagIds,
  senderName: personText(1, 80).nullable(),
  replyTo: emailSchema.nullable(),
};

export const campaignInput = z.object({
  ...fields,
  subject: fields.subject.default(null),
  segmentId: fields.segmentId.default(null),
  tags: tagIds.default([]),
  senderName: fields.senderName.default(null),
  replyTo: fields.replyTo.default(null),
});

export type CampaignInput = z.output<typeof campaignInput>;

export const campaignPatch = z
  .object(fields)
  .partial()
  .extend({ id: idSchema, version: z.int().min(1).optional() });

export type CampaignPatch = z.output<typeof campaignPatch>;

/** When a new campaign is sent. */
const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('later') }),
  z.object({ kind: z.literal('now') }),
  z.object({ kind: z.literal('at'), at: instantInput }),
]);

export const wizardInput = campaignInput.extend({ subject: subjectText, schedule });

export type WizardInput = z.output<typeof wizardInput>;

export const stepInput = z.object({ id: idSchema, version: z.int().min(1).optional() });

/** `at` absent or null: now. */
export const sendInput = stepInput.extend({ at: instantInput.nullable().default(null) });

export const listInput = pageInput.extend({ status: z.enum(CAMPAIGN_STATUSES).optional(), tagId: idSchema.optional() }).prefault({});

export const activityInput = pageInput.extend({ id: idSchema, state: z.enum(RECIPIENT_STATES).optional() });

const text = z.string();
const count = z.int();

const counts = z.object({
  pending: count,
  claimed: count,
  sent: count,
  failed: count,
  skipped: count,
  bounced: count,
  uncertain: count,
  unsubscribed: count,
});

export const campaignRecord = z.object({
  id: text,
  name: text,
  subject: text.nullable(),
  templateId: text,
  segmentId: text.nullable(),
  tags: z.array(text),
  senderName: text.nullable(),
  replyTo: text.nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
  scheduledAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  failure: z.enum(CAMPAIGN_FAILURES).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
});

export const countedCampaign = campaignRecord.extend({ counts });

export const activityPage = z.object({
  items: z.array(
    z.object({
      address: text,
      clientId: text.nullable(),
      state: z.enum(RECIPIENT_STATES),
      reason: z.enum(RECIPIENT_REASONS).nullable(),
      queuedAt: z.date(),
      changedAt: z.date(),
      unsubscribedAt: z.date().nullable(),
    }),
  ),
  counts,
  total: count,
  page: count,
  pageSize: count,
});

export const tagInput = z.object({
  name: personText(1, 60),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Six lower-case hexadecimal digits after a #')
    .nullable()
    .default(null),
});

export const tagRecord = z.object({
  id: text,
  name: text,
  colour: text.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: count,
});
