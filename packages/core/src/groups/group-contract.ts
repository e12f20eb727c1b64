import { z } from 'zod';
import { emailSchema } from '../identity/email.js';
import { pageInput } from '../kit/page.js';
import { personal } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { TICKET_LANGUAGES } from '../ticketing/offer.js';
import { GROUP_KINDS, GROUP_STATUSES } from './visitor-group.js';

export const GROUP_SIZE_MAX = 2000;
const QUOTE_LINES_MAX = 50;
const QUANTITY_MAX = 10_000;
const PRICE_CENTS_MAX = 10_000_000;

export const contactInput = z.object({
  name: personText(1, 80),
  email: emailSchema.nullable().default(null),
  phone: personText(1, 40).nullable().default(null),
});

/** Fields that the keyed API takes as they are. */
export const groupFields = {
  kind: z.enum(GROUP_KINDS),
  name: personText(1, 120).meta({ examples: ['Collège des Rives, 5e B'] }),
  contact: personal(contactInput),
  size: z
    .int()
    .min(1)
    .max(GROUP_SIZE_MAX)
    .meta({ description: 'Who come, those who accompany them included.', examples: [28] }),
  guided: z.boolean(),
  guide: personal(personText(1, 80).nullable()).meta({ description: 'Who guides it.', examples: [null] }),
  language: z.enum(TICKET_LANGUAGES),
  wishedOn: z.iso.date('A day as YYYY-MM-DD').nullable().meta({ description: 'The day it would like.' }),
  sessionId: idSchema.nullable().meta({ description: 'Whose seats it takes once it is confirmed.', examples: [null] }),
  notes: personal(personText(0, 2000, { multiline: true }).nullable()),
};

export const quoteName = personText(1, 200).meta({ examples: ['Visite guidée, tarif scolaire'] });
export const quoteQuantity = z.int().min(1).max(QUANTITY_MAX);

const quoteLine = z.object({
  name: quoteName,
  quantity: quoteQuantity.default(1),
  unitPriceCents: z.int().min(0).max(PRICE_CENTS_MAX).meta({ description: 'Including tax.' }),
  taxBasisPoints: z.int().min(0).max(10_000),
});

/** A whole quote of such lines. */
export const quoteOf = <Line extends z.ZodType>(line: Line) =>
  z.array(line).max(QUOTE_LINES_MAX).nullable().meta({ description: 'What the visit costs; no lines: nothing. Null: no quote was made.' });

const quote = quoteOf(quoteLine);

/** What a group begins as where nothing else is said. */
export const newGroupFields = {
  ...groupFields,
  kind: groupFields.kind.default('other'),
  guided: groupFields.guided.default(false),
  guide: groupFields.guide.default(null),
  language: groupFields.language.default('fr'),
  wishedOn: groupFields.wishedOn.default(null),
  sessionId: groupFields.sessionId.default(null),
  notes: groupFields.notes.default(null),
};

export const groupInput = z.strictObject({ ...newGroupFields, quote: quote.default(null) });

export type GroupInput = z.output<typeof groupInput>;

export const groupPatch = z.object({ ...groupFields, quote }).partial();

export type GroupPatch = z.output<typeof groupPatch>;

export const quoteInput = z.object({ lines: z.array(quoteLine).max(QUOTE_LINES_MAX) });

export const groupQuery = pageInput.extend({ status: z.enum(GROUP_STATUSES).optional(), sessionId: idSchema.optional() });

/** The group in answers of the back office. */
export const groupRecord = z.object({
  ...versionedFields,
  ...groupFields,
  contact: personal(z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })),
  status: z.enum(GROUP_STATUSES),
  quote,
  invoiceId: z.string().nullable(),
});
