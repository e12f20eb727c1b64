import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { seenVersion, versionedFields } from '../kit/versioned.js';
import { COUPON_KINDS, couponKeyOf } from './coupon.js';
import { COUPON_SORTS } from './coupon-store.js';

/** A coupon for more products than this is one for a category. */
const IDS_MAX = 100;
const LINES_MAX = 500;
const CENTS_MAX = 100_000_000;
const TIMES_MAX = 1_000_000_000;
const PERCENT_MAX = 10_000;
export const BATCH_MAX = 10_000;

/** Letters and digits, 3 to 40 with hyphens; kept in capitals. */
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]+(?:[-_][A-Z0-9]+)*$/, 'Letters, digits and hyphens between them')
  .max(40)
  .refine((text) => couponKeyOf(text).length >= 3, 'At least three letters or digits');

/** A code as a client types it; what no code looks like is simply unknown. */
const typedCode = personText(1, 100);

const prefix = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{0,12}$/, 'Up to 12 letters and digits');

const ids = z
  .array(idSchema)
  .max(IDS_MAX)
  .refine(
    uniqueBy<string>((id) => id),
    'Each once',
  );
const cents = z.int().min(0).max(CENTS_MAX);
const times = z.int().min(1).max(TIMES_MAX).nullable();
const kind = z.enum(COUPON_KINDS);
const description = personText(1, 500, { multiline: true }).nullable();

/** All a coupon promises; its code apart. */
const terms = {
  description,
  kind,
  value: z.int().min(0).max(CENTS_MAX),
  active: z.boolean(),
  validFrom: instantInput.nullable(),
  validTo: instantInput.nullable(),
  minimumCents: cents,
  maxDiscountCents: cents.min(1).nullable(),
  limit: times,
  limitPerClient: times,
  productIds: ids,
  categoryIds: ids,
  firstOrderOnly: z.boolean(),
  stackable: z.boolean(),
};

const newTerms = {
  ...terms,
  description: description.default(null),
  active: terms.active.default(true),
  validFrom: terms.validFrom.default(null),
  validTo: terms.validTo.default(null),
  minimumCents: cents.default(0),
  maxDiscountCents: terms.maxDiscountCents.default(null),
  limit: times.default(null),
  limitPerClient: times.default(null),
  productIds: ids.default([]),
  categoryIds: ids.default([]),
  firstOrderOnly: terms.firstOrderOnly.default(false),
  stackable: terms.stackable.default(false),
};

interface Terms {
  readonly kind: (typeof COUPON_KINDS)[number];
  readonly value: number;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
}

const VALUE = { path: ['value'], message: 'Basis points from 1 to 10000 for a percentage, cents from 1 for an amount, else 0' };
const PERIOD = { path: ['validTo'], message: 'Must not be before validFrom' };

function hasFittingValue({ kind: what, value }: Terms): boolean {
  if (what === 'freeShipping') return value === 0;
  return value >= 1 && (what === 'amount' || value <= PERCENT_MAX);
}

const isPeriod = ({ validFrom, validTo }: Terms) => validFrom === null || validTo === null || validFrom <= validTo;

/** A new coupon, and what a changed one must still be. */
export const couponFields = z
  .object({ code, ...newTerms })
  .refine(hasFittingValue, VALUE)
  .refine(isPeriod, PERIOD);

export type CouponFields = z.output<typeof couponFields>;

export const couponUpdate = z.object({ id: idSchema, version: seenVersion, ...z.object({ code, ...terms }).partial().shape });

/** Many coupons of the same terms, each redeemed once unless `limit` says otherwise. */
export const batchInput = z
  .object({ ...newTerms, limit: times.default(1), prefix: prefix.default(''), count: z.int().min(1).max(BATCH_MAX) })
  .refine(hasFittingValue, VALUE)
  .refine(isPeriod, PERIOD);

export type BatchInput = z.output<typeof batchInput>;

export const couponRecord = z.object({
  ...versionedFields,
  code: z.string(),
  description: z.string().nullable(),
  kind,
  value: z.int(),
  active: z.boolean(),
  validFrom: z.date().nullable(),
  validTo: z.date().nullable(),
  minimumCents: z.int(),
  maxDiscountCents: z.int().nullable(),
  limit: z.int().nullable(),
  limitPerClient: z.int().nullable(),
  productIds: z.array(z.string()),
  categoryIds: z.array(z.string()),
  firstOrderOnly: z.boolean(),
  stackable: z.boolean(),
  batchId: z.string().nullable(),
  redeemed: z.int(),
  redeemedCents: z.int(),
});

export const couponQuery = pageInput.extend({
  sort: z.enum(COUPON_SORTS).default('-createdAt'),
  active: z.boolean().optional(),
  kind: kind.optional(),
  batchId: idSchema.optional(),
});

export const redemptionQuery = pageInput
  .omit({ search: true })
  .extend({ couponId: idSchema.optional(), orderId: idSchema.optional(), clientId: idSchema.optional() });

export const redemptionRecord = z.object({
  id: z.string(),
  couponId: z.string(),
  orderId: z.string(),
  clientId: z.string().nullable(),
  amountCents: z.int(),
  at: z.date(),
  releasedAt: z.date().nullable(),
});

export const figuresQuery = z.object({
  couponId: idSchema.optional(),
  batchId: idSchema.optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
});

export const figuresRecord = z.object({
  redemptions: z.int(),
  released: z.int(),
  clients: z.int(),
  discountCents: z.int(),
  firstAt: z.date().nullable(),
  lastAt: z.date().nullable(),
});

/** An order as far as coupons care; prices are those of the order, which has them from the catalogue. */
export const validateInput = z.object({
  code: typedCode,
  lines: z.array(z.object({ productId: idSchema, categoryId: idSchema.nullable().default(null), totalCents: cents })).max(LINES_MAX),
  shippingCents: cents.default(0),
  clientId: idSchema.nullable().default(null),
  clientOrders: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'Orders the client has placed before; counted here where the client is known.' }),
  /** Codes that are on the order already. */
  otherCodes: z.array(typedCode).max(10).default([]),
});

export type ValidateInput = z.output<typeof validateInput>;

export const validRecord = z.object({
  coupon: couponRecord,
  /** What it takes off, of the lines or (free delivery) of the delivery. */
  discountCents: z.int(),
  /** The same for each line, in their order. */
  lineDiscountsCents: z.array(z.int()),
});
