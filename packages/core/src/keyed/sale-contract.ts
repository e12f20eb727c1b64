import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { PAYMENT_METHODS, SALE_KINDS } from '../sales/sale.js';
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
  payments: z.array(z.object({ method: z.enum(PAYMENT_METHODS), amount: z.number() })),
  total: z.number(),
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
