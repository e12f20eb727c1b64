import { z } from 'zod';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { listedPayment } from '../settlement/listed-payment.js';
import { dueCents } from '../settlement/recorded-payment.js';
import {
  fulfilmentRecord,
  goodsLines,
  newPaymentFields,
  PARCEL_STEP_NAMES,
  paymentRecord,
  presentParcel,
  presentReturn,
  reasonText,
  refundFields,
  refundRecord,
  returnedLines,
  returnRecord,
  trackingFields,
} from '../settlement/settlement-contract.js';
import type { Order } from './order.js';

const orderInput = z.object({ id: idSchema.meta({ description: 'Of the order.' }) });

/** The procedures of the router `orders` about money, parcels and returns. */
export function settlementProcedures() {
  return { ...moneyProcedures(), ...fulfilmentProcedures(), ...returnProcedures() };
}

/** Throws `unknown_order`. */
async function orderIn(context: CallContext, id: string): Promise<Order> {
  const order = await context.services.views.orders.get(siteScopeOf(context), id);
  if (order === null) throw new DomainError('unknown_order');
  return order;
}

function moneyProcedures() {
  return {
    recordPayment: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:pay'] },
      summary: 'Records money that came, or was promised, for an order: never more than is due.',
      input: orderInput.extend(newPaymentFields),
      output: paymentRecord,
      errors: ['unknown_order', 'over_paid', 'payment_not_offered', 'invalid_transition'],
      run: async (context, { id, ...payment }) =>
        listedPayment(await context.services.settlement.recordPayment(siteScopeOf(context), id, payment), []),
    }),
    listPayments: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'The money of one order: what was recorded, what went back, and what is still due.',
      input: orderInput,
      output: z.object({
        payments: z.array(paymentRecord),
        refunds: z.array(refundRecord),
        totalCents: z.int(),
        paidCents: z.int(),
        refundedCents: z.int(),
        dueCents: z
          .int()
          .meta({ description: 'Still to be paid or promised. Null for an order that is paid on the page of a provider.' })
          .nullable(),
      }),
      errors: ['unknown_order'],
      run: async (context, { id }) => {
        const { totalCents, paidCents, refundedCents, payment } = await orderIn(context, id);
        const money = await context.services.views.settlement.money(siteScopeOf(context), id);
        const payments = money.payments.map((one) => listedPayment(one, money.refunds));
        const due = payment.method === 'card' ? null : dueCents(totalCents, money);
        return { payments, refunds: [...money.refunds], totalCents, paidCents, refundedCents, dueCents: due };
      },
    }),
    refund: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:refund'] },
      summary: 'Records money given back for an order, of the latest payments first unless one is named: never more than was paid.',
      input: orderInput.extend({ paymentId: idSchema.nullable().default(null), ...refundFields }),
      output: z.object({ refunds: z.array(refundRecord).meta({ description: 'One per payment of which something went back.' }) }),
      errors: ['unknown_order', 'unknown_record', 'over_refunded', 'invalid_transition'],
      run: async (context, { id, ...refund }) => ({
        refunds: [...(await context.services.settlement.refund(siteScopeOf(context), id, refund))],
      }),
    }),
  };
}

function fulfilmentProcedures() {
  return {
    createFulfilment: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:deliver'] },
      summary: 'Packs goods of a confirmed order into a parcel: all that is not sent yet, unless lines are named.',
      input: orderInput.extend({
        lines: goodsLines.nullable().default(null),
        carrier: trackingFields.carrier.default(null),
        trackingNumber: trackingFields.trackingNumber.default(null),
        trackingUrl: trackingFields.trackingUrl.default(null),
        note: trackingFields.note.default(null),
        shipped: z.boolean().default(false).meta({ description: 'True: it leaves at once.' }),
      }),
      output: fulfilmentRecord,
      errors: ['unknown_order', 'unknown_record', 'invalid_transition', 'too_many_goods'],
      run: async (context, { id, ...fulfilment }) =>
        presentParcel(await context.services.settlement.createFulfilment(siteScopeOf(context), id, fulfilment)),
    }),
    updateFulfilment: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:deliver'] },
      summary: 'Changes how a parcel is followed, or ships, delivers or cancels it; the order is shipped or delivered with its last one.',
      input: z
        .object({
          id: idSchema.meta({ description: 'Of the parcel.' }),
          step: z.enum(PARCEL_STEP_NAMES).optional(),
          version: z.int().optional(),
          ...trackingFields,
        })
        .partial({ carrier: true, trackingNumber: true, trackingUrl: true, note: true }),
      output: fulfilmentRecord,
      errors: ['unknown_record', 'stale', 'invalid_transition'],
      run: async (context, { id, ...change }) =>
        presentParcel(await context.services.settlement.updateFulfilment(siteScopeOf(context), id, change)),
    }),
    listFulfilments: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'The parcels of one order, in the order they were packed.',
      input: orderInput,
      output: z.object({ items: z.array(fulfilmentRecord) }),
      errors: ['unknown_order'],
      run: async (context, { id }) => {
        await orderIn(context, id);
        return { items: (await context.services.views.settlement.parcelsOf(siteScopeOf(context), id)).map(presentParcel) };
      },
    }),
  };
}

const RETURN_ERRORS: readonly ErrorCode[] = ['unknown_record', 'invalid_transition'];

function returnProcedures() {
  return {
    createReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Announces goods of a delivered order that come back, or receives them at once.',
      input: orderInput.extend({
        lines: returnedLines,
        reason: reasonText.default(null),
        received: z.boolean().default(false).meta({ description: 'True: the goods are there.' }),
      }),
      output: returnRecord,
      errors: ['unknown_order', 'too_many_goods', ...RETURN_ERRORS],
      run: async (context, { id, ...goodsReturn }) =>
        presentReturn(await context.services.settlement.createReturn(siteScopeOf(context), id, goodsReturn)),
    }),
    receiveReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Takes announced goods back: what can be sold again goes into stock, and with its last goods the order is returned.',
      input: z.object({
        id: idSchema.meta({ description: 'Of the return.' }),
        lines: returnedLines.nullable().default(null).meta({ description: 'What came, and in which condition. Null: what was announced.' }),
      }),
      output: returnRecord,
      errors: ['too_many_goods', ...RETURN_ERRORS],
      run: async (context, { id, lines }) =>
        presentReturn(await context.services.settlement.receiveReturn(siteScopeOf(context), id, lines)),
    }),
    cancelReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Gives up a return whose goods do not come.',
      input: z.object({ id: idSchema.meta({ description: 'Of the return.' }) }),
      output: returnRecord,
      errors: RETURN_ERRORS,
      run: async (context, { id }) => presentReturn(await context.services.settlement.cancelReturn(siteScopeOf(context), id)),
    }),
    listReturns: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'The returns of one order, in the order they were announced.',
      input: orderInput,
      output: z.object({ items: z.array(returnRecord) }),
      errors: ['unknown_order'],
      run: async (context, { id }) => {
        await orderIn(context, id);
        return { items: (await context.services.views.settlement.returnsOf(siteScopeOf(context), id)).map(presentReturn) };
      },
    }),
  };
}
