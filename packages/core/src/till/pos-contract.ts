import { z } from 'zod';
import { pageOf } from '../kit/page.js';
import { idSchema, personText } from '../kit/validate.js';
import { DISCOUNT_KINDS, PAYMENT_METHODS, SALE_KINDS, SALE_ROUNDINGS } from '../sales/sale.js';
import { CASH_DIRECTIONS } from './register.js';

/** What tills are called by and answer with: cents, basis points, instants. */

const CENTS_MAX = 100_000_000;
export const cents = z.int().min(0).max(CENTS_MAX);
export const registerId = idSchema;
export const reason = personText(1, 200);

export const registerRecord = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  training: z.boolean(),
  createdAt: z.date(),
});

const totalsRecord = z.object({
  count: z.int(),
  totalCents: z.int(),
  absoluteCents: z.int(),
  taxes: z.array(z.object({ taxBasisPoints: z.int(), netCents: z.int(), taxCents: z.int() })),
  payments: z.array(z.object({ method: z.string(), amountCents: z.int() })),
});

export const reportRecord = z.object({
  upTo: z.int(),
  totals: totalsRecord,
  perpetual: totalsRecord,
  floatCents: z.int(),
  inCents: z.int(),
  outCents: z.int(),
  methods: z.array(
    z.object({
      method: z.string(),
      expectedCents: z.int(),
      countedCents: z.int().nullable(),
      differenceCents: z.int().nullable(),
    }),
  ),
});

export const shiftRecord = z.object({
  id: z.string(),
  registerId: z.string(),
  register: z.string(),
  number: z.int(),
  openedAt: z.date(),
  openedBy: z.string(),
  floatCents: z.int(),
  closed: z.object({ at: z.date(), by: z.string(), report: reportRecord }).nullable(),
});

export const movementRecord = z.object({
  id: z.string(),
  shiftId: z.string(),
  direction: z.enum(CASH_DIRECTIONS),
  amountCents: z.int(),
  reason: z.string(),
  at: z.date(),
  by: z.string(),
});

export const countedInput = z.array(z.object({ method: z.enum(PAYMENT_METHODS), amountCents: cents })).max(PAYMENT_METHODS.length);

export const archiveRecord = z.object({
  id: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  at: z.date(),
  by: z.string(),
  entries: z.int(),
  digest: z.string(),
  signature: z.string(),
  keyId: z.string(),
});

export const rungLine = z
  .object({
    itemId: idSchema.optional(),
    variantId: idSchema.optional(),
    name: personText(1, 120).optional(),
    quantity: z.int().min(1).max(10_000).default(1),
    unitPriceCents: cents.optional(),
    taxBasisPoints: z.int().min(0).max(10_000).optional(),
  })
  .refine(
    ({ itemId, name, unitPriceCents, taxBasisPoints }) =>
      itemId !== undefined || (name !== undefined && unitPriceCents !== undefined && taxBasisPoints !== undefined),
    'A line of nothing in the catalogue needs name, unitPriceCents and taxBasisPoints.',
  );
export const rungLines = z.array(rungLine).min(1).max(200);

/** Of `percent` the value is basis points, of `amount` cents. */
export const discountInput = z
  .object({
    kind: z.enum(DISCOUNT_KINDS),
    value: cents,
    label: personText(1, 80).default('Remise'),
    line: z.int().min(1).max(200).optional(),
  })
  .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, 'A percentage is at most 100.');
export const discountInputs = z.array(discountInput).max(50).default([]);

export const paymentInput = z.object({ method: z.enum(PAYMENT_METHODS), amountCents: cents, tenderedCents: cents.optional() });
export const paymentInputs = z.array(paymentInput).min(1).max(20);

export const lineRecord = z.object({
  number: z.int(),
  itemId: z.string().nullable(),
  variantId: z.string().nullable(),
  syncKey: z.string().nullable(),
  sku: z.string().nullable(),
  name: z.string(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
  taxBasisPoints: z.int(),
  taxCents: z.int().nullable(),
});

/** How much of which line of a sale comes back. */
export const refundLines = z
  .array(z.object({ number: z.int().min(1), quantity: z.int().min(1).max(10_000) }))
  .min(1)
  .max(200);

const discountRecord = z.object({
  kind: z.enum(DISCOUNT_KINDS),
  value: z.int(),
  label: z.string(),
  line: z.int().nullable(),
  amountCents: z.int(),
});

export const pricedRecord = z.object({
  lines: z.array(lineRecord),
  discounts: z.array(discountRecord),
  taxes: totalsRecord.shape.taxes,
  totalCents: z.int(),
  rounding: z.enum(SALE_ROUNDINGS),
});

const paymentRecord = z.object({ method: z.enum(PAYMENT_METHODS), amountCents: z.int(), tenderedCents: z.int().optional() });

export const saleRecord = pricedRecord.extend({
  id: z.string(),
  kind: z.enum(SALE_KINDS),
  number: z.int(),
  register: z.string(),
  at: z.date(),
  refundOf: z.string().nullable(),
  orderId: z.string().nullable(),
  shiftId: z.string().nullable(),
  payments: z.array(paymentRecord),
  cashRoundingCents: z.int(),
  currency: z.string(),
});

export const receiptRecord = z.object({
  establishment: z.object({ name: z.string(), address: z.array(z.string()), phone: z.string().nullable() }),
  kind: z.enum(SALE_KINDS),
  number: z.int(),
  register: z.string(),
  at: z.date(),
  date: z.string(),
  time: z.string(),
  lines: z.array(lineRecord),
  discounts: z.array(discountRecord),
  taxes: totalsRecord.shape.taxes,
  payments: z.array(paymentRecord),
  totalCents: z.int(),
  cashRoundingCents: z.int(),
  changeCents: z.int(),
  currency: z.string(),
  signature: z.string(),
  version: z.string(),
  copy: z.int().nullable(),
  training: z.boolean(),
  text: z.string(),
});

export const registerPage = pageOf(registerRecord);
export const shiftPage = pageOf(shiftRecord);
export const archivePage = pageOf(archiveRecord);
