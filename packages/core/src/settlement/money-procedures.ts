import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { listedPayment } from './listed-payment.js';
import { orderIn, orderInput } from './order-input.js';
import { dueCents } from './recorded-payment.js';
import { newPaymentFields, paymentRecord, refundFields, refundRecord } from './settlement-contract.js';

/** The procedures of the router `orders` about the money of one order. */
export function moneyProcedures() {
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
