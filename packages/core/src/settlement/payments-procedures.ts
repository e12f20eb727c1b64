import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, instantInput } from '../kit/validate.js';
import { MONEY_SOURCES } from './listed-payment.js';
import { summaryProcedure } from './payments-summary.js';
import { RECORDED_METHODS, RECORDED_STATUSES, type RecordedStep } from './recorded-payment.js';
import { newPaymentFields, paymentRecord, refundFields, refundRecord } from './settlement-contract.js';

const RECONCILED_MAX = 100;

/** The router `payments`: money of orders, recorded by the staff or told by providers. */
export function paymentsRouter() {
  return { ...readProcedures(), ...writeProcedures() };
}

/** The payment as lists show it, in the transaction of the call. Throws `unknown_record`. */
async function listedIn(context: CallContext, id: string) {
  const [payment] = await context.services.views.settlement.paymentsById(siteScopeOf(context), [id]);
  if (payment === undefined) throw new DomainError('unknown_record');
  return payment;
}

function readProcedures() {
  return {
    methods: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['payments:read'] },
      summary: 'How orders can be paid: what the staff can record, and what guests of the online shop can choose.',
      input: z.object({}).optional(),
      output: z.object({
        recorded: z.array(z.enum(RECORDED_METHODS)),
        shop: z.object({ methods: z.array(z.enum(['at_pickup', 'card'])), cardProvider: z.string().nullable() }),
      }),
      run: async (context) => {
        const { methods, cardProvider } = await context.services.payments.offered(siteScopeOf(context));
        return { recorded: [...RECORDED_METHODS], shop: { methods: [...methods], cardProvider } };
      },
    }),
    list: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['payments:read'] },
      summary: 'One page of the payments of all orders, received last first; `search` finds the beginning of a reference.',
      input: pageInput
        .extend({
          source: z.enum(MONEY_SOURCES).optional(),
          orderId: idSchema.optional(),
          method: z.enum(RECORDED_METHODS).optional(),
          status: z.enum(RECORDED_STATUSES).optional(),
          reconciled: z.boolean().optional(),
          from: instantInput.optional().meta({ description: 'Received from then on.' }),
          to: instantInput.optional().meta({ description: 'Received before then.' }),
        })
        .prefault({}),
      output: pageOf(paymentRecord),
      run: (context, filter) => context.services.views.settlement.payments(siteScopeOf(context), filter),
    }),
    get: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['payments:read'] },
      summary: 'One payment.',
      input: z.object({ id: idSchema }),
      output: paymentRecord,
      errors: ['unknown_record'],
      run: (context, { id }) => listedIn(context, id),
    }),
    summary: summaryProcedure(),
  };
}

function writeProcedures() {
  const step = (name: RecordedStep, summary: string) =>
    defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['payments:write'] },
      summary,
      input: z.object({ id: idSchema }),
      output: paymentRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id }) => {
        await context.services.settlement.takePaymentStep(siteScopeOf(context), id, name);
        return listedIn(context, id);
      },
    });
  return {
    record: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:pay'] },
      summary: 'Records money that came, or was promised, for an order: never more than is due.',
      input: z.object({ orderId: idSchema, ...newPaymentFields }),
      output: paymentRecord,
      errors: ['unknown_order', 'over_paid', 'payment_not_offered', 'invalid_transition'],
      run: async (context, { orderId, ...payment }) => {
        const { id } = await context.services.settlement.recordPayment(siteScopeOf(context), orderId, payment);
        return listedIn(context, id);
      },
    }),
    capture: step('capture', 'Says that promised money came.'),
    void: step('void', 'Says that promised money will not come.'),
    refund: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:refund'] },
      summary: 'Records money given back of one payment, or of all of an order, the latest first: never more than was paid.',
      input: z
        .object({ paymentId: idSchema.nullable().default(null), orderId: idSchema.nullable().default(null), ...refundFields })
        .refine(({ paymentId, orderId }) => paymentId !== null || orderId !== null, {
          path: ['paymentId'],
          message: 'Name a payment or an order',
        }),
      output: z.object({ refunds: z.array(refundRecord) }),
      errors: ['unknown_order', 'unknown_record', 'over_refunded', 'invalid_transition'],
      run: async (context, { paymentId, orderId, ...facts }) => {
        const { settlement } = context.services;
        const scope = siteScopeOf(context);
        if (paymentId !== null) return { refunds: [...(await settlement.refundPayment(scope, orderId, { ...facts, paymentId }))] };
        if (orderId === null) throw new DomainError('unknown_order');
        return { refunds: [...(await settlement.refund(scope, orderId, { ...facts, paymentId }))] };
      },
    }),
    reconcile: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['payments:write'] },
      summary: 'Notes of recorded payments that they were found on a statement of the bank, or were not.',
      input: z.object({
        ids: z.array(idSchema).min(1).max(RECONCILED_MAX),
        found: z.boolean().default(true),
      }),
      output: z.object({ items: z.array(paymentRecord) }),
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { ids, found }) => {
        const wanted = [...new Set(ids)];
        await context.services.settlement.reconcile(siteScopeOf(context), wanted, found);
        return { items: [...(await context.services.views.settlement.paymentsById(siteScopeOf(context), wanted))] };
      },
    }),
  };
}
