import { z } from 'zod';
import { eurosOf, percentOf } from '../kit/money.js';
import { PAYMENT_METHODS, type Sale } from '../sales/sale.js';

/** What the till tells a shop (decisions §5): amounts in euros, rates in percent. Nothing of a person. */

const text = z.string();

const line = z.object({
  key: text.nullable().meta({ description: 'What the shop calls it; null where the shop does not know it.', examples: ['TASSE-01'] }),
  sku: text.nullable().meta({ examples: ['TAS-01'] }),
  name: text.meta({ examples: ['Tasse en grès'] }),
  quantity: z.int().meta({ description: 'Below zero in a refund.', examples: [2] }),
  unitPrice: z.number().meta({ description: 'Including tax, in euros.', examples: [19] }),
  total: z.number().meta({ examples: [38] }),
  vatRate: z.number().meta({ description: 'In percent.', examples: [20] }),
});

const common = {
  id: text.meta({ description: 'Of the event; also its `webhook-id`, the same with every attempt.' }),
  at: z.iso.datetime().meta({ description: 'When it was rung up.' }),
  number: z.int().meta({ description: 'Counted per establishment, sales and refunds together.', examples: [1042] }),
  lines: z.array(line),
  total: z.number().meta({ examples: [38] }),
  payments: z.array(z.object({ method: z.enum(PAYMENT_METHODS), amount: z.number().meta({ examples: [38] }) })),
  currency: text.meta({ examples: ['EUR'] }),
};

export const saleCreated = z.object({ ...common, type: z.literal('sale.created'), saleId: text.meta({ description: 'Of the sale.' }) });

export const refundCreated = z.object({
  ...common,
  type: z.literal('refund.created'),
  saleId: text.meta({ description: 'Of the sale that something of is taken back.' }),
  refundId: text.meta({ description: 'Of the refund itself.' }),
  restocked: z.boolean().meta({ description: 'True: the goods are back on the shelves.' }),
});

export type SaleMessage = z.output<typeof saleCreated> | z.output<typeof refundCreated>;

/** The event that tells of the sale or refund. */
export function saleMessage(id: string, sale: Sale, restocked: boolean): SaleMessage {
  const told = {
    id,
    at: sale.at.toISOString(),
    number: sale.number,
    lines: sale.lines.map(({ syncKey, sku, name, quantity, unitPriceCents, totalCents, taxBasisPoints }) => ({
      key: syncKey,
      sku,
      name,
      quantity,
      unitPrice: eurosOf(unitPriceCents),
      total: eurosOf(totalCents),
      vatRate: percentOf(taxBasisPoints),
    })),
    total: eurosOf(sale.totalCents),
    payments: sale.payments.map(({ method, amountCents }) => ({ method, amount: eurosOf(amountCents) })),
    currency: sale.currency,
  };
  return sale.refundOf === null
    ? { ...told, type: 'sale.created', saleId: sale.id }
    : { ...told, type: 'refund.created', saleId: sale.refundOf, refundId: sale.id, restocked };
}
