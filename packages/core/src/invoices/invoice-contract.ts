import { z } from 'zod';
import { personal } from '../kit/secret.js';
import { TAX_ROUNDINGS } from '../kit/tax-rounding.js';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { INVOICE_KINDS, PAYMENT_MEANS } from './invoice.js';
import { INVOICE_STATUSES } from './invoice-states.js';
import { MAIN_SERIES, seriesName } from './number-series.js';
import { buyerInput } from './parties.js';
import { TAX_CATEGORIES } from './tax-categories.js';
import { INVOICE_LANGUAGES } from './words/words-of.js';

const LINES_MAX = 500;
const PRICE_CENTS_MAX = 50_000_000;
const QUANTITY_MAX = 100_000;

export const day = z.iso.date('A day as YYYY-MM-DD');
const price = z.int().min(-PRICE_CENTS_MAX).max(PRICE_CENTS_MAX);
/** Up to three decimals. */
const quantity = z
  .number()
  .positive()
  .max(QUANTITY_MAX)
  .refine((value) => Math.round(value * 1000) / 1000 === value, 'At most three decimals');

export const lineInput = z
  .object({
    name: personText(1, 200),
    description: personText(1, 1000, { multiline: true }).nullable().default(null),
    quantity: quantity.default(1),
    unit: z
      .string()
      .regex(/^[A-Z0-9]{2,3}$/, 'A unit of UN/ECE recommendation 20, such as C62 or HUR')
      .default('C62'),
    unitPriceCents: price,
    discountCents: price.default(0),
    taxBasisPoints: z.int().min(0).max(10_000),
    taxCategory: z.enum(TAX_CATEGORIES).optional().meta({ description: 'Left out: S where there is a rate, E (exempt) where it is 0.' }),
  })
  .transform(({ taxCategory, ...line }) => {
    const byRate = line.taxBasisPoints > 0 ? ('S' as const) : ('E' as const);
    return { ...line, taxCategory: taxCategory ?? byRate, orderLine: null as string | null };
  });

export type LineInput = z.output<typeof lineInput>;

/** What a draft is made of. */
const draftFields = {
  clientId: idSchema.nullable(),
  buyer: personal(buyerInput.nullable()),
  lines: z.array(lineInput).min(1).max(LINES_MAX),
  prices: z.enum(['gross', 'net']),
  discountCents: z.int().min(0).max(10_000_000_000),
  language: z.enum(INVOICE_LANGUAGES).nullable(),
  series: seriesName,
  deliveryDate: day.nullable(),
  dueDate: day.nullable(),
  reference: personal(personText(1, 100).nullable()),
  note: personal(personText(1, 2000, { multiline: true }).nullable()),
  terms: personText(1, 500, { multiline: true }).nullable(),
  exemption: personText(1, 200).nullable(),
};

/** The head of a draft as a caller gives it. */
const headInput = {
  clientId: draftFields.clientId.default(null),
  buyer: draftFields.buyer.default(null),
  prices: draftFields.prices.default('gross'),
  discountCents: draftFields.discountCents.default(0),
  language: draftFields.language.default(null),
  series: draftFields.series.default(MAIN_SERIES),
  deliveryDate: draftFields.deliveryDate.default(null),
  dueDate: draftFields.dueDate.default(null),
  reference: draftFields.reference.default(null),
  note: draftFields.note.default(null),
  terms: draftFields.terms.default(null),
  exemption: draftFields.exemption.default(null),
};

/** From an order. */
export const orderInput = z.object({
  ...headInput,
  orderId: idSchema,
  lines: z
    .array(z.object({ lineId: idSchema, quantity: z.int().min(1).max(QUANTITY_MAX) }))
    .min(1)
    .max(LINES_MAX)
    .refine(
      uniqueBy(({ lineId }: { readonly lineId: string }) => lineId),
      'Each line once',
    )
    .optional()
    .meta({ description: 'Of lines of the order, how many. Left out: whatever of the order is not invoiced yet.' }),
});

export const typedInput = z.object({ ...headInput, lines: draftFields.lines });

