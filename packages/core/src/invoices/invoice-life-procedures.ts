import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import type { ErrorCode } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal, secret } from '../kit/secret.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';
import { INVOICE_KINDS, PAYMENT_MEANS } from './invoice.js';
import { needs, recordOf } from './invoice-access.js';
import { invoiceRecord } from './invoice-contract.js';
import { INVOICE_STATUSES } from './invoice-states.js';
import { MAIN_SERIES, numberPattern, seriesName } from './number-series.js';

/** Money for an invoice of an order is refused as that for the order is. */
const PAYING_ERRORS: readonly ErrorCode[] = ['unknown_record', 'invalid_transition', 'over_paid', 'over_refunded', 'payment_not_offered'];

const byId = z.object({ id: idSchema });

const seriesRecord = z.object({
  series: z.string(),
  kind: z.enum(INVOICE_KINDS),
  pattern: z.string(),
  yearly: z.boolean(),
  last: z.int().nullable(),
  lastDate: z.string().nullable(),
});

const seriesInput = z
  .object({
    series: seriesName.default(MAIN_SERIES),
    kind: z.enum(INVOICE_KINDS),
    pattern: numberPattern,
    yearly: z.boolean().default(true),
  })
  .refine(({ pattern, yearly }) => !yearly || /\{YY(?:YY)?\}/.test(pattern), {
    path: ['pattern'],
    message: 'A count that begins again each year needs the year in the number',
  });

/** Procedures of the `invoices` router about what happens to what was issued, and how it is numbered. */
export function invoiceLifeProcedures() {
  return {
    updateInvoiceStatus: defineProcedure({
      type: 'mutation',
      access: needs('invoices:credit'),
      summary: 'Takes the step that leads to a status: `paid` records the rest as paid, `cancelled` makes the credit note.',
      input: byId.extend({ status: z.enum(INVOICE_STATUSES), reason: personal(personText(1, 300).nullable()).default(null) }),
      output: invoiceRecord,
      errors: [...PAYING_ERRORS, 'over_invoiced'],
      run: async (context, { id, status, reason }) =>
        recordOf(await context.services.issuedInvoices.setStatus(siteScopeOf(context), id, status, reason)),
    }),
    recordPayment: defineProcedure({
      type: 'mutation',
      access: needs('invoices:pay'),
      summary: 'Records money that came for an invoice, on its order too; a negative amount takes an earlier payment back.',
      input: byId.extend({
        amountCents: z.int().refine((amount) => amount !== 0, 'Not nothing'),
        means: z.enum(PAYMENT_MEANS).default('transfer'),
        at: instantInput.nullable().default(null),
        reference: personText(1, 200).nullable().default(null),
      }),
      output: invoiceRecord,
      errors: PAYING_ERRORS,
      run: async (context, { id, ...payment }) =>
        recordOf(await context.services.issuedInvoices.recordPayment(siteScopeOf(context), id, payment)),
    }),
    sendInvoice: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Mails the buyer, or somebody else, a link to what was issued; a quote that is a draft is issued first.',
      input: byId.extend({ to: personal(z.email().max(EMAIL_MAX).nullable()).default(null) }),
      output: invoiceRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id, to }) => recordOf(await context.services.issuedInvoices.send(siteScopeOf(context), id, to)),
    }),
    createLink: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'A new address at which whoever has it sees what was issued.',
      input: byId,
      output: z.object({ token: secret(z.string()), url: secret(z.string()) }),
      errors: ['unknown_record', 'invalid_transition'],
      run: (context, { id }) => context.services.issuedInvoices.createLink(siteScopeOf(context), id),
    }),
    getSeries: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary: 'How quotes, invoices and credit notes are numbered, and the last number of each series.',
      input: z.object({}).default({}),
      output: z.array(seriesRecord),
      run: (context) => context.services.issuedInvoices.series(siteScopeOf(context)),
    }),
    setSeries: defineProcedure({
      type: 'mutation',
      access: needs('invoices:configure'),
      summary: 'Sets how a series is numbered, from its next number on.',
      input: seriesInput,
      output: seriesRecord,
      errors: ['duplicate'],
      run: (context, input) =>
        context.services.unitOfWork(siteScopeOf(context), (_services, { invoices }) => invoices.setSeries(siteScopeOf(context), input)),
    }),
  };
}
