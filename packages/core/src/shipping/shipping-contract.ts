import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { idSchema, personText } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { basisPointsSchema, countryCode } from '../tax-rates/tax-rate-contract.js';
import { postcodeKeyOf } from './shipping.js';
import { SHIPPING_SORTS } from './shipping-store.js';

const COUNTRIES_MAX = 250;
const RULES_MAX = 200;
const STEPS_MAX = 50;
const DAYS_MAX = 365;
const ITEMS_MAX = 200;
const QUANTITY_MAX = 10_000;
const GRAMS_MAX = 100_000_000;

const name = personText(1, 80);
const cents = z.int().min(0).max(100_000_000);
const grams = z.int().min(0).max(GRAMS_MAX);
const position = z.int().min(-1_000_000).max(1_000_000);
const postcode = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .regex(/^[A-Za-z0-9 -]+$/, 'Letters, digits, spaces and hyphens');

const isRange = ({ from, to }: { from: string; to: string }) =>
  postcodeKeyOf(from).length === postcodeKeyOf(to).length && postcodeKeyOf(from) <= postcodeKeyOf(to);

const postcodeRule = z.union([
  z.strictObject({ prefix: postcode }),
  z.strictObject({ from: postcode, to: postcode }).refine(isRange, 'Two postcodes of the same length, the lower one first'),
]);

const zone = {
  name,
  countries: z.array(countryCode).min(1).max(COUNTRIES_MAX),
  postcodes: z.array(postcodeRule).max(RULES_MAX),
  position,
};

export const zoneFields = z.object({ ...zone, postcodes: zone.postcodes.default([]), position: position.default(0) });
export const zonePatch = z.object(zone).partial();
export const zoneRecord = z.object({ ...versionedFields, ...zone });

const price = z.object({
  maxWeightGrams: grams.nullable().default(null),
  maxTotalCents: cents.nullable().default(null),
  priceCents: cents,
});

/** An address on the web with `{number}` where the number of the parcel belongs. */
const trackingUrl = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^https:\/\/[A-Za-z0-9.-]+(?::\d+)?\/[^\s"<>\\^`{}|]*\{number\}[^\s"<>\\^`{}|]*$/,
    'An https address with {number} after the host',
  );

const days = z.int().min(0).max(DAYS_MAX);
const carrier = personText(1, 80).nullable();

const method = {
  zoneId: idSchema,
  name,
  carrier,
  prices: z.array(price).min(1).max(STEPS_MAX),
  freeFromCents: cents.nullable(),
  taxBasisPoints: basisPointsSchema,
  deliveryDaysMin: days,
  deliveryDaysMax: days,
  trackingUrl: trackingUrl.nullable(),
  active: z.boolean(),
  position,
};

const DAYS = { path: ['deliveryDaysMax'], message: 'Must not be below deliveryDaysMin' };

export const methodFields = z
  .object({
    ...method,
    carrier: carrier.default(null),
    freeFromCents: method.freeFromCents.default(null),
    deliveryDaysMin: days.default(1),
    deliveryDaysMax: days.default(5),
    trackingUrl: method.trackingUrl.default(null),
    active: method.active.default(true),
    position: position.default(0),
  })
  .refine(({ deliveryDaysMin, deliveryDaysMax }) => deliveryDaysMin <= deliveryDaysMax, DAYS);
export const methodPatch = z.object(method).partial();

export const methodRecord = z.object({
  ...versionedFields,
  ...method,
  prices: z.array(z.object({ maxWeightGrams: z.int().nullable(), maxTotalCents: z.int().nullable(), priceCents: z.int() })),
});

const sort = z.enum(SHIPPING_SORTS).default('position');
const country = countryCode.optional();

export const zoneQuery = pageInput.extend({ country: country.meta({ description: 'Only zones that name it.' }), sort });

export const methodQuery = pageInput.extend({
  zoneId: idSchema.optional(),
  country: country.meta({ description: 'Only methods of zones that name it.' }),
  carrier: personText(1, 80).optional(),
  active: z.boolean().optional(),
  sort,
});

/** What is delivered where; weight and total are those of the items unless they are said. */
export const quoteInput = z
  .object({
    country: countryCode,
    postcode: postcode.nullable().default(null),
    items: z
      .array(
        z.object({
          productId: idSchema,
          variantId: idSchema.nullable().default(null),
          quantity: z.int().min(1).max(QUANTITY_MAX).default(1),
        }),
      )
      .max(ITEMS_MAX)
      .default([]),
    weightGrams: grams.optional(),
    totalCents: cents.optional(),
  })
  .refine(({ items, weightGrams, totalCents }) => items.length > 0 || (weightGrams !== undefined && totalCents !== undefined), {
    message: 'Send items, or weightGrams and totalCents',
  });

export type QuoteInput = z.output<typeof quoteInput>;

export const quoteRecord = z.object({
  /** Null: nothing is delivered there. */
  zoneId: z.string().nullable(),
  weightGrams: z.int(),
  totalCents: z.int(),
  methods: z.array(
    z.object({
      methodId: z.string(),
      name: z.string(),
      carrier: z.string().nullable(),
      priceCents: z.int(),
      taxCents: z.int(),
      taxBasisPoints: z.int(),
      deliveryDaysMin: z.int(),
      deliveryDaysMax: z.int(),
    }),
  ),
});
