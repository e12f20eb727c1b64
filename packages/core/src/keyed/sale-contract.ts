import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { DISCOUNT_KINDS, PAYMENT_METHODS, SALE_KINDS, SALE_ROUNDINGS } from '../sales/sale.js';
import { dayOrInstant } from '../sales/sale-period.js';

/** What the keyed API answers about sales (decisions §4). */

const text = z.string();
const ok = z.literal(true);

/** A sale or refund of the till. Amounts of a refund are negative. */
export const saleRecord = z.object({
  id: text,
  kind: z.enum(SALE_KINDS),
  number: z.int().meta({ description: 'Counted per establishment, sales and refunds together, without gaps.', examples: [1042] }),
  register: text.meta({ description: 'The till it was rung up on.', examples: ['Caisse 1'] }),
  at: z.iso.datetime(),
  refundOf: text.nullable().meta({ description: 'The id of the sale that a refund takes something of back.', examples: [null] }),
  lines: z.array(
    z.object({
      number: z.int().meta({ description: "In a refund: of the sale's line that it takes back." }),
      itemId: text.nullable(),
      variantId: text.nullable(),
      key: text.nullable().meta({ description: 'What an online shop calls it.', examples: ['PS-1042'] }),
      sku: text.nullable().meta({ examples: ['GAL-01'] }),
      name: text,
      quantity: z.int(),
      unitPrice: z.number(),
      // What is new has a default: answers are kept for a day, and those of before have it not.
      discount: z
        .number()
        .default(0)
        .meta({ description: 'What the line bears of the discounts.', examples: [0] }),
      total: z.number(),
      vatRate: z.number().meta({ description: 'In percent.', examples: [10] }),
    }),
  ),
  taxes: z
    .array(
      z.object({
        vatRate: z.number().meta({ examples: [10] }),
        net: z.number().meta({ examples: [11.36] }),
        tax: z.number().meta({ examples: [1.14] }),
      }),
    )
    .meta({ description: 'What the total contains, by rate; net and tax of all rates add up to it.' }),
  discounts: z
    .array(
      z.object({
        kind: z.enum(DISCOUNT_KINDS),
        value: z.number().meta({ description: 'Percent or euros, by its kind.', examples: [10] }),
        label: text.meta({ examples: ['Remise'] }),
        line: z
          .int()
          .nullable()
          .meta({ description: 'Null: of the whole sale.', examples: [null] }),
        amount: z.number().meta({ description: 'What it takes off in all.', examples: [1.25] }),
      }),
    )
    .default([]),
  rounding: z
    .enum(SALE_ROUNDINGS)
    .default('rate')
    .meta({ description: 'How its tax is rounded.', examples: ['rate'] }),
  payments: z.array(
    z.object({
      method: z.enum(PAYMENT_METHODS),
      amount: z.number(),
      tendered: z
        .number()
        .optional()
        .meta({ description: 'What was handed over, where change came back.', examples: [20] }),
    }),
  ),
  total: z.number(),
  cashRounding: z
    .number()
    .default(0)
    .meta({ description: 'What was paid beyond the total, because cash is rounded.', examples: [0] }),
  orderId: text
    .nullable()
    .default(null)
    .meta({ description: 'The online order that it is of.', examples: [null] }),
  currency: text,
});

export type SaleRecord = z.output<typeof saleRecord>;

export const saleAnswer = z.object({ ok, sale: saleRecord });
export const salesAnswer = z.object({
  ok,
  sales: z.array(saleRecord),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

/** Which sales a list is of; `to` is the last day, or the first instant that does not count. */
export const salesQuery = cursorInput.extend({
  kind: z.enum(SALE_KINDS).optional(),
  from: dayOrInstant.optional(),
  to: dayOrInstant.optional(),
});

/** The receipt of a sale or refund, as data and as text. */
export const receiptAnswer = z.object({
  ok,
  receipt: z.object({
    number: z.int(),
    register: text.meta({ examples: ['Caisse 1'] }),
    at: z.iso.datetime(),
    establishment: z.object({ name: text, address: z.array(text), phone: text.nullable() }),
    sale: saleRecord,
    change: z.number().meta({ description: 'What came back of the cash that was handed over.', examples: [0] }),
    signature: text.meta({
      description: 'The 3rd, 7th, 13th and 19th character of the signature in the fiscal journal.',
      examples: ['aK3_'],
    }),
    version: text.meta({ description: 'Of the software.', examples: ['1.4.0'] }),
    text: text.meta({ description: 'The whole of it in lines of 42 characters.' }),
  }),
});
