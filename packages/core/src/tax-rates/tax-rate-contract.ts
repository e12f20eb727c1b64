import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { personText } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { TAX_CATEGORIES } from './tax-rate.js';
import { TAX_RATE_SORTS } from './tax-rate-store.js';

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters (ISO 3166-1)');

/** A rate in basis points: 2000 is 20 %. */
export const basisPointsSchema = z.int().min(0).max(10_000);

const name = personText(1, 80);
const category = z.enum(TAX_CATEGORIES);
const day = z.iso.date();

const PERIOD = { path: ['validTo'], message: 'Must not be before validFrom' };
const isPeriod = ({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }) =>
  validFrom === null || validTo === null || validFrom <= validTo;

export const taxRateFields = z
  .object({
    name,
    country: countryCode,
    category: category.default('standard'),
    basisPoints: basisPointsSchema,
    validFrom: day.nullable().default(null),
    validTo: day.nullable().default(null),
  })
  .refine(isPeriod, PERIOD);

export const taxRatePatch = z.object({
  name: name.optional(),
  country: countryCode.optional(),
  category: category.optional(),
  basisPoints: basisPointsSchema.optional(),
  validFrom: day.nullable().optional(),
  validTo: day.nullable().optional(),
});

export const taxRateRecord = z.object({
  ...versionedFields,
  name: z.string(),
  country: z.string(),
  category,
  basisPoints: z.int(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});

export const taxRateQuery = pageInput.extend({
  country: countryCode.optional(),
  category: category.optional(),
  on: day.optional().meta({ description: 'Only those in force on this day.' }),
  sort: z.enum(TAX_RATE_SORTS).default('country'),
});

export const resolveTaxInput = z.object({
  country: countryCode,
  /** The day of the supply; today in the establishment's time zone when left out. */
  date: day.optional(),
  category: category.default('standard'),
});