/** From an order, or typed in. */
export const draftInput = z.union([
  orderInput,
  // Lines that are typed in beside an order are refused: it would look as if they were the order's.
  typedInput.extend({ orderId: z.null().optional() }),
]);

export type DraftInput = z.output<typeof draftInput>;
export type TypedDraftInput = z.output<typeof typedInput>;

/** Fields to change of a draft: absent leaves, null clears. */
export const draftPatch = z.object(draftFields).partial();

export type DraftPatch = z.output<typeof draftPatch>;

export const creditInput = z.object({
  invoiceId: idSchema,
  reason: personal(personText(1, 300)),
  lines: z
    .array(z.union([z.object({ line: z.int().min(1), quantity }), z.object({ line: z.int().min(1), amountCents: z.int() })]))
    .min(1)
    .max(LINES_MAX)
    .refine(
      uniqueBy(({ line }: { readonly line: number }) => String(line)),
      'Each line once',
    )
    .optional()
    .meta({ description: 'Of lines of the invoice, a quantity, or an amount with tax. Left out: all that is left.' }),
  draft: z.boolean().default(false).meta({ description: 'True: it is not issued yet.' }),
});

export type CreditInput = z.output<typeof creditInput>;

const text = z.string();
const cents = z.int();
const amounts = { netCents: cents, taxCents: cents, grossCents: cents };
const address = z.object({
  line1: text,
  line2: text.nullable(),
  postcode: text,
  city: text,
  country: text,
});

const lineRecord = z.object({
  number: z.int(),
  name: text,
  description: text.nullable(),
  quantity: z.number(),
  unit: text,
  unitPriceCents: cents,
  discountCents: cents,
  taxCategory: z.enum(TAX_CATEGORIES),
  taxBasisPoints: z.int(),
  ...amounts,
  orderLine: text.nullable(),
  creditedLine: z.int().nullable(),
});

const sellerRecord = z.object({
  name: text,
  legalForm: text.nullable(),
  address,
  vatNumber: text.nullable(),
  registration: text.nullable(),
  register: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  website: text.nullable(),
  iban: text.nullable(),
  bic: text.nullable(),
});

const buyerRecord = z.object({
  clientId: text.nullable(),
  name: text,
  isCompany: z.boolean(),
  address: address.extend({ name: text.nullable(), company: text.nullable(), phone: text.nullable() }).nullable(),
  vatNumber: text.nullable(),
  registration: text.nullable(),
  email: text.nullable(),
});

/** The invoice as outsiders may see it, who hold a link to it. */
export const publicInvoiceRecord = z.object({
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  number: text.nullable(),
  issueDate: text.nullable(),
  deliveryDate: text.nullable(),
  dueDate: text.nullable(),
  currency: text,
  language: text,
  prices: z.enum(['gross', 'net']),
  seller: sellerRecord.nullable(),
  buyer: buyerRecord.omit({ clientId: true }),
  lines: z.array(lineRecord),
  taxes: z.array(z.object({ category: z.enum(TAX_CATEGORIES), taxBasisPoints: z.int(), exemption: text.nullable(), ...amounts })),
  ...amounts,
  paidCents: cents,
  creditedCents: cents,
  openCents: cents,
  orderNumber: text.nullable(),
  creditOf: z.object({ id: text, number: text, issueDate: text }).nullable(),
  reason: text.nullable(),
  reference: text.nullable(),
  note: text.nullable(),
  terms: text.nullable(),
  mentions: z.array(text),
});

export const invoiceRecord = publicInvoiceRecord.extend({
  id: text,
  series: text,
  rounding: z.enum(TAX_ROUNDINGS),
  buyer: buyerRecord,
  orderId: text.nullable(),
  quoteId: text.nullable(),
  recurringId: text.nullable(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
  version: z.int(),
});

export const paymentRecord = z.object({
  id: text,
  at: z.date(),
  amountCents: cents,
  means: z.enum(PAYMENT_MEANS),
  reference: text.nullable(),
  actor: text,
});
