import { z } from 'zod';
import { salesQuery } from '../keyed/sale-contract.js';
import { registerName } from '../keyed/sale-input.js';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { linesLeft, priceRefund } from '../sales/complete-sale.js';
import { instantsOf } from '../sales/sale-period.js';
import { bookingTillProcedures } from './booking-till-procedures.js';
import { needs, registerIn } from './pos-access.js';
import {
  discountInputs,
  lineRecord,
  paymentInputs,
  pricedRecord,
  reason,
  receiptRecord,
  refundLines,
  registerId,
  rungLines,
  saleRecord,
} from './pos-contract.js';
import { saleDraft } from './sale-draft-of.js';
import { siteOf } from './till-moment.js';

const byId = z.object({ id: idSchema });
const rungUp = { lines: rungLines, discounts: discountInputs };

/** What was rung up in training has no record but its receipt. */
const rungAnswer = z.object({ sale: saleRecord.nullable(), receipt: receiptRecord });

/** The `posOrders` router: what is sold at a till and taken back. */
export function posOrdersRouter() {
  return { ...readingProcedures(), ...sellingProcedures(), ...bookingTillProcedures() };
}

function readingProcedures() {
  const access = needs('posOrders:read');
  return {
    list: defineProcedure({
      type: 'query',
      access,
      summary: 'Sales and refunds of the establishment, or of one register by its name, newest first.',
      input: salesQuery.extend({ register: registerName.optional() }).prefault({}),
      output: z.object({ items: z.array(saleRecord), nextCursor: z.string().nullable() }),
      run: async (context, { from, to, ...filter }) => {
        const [scope, { views }] = [siteScopeOf(context), context.services];
        const { timezone } = await siteOf(views, scope);
        return views.sales.list(scope, { ...filter, ...instantsOf({ from, to }, timezone) });
      },
    }),
    get: defineProcedure({
      type: 'query',
      access,
      summary: 'One sale or refund.',
      input: byId,
      output: saleRecord,
      errors: ['unknown_sale'],
      run: async (context, { id }) => {
        const sale = await context.services.views.sales.get(siteScopeOf(context), id);
        if (sale === null) throw new DomainError('unknown_sale');
        return sale;
      },
    }),
    receipt: defineProcedure({
      type: 'query',
      access,
      summary: 'The receipt of a sale or refund as it is printed first: as data, and as text.',
      input: byId,
      output: receiptRecord,
      errors: ['unknown_sale'],
      run: (context, { id }) => context.services.receipts.receipt(siteScopeOf(context), id),
    }),
    lookup: defineProcedure({
      type: 'query',
      access,
      summary: 'What is sold under a barcode.',
      input: z.object({ barcode: z.string().min(1).max(80) }),
      output: z.object({
        itemId: z.string(),
        variantId: z.string().nullable(),
        name: z.string(),
        unitPriceCents: z.int(),
        taxBasisPoints: z.int(),
      }),
      errors: ['unknown_item'],
      run: async (context, { barcode }) => {
        const item = await context.services.views.products.byBarcode(siteScopeOf(context), barcode);
        if (item === null) throw new DomainError('unknown_item');
        const variant = item.variants.find((one) => one.barcode === barcode);
        const { id: itemId, taxBasisPoints } = item;
        const name = variant === undefined ? item.name : `${item.name} ${variant.name}`;
        return { itemId, variantId: variant?.id ?? null, name, unitPriceCents: variant?.priceCents ?? item.priceCents, taxBasisPoints };
      },
    }),
    price: defineProcedure({
      type: 'query',
      access,
      summary: 'What a sale would come to, by the rounding of the establishment; nothing is recorded.',
      input: z.object(rungUp),
      output: pricedRecord,
      errors: ['unknown_item'],
      run: async (context, input) => {
        const scope = siteScopeOf(context);
        return context.services.sales.price(scope, await saleDraft(context, scope, '', { ...input, payments: [] }));
      },
    }),
    priceRefund: defineProcedure({
      type: 'query',
      access,
      summary: 'What of a sale has not come back yet and, of lines that are named, what would be paid out; nothing is recorded.',
      input: byId.extend({ lines: refundLines.optional() }),
      output: z.object({ left: z.array(lineRecord), totalCents: z.int().min(0) }),
      errors: ['unknown_sale', 'over_refunded'],
      run: async (context, { id, lines }) => {
        const [sale, ...refunds] = await context.services.views.sales.withRefunds(siteScopeOf(context), id);
        if (sale === undefined) throw new DomainError('unknown_sale');
        const left = linesLeft(sale, refunds);
        return { left: [...left], totalCents: lines === undefined ? 0 : 0 - priceRefund(left, lines).totalCents };
      },
    }),
  };
}

function sellingProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:create'),
      summary: 'Records a sale on a register with an open shift; in training, a sale for practice.',
      input: z.object({ registerId, ...rungUp, payments: paymentInputs }),
      output: rungAnswer,
      errors: ['unknown_register', 'no_open_shift', 'shift_over', 'unknown_item'],
      run: async (context, { registerId: id, ...rung }) => {
        const { scope, register } = await registerIn(context, id);
        const { sales, receipts } = context.services;
        const draft = await saleDraft(context, scope, register.name, rung);
        if (register.training) {
          const { sale, entry } = await sales.practise(scope, draft);
          return { sale: null, receipt: await receipts.ofPractice(scope, sale, entry) };
        }
        const sale = await sales.sell(scope, draft, { movesGoods: true, shift: 'required' });
        return { sale, receipt: await receipts.receipt(scope, sale.id) };
      },
    }),
    refund: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:refund'),
      summary: 'Takes back lines of a sale, on a register with an open shift.',
      input: byId.extend({
        registerId,
        lines: refundLines,
        payments: paymentInputs,
        restock: z.boolean().default(true),
      }),
      output: saleRecord,
      errors: ['unknown_register', 'no_open_shift', 'shift_over', 'unknown_sale', 'over_refunded'],
      run: async (context, { id: refundOf, registerId: at, lines, payments, restock }) => {
        const { scope, register } = await registerIn(context, at);
        const { ids, clock, sales } = context.services;
        const draft = { kind: 'refund', id: ids.uuid(), register: register.name, at: clock.now(), refundOf, lines, payments } as const;
        return sales.refund(scope, draft, { movesGoods: restock, shift: 'required' });
      },
    }),
    void: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:cancel'),
      summary: 'Tells the journal that a sale was begun at a register and given up.',
      input: z.object({ registerId, ...rungUp, reason }),
      output: z.object({ totalCents: z.int() }),
      errors: ['unknown_register', 'unknown_item'],
      run: async (context, { registerId: id, reason: why, ...rung }) => {
        const { scope, register } = await registerIn(context, id);
        const draft = await saleDraft(context, scope, register.name, { ...rung, payments: [] });
        return context.services.till.voidSale(scope, register.name, await context.services.sales.price(scope, draft), why);
      },
    }),
    duplicate: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:create'),
      summary: 'The receipt once more, marked DUPLICATA and numbered; the journal keeps that it was.',
      input: byId,
      output: receiptRecord,
      errors: ['unknown_sale'],
      run: (context, { id }) => context.services.receipts.duplicate(siteScopeOf(context), id),
    }),
  };
}
