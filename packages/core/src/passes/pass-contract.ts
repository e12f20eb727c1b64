import { z } from 'zod';
import { emailSchema } from '../identity/email.js';
import { personal, secret } from '../kit/secret.js';
import { instantInput, personText } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { PASS_KINDS, type Pass, type PassUse } from './pass.js';

const ENTRIES_MAX = 100_000;

const day = z.iso.date('A day as YYYY-MM-DD');
const name = personText(1, 120).meta({ examples: ['Abonnement annuel'] });

export const ownerInput = z.object({ name: personText(1, 80), email: emailSchema.nullable().default(null) });

/** What a caller may set of a pass. */
const settable = {
  kind: z.enum(PASS_KINDS),
  name,
  owner: personal(ownerInput),
  validFrom: day.nullable().meta({ description: 'The first day it lets somebody in; null: at once.', examples: ['2026-05-01'] }),
  validUntil: day.nullable().meta({ description: 'The last day; null: without end.', examples: ['2027-04-30'] }),
  entries: z.int().min(1).max(ENTRIES_MAX).nullable().meta({ description: 'How often, in all; null: any number of times.' }),
  oncePerDay: z.boolean(),
};

const MIXED_UP = { path: ['validUntil'], message: 'Not before the first day' };

function isInOrder({ validFrom, validUntil }: { validFrom: string | null; validUntil: string | null }): boolean {
  return validFrom === null || validUntil === null || validFrom <= validUntil;
}

/** What a pass must be, whoever made it so. */
export const passFields = z.object(settable).refine(isInOrder, MIXED_UP);

/** A new pass; what is left out is the plainest. */
export const passInput = z
  .strictObject({
    ...settable,
    kind: settable.kind.default('season'),
    validFrom: settable.validFrom.default(null),
    validUntil: settable.validUntil.default(null),
    entries: settable.entries.default(null),
    oncePerDay: settable.oncePerDay.default(false),
  })
  .refine(isInOrder, MIXED_UP);

export type PassInput = z.output<typeof passInput>;

export const passPatch = z.object(settable).partial();

export type PassPatch = z.output<typeof passPatch>;

/** An entry with a pass: now, or (written down later) when it was. */
export const useInput = z.strictObject({
  at: instantInput.optional().meta({ description: 'Left out: now. Not in the future.', examples: [undefined] }),
  gate: personText(1, 60)
    .nullable()
    .default(null)
    .meta({ examples: ['Entrée principale'] }),
});

export type UseInput = z.output<typeof useInput>;

export const blockInput = z.strictObject({
  reason: personal(personText(1, 200)).meta({ examples: ['Carte perdue'] }),
});

/** The pass in answers of the back office. */
export const passRecord: z.ZodType<Pass, Pass> = z.object({
  ...versionedFields,
  ...settable,
  owner: personal(z.object({ name: z.string(), email: z.string().nullable() })),
  code: secret(z.string()),
  used: z.int(),
  blockedAt: z.date().nullable(),
  blockedReason: z.string().nullable(),
});

export const passUseRecord: z.ZodType<PassUse, PassUse> = z.object({
  id: z.string(),
  passId: z.string(),
  at: z.date(),
  day: z.string(),
  gate: z.string().nullable(),
  entries: z.union([z.literal(1), z.literal(-1)]),
  annuls: z.string().nullable(),
  actor: z.string(),
});
