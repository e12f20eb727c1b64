import { z } from 'zod';
import type { Product } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';
import { PAYMENT_METHODS } from '../sales/sale.js';
import type { DraftDiscount, DraftLine, RefundDraft, SaleDraft } from '../sales/sale-draft.js';
import type { Site } from '../sites/site.js';
import type { Views } from '../stores.js';
import { priceInput, vatRateInput } from './item-contract.js';

/** Sales and refunds as a key records them (decisions §4): amounts in euros, rates in percent. */

const LINES_MAX = 200;
/** A till whose clock is a little ahead is believed. */
const AHEAD_MS = 5 * 60_000;

/** What a till is called. */
export const registerName = personText(1, 40);

const register = registerName.default('API').meta({ description: 'The till it was rung up on.', examples: ['Caisse 1'] });
const at = instantInput.optional().meta({ description: 'When it was rung up; now, when left out.' });
const quantity = z.int().min(1).max(10_000).default(1);
const payment = z.object({ method: z.enum(PAYMENT_METHODS), amount: priceInput });
const tendered = priceInput.optional().meta({ description: 'Of cash: what was handed over, where change came back.', examples: [20] });
const payments = z.array(payment.extend({ tendered })).min(1).max(20).meta({ description: 'What was kept; together the total.' });
const refundPayments = z.array(payment).min(1).max(20).meta({ description: 'What was paid out; together the total.' });

const discount = z
  .object({
    line: z.int().min(1).max(LINES_MAX).optional().meta({ description: 'The line it is for, from 1; the whole sale, when left out.' }),
    percent: vatRateInput.optional().meta({ description: 'Of what is left, in percent.', examples: [10] }),
    amount: priceInput.optional().meta({ description: 'In euros.' }),
    label: personText(1, 80).default('Remise').meta({ description: 'As it stands on the receipt.' }),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), 'Send either percent or amount.');
const discounts = z
  .array(discount)
  .max(50)
  .default([])
  .meta({ description: 'Those of lines are taken off first, then those of the sale, which are divided among its lines.', examples: [[]] });

const saleLine = z
  .object({
    itemId: idSchema.optional().meta({ description: 'Of the catalogue; left out for an amount that is typed in.' }),
    variantId: idSchema.optional(),
    name: personText(1, 120).optional().meta({ description: 'As it stands on the receipt; that of the item, when left out.' }),
    quantity,
    unitPrice: priceInput.optional().meta({ description: 'Including tax; that of the item, when left out.' }),
    vatRate: vatRateInput.optional().meta({ description: 'In percent; that of the item, when left out.' }),
  })
  .refine(
    ({ itemId, name, unitPrice, vatRate }) =>
      itemId !== undefined || (name !== undefined && unitPrice !== undefined && vatRate !== undefined),
    'A line of nothing in the catalogue needs name, unitPrice and vatRate.',
  )
  .refine(({ itemId, variantId }) => itemId !== undefined || variantId === undefined, 'A variant is of an item: send itemId too.');

export const saleInput = z.object({ register, at, lines: z.array(saleLine).min(1).max(LINES_MAX), discounts, payments });
export type SaleInput = z.output<typeof saleInput>;

export const refundInput = z.object({
  register,
  at,
  lines: z
    .array(z.object({ number: z.int().min(1).meta({ description: 'Of the line of the sale.' }), quantity }))
    .min(1)
    .max(LINES_MAX),
  payments: refundPayments,
  restock: z.boolean().default(true).meta({ description: 'Whether the goods are back on the shelves.' }),
});
export type RefundInput = z.output<typeof refundInput>;

type Paid = Omit<SaleInput['payments'][number], 'tendered'> & { readonly tendered?: number | undefined };

/** Where a draft is made. */
export interface Counter {
  readonly views: Pick<Views, 'products'>;
  readonly ids: Ids;
  readonly now: Date;
}

/** The sale that the call describes. Throws `unknown_item`, and `invalid_request` for an instant to come or a variant that is missing or left out. */
export async function saleDraftOf(
  counter: Counter,
  scope: Scope,
  { currency }: Pick<Site, 'currency'>,
  input: SaleInput,
): Promise<SaleDraft> {
  const ids = input.lines.flatMap(({ itemId }) => (itemId === undefined ? [] : [itemId]));
  const items = new Map((await counter.views.products.byIds(scope, [...new Set(ids)])).map((item) => [item.id, item]));
  return {
    ...headOf(counter, input),
    kind: 'sale',
    currency,
    lines: input.lines.map((line, index) => draftLine(line, index, line.itemId === undefined ? null : itemIn(items, line.itemId))),
    discounts: input.discounts.map(draftDiscount),
  };
}

/** The refund that the call describes. Throws `invalid_request` for an instant to come. */
export function refundDraftOf(counter: Counter, saleId: string, input: RefundInput): RefundDraft {
  return { ...headOf(counter, input), kind: 'refund', refundOf: saleId, lines: input.lines };
}

function draftDiscount({ line, percent, amount = 0, label }: SaleInput['discounts'][number]): DraftDiscount {
  const of = { label, line: line ?? null };
  return percent === undefined ? { kind: 'amount', value: amount, ...of } : { kind: 'percent', value: percent, ...of };
}

function headOf({ ids, now }: Counter, input: Pick<SaleInput, 'register' | 'at'> & { readonly payments: readonly Paid[] }) {
  const at = input.at ?? now;
  if (at.getTime() > now.getTime() + AHEAD_MS) throw invalid('at', 'It has not happened yet.');
  const paid = input.payments.map(({ method, amount, tendered: handedOver }) => ({
    method,
    amountCents: amount,
    ...(handedOver === undefined ? {} : { tenderedCents: handedOver }),
  }));
  return { id: ids.uuid(), register: input.register, at, payments: paid };
}

function itemIn(items: ReadonlyMap<string, Product>, id: string): Product {
  const item = items.get(id);
  if (item === undefined) throw new DomainError('unknown_item', { facts: { items: [id] } });
  return item;
}

function draftLine(line: SaleInput['lines'][number], index: number, item: Product | null): DraftLine {
  const variant = item === null ? null : variantOf(item, line.variantId, index);
  const sold = variant ?? item;
  return {
    itemId: item?.id ?? null,
    variantId: variant?.id ?? null,
    syncKey: sold?.syncKey ?? null,
    sku: sold?.sku ?? null,
    name: line.name ?? (variant === null ? (item?.name ?? '') : `${item?.name} ${variant.name}`),
    quantity: line.quantity,
    unitPriceCents: line.unitPrice ?? sold?.priceCents ?? 0,
    taxBasisPoints: line.vatRate ?? item?.taxBasisPoints ?? 0,
  };
}

/** Null for an item without variants. */
function variantOf({ variants }: Product, id: string | undefined, index: number): Product['variants'][number] | null {
  if (variants.length === 0 && id === undefined) return null;
  const variant = variants.find((one) => one.id === id);
  if (variant === undefined) throw invalid(`lines.${index}.variantId`, 'Name one of the variants of the item.');
  return variant;
}

function invalid(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message }] });
}
