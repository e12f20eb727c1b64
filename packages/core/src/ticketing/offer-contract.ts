import { z } from 'zod';
import { PRICE_MAX_CENTS } from '../catalogue/product-fields.js';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { seenVersion, versionedFields } from '../kit/versioned.js';
import { OFFER_KINDS, type TextByLanguage, TICKET_LANGUAGES } from './offer.js';

/** What an offer may be, and what is told of one in the back office. Prices are whole cents. */

const TITLE_MAX = 120;
const DESCRIPTION_MAX = 4000;
const CONDITIONS_MAX = 300;
/** Rates on sale at once. */
const RATES_MAX = 30;
const MINUTES_MAX = 31 * 24 * 60;
const POSITION_MAX = 100_000;
const TAX_MAX_BASIS_POINTS = 10_000;

/** A text in some of the languages; one that it is not in is left out. */
function textByLanguage(max: number, options: { multiline?: boolean } = {}) {
  return z.partialRecord(z.enum(TICKET_LANGUAGES), personText(1, max, options));
}

const isSomething = (text: TextByLanguage) => Object.keys(text).length > 0;
const IN_A_LANGUAGE = 'In one language at least';

const name = textByLanguage(TITLE_MAX)
  .refine(isSomething, IN_A_LANGUAGE)
  .meta({ examples: [{ fr: 'Plein tarif', en: 'Full price' }] });
const conditions = textByLanguage(CONDITIONS_MAX)
  .refine(isSomething, IN_A_LANGUAGE)
  .nullable()
  .meta({ description: 'Who may have it. Null: anybody.', examples: [{ fr: 'Moins de 26 ans, sur justificatif' }] });
const price = z.int().min(0).max(PRICE_MAX_CENTS).meta({ description: 'Including tax.' });
const tax = z.int().min(0).max(TAX_MAX_BASIS_POINTS);

const rateInput = z.strictObject({
  id: idSchema.optional().meta({ description: 'Of a rate the offer has; left out for a new one.' }),
  name,
  priceCents: price,
  taxBasisPoints: tax,
  conditions: conditions.default(null),
  active: z.boolean().default(true).meta({ description: 'False: sold no more.' }),
});

/** A rate as it is sent. */
export type SentRate = z.output<typeof rateInput>;

const rates = z
  .array(rateInput)
  .min(1)
  .max(RATES_MAX)
  .refine((sent) => uniqueBy((id: string) => id)(sent.flatMap(({ id }) => (id === undefined ? [] : [id]))), 'Two rates have one id')
  .meta({ description: 'Those to be sold, in this order. A rate that is left out is kept for what was sold at it, and sold no more.' });

const settable = {
  kind: z.enum(OFFER_KINDS),
  title: textByLanguage(TITLE_MAX)
    .refine(isSomething, IN_A_LANGUAGE)
    .meta({ examples: [{ fr: 'La nuit des ondes', en: 'Night of the waves' }] }),
  description: textByLanguage(DESCRIPTION_MAX, { multiline: true }).meta({ examples: [{ fr: 'Un concert dans le noir.' }] }),
  photo: personText(1, 500)
    .nullable()
    .meta({ examples: ['/assets/illustrations/phare.svg'] }),
  durationMinutes: z.int().min(1).max(MINUTES_MAX).nullable(),
  online: z.boolean().meta({ description: 'False: sold at the desk alone.' }),
  position: z.int().min(0).max(POSITION_MAX),
  rates,
};

/** A new offer. */
export const offerInput = z.object({
  ...settable,
  description: settable.description.default({}),
  photo: settable.photo.default(null),
  durationMinutes: settable.durationMinutes.default(null),
  online: settable.online.default(true),
  position: settable.position.default(0),
});
export type OfferInput = z.output<typeof offerInput>;

const patch = z.object(settable).partial();
export type OfferPatch = z.output<typeof patch>;

/** Undefined leaves, null clears. */
export const offerUpdate = z.object({ id: idSchema, version: seenVersion, ...patch.shape });

const anyText = z.partialRecord(z.enum(TICKET_LANGUAGES), z.string());

/** An offer as the back office sees it, with the rates that are sold no more. */
export const offerRecord = z.object({
  ...versionedFields,
  kind: z.enum(OFFER_KINDS),
  title: anyText,
  description: anyText,
  photo: z.string().nullable(),
  durationMinutes: z.int().nullable(),
  online: z.boolean(),
  position: z.int(),
  rates: z.array(
    z.object({
      id: z.string(),
      name: anyText,
      priceCents: z.int(),
      taxBasisPoints: z.int(),
      conditions: anyText.nullable(),
      active: z.boolean(),
    }),
  ),
});
