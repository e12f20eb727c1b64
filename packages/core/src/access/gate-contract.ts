import { z } from 'zod';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { toleranceMinutes } from './gate.js';

/** A gate as the back office sets it up. */

const name = personText(1, 40);
const offerIds = z
  .array(idSchema)
  .max(200)
  .refine(
    uniqueBy((id: string) => id),
    'An offer is named twice',
  );
const minutes = toleranceMinutes.nullable();
const reentry = z.boolean().nullable();

export const gateFields = z.object({
  name,
  offerIds: offerIds.default([]),
  earlyMinutes: minutes.default(null),
  lateMinutes: minutes.default(null),
  reentry: reentry.default(null),
});

export const gatePatch = z.object({
  name: name.optional(),
  offerIds: offerIds.optional(),
  earlyMinutes: minutes.optional(),
  lateMinutes: minutes.optional(),
  reentry: reentry.optional(),
});

export const gateRecord = z.object({
  ...versionedFields,
  name: z.string(),
  offerIds: z.array(z.string()).readonly(),
  earlyMinutes: z.int().nullable(),
  lateMinutes: z.int().nullable(),
  reentry: z.boolean().nullable(),
});
