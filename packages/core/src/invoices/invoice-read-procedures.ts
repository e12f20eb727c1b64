import { z } from 'zod';
import { base64Of } from '../kit/base64.js';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import { INVOICE_KINDS } from './invoice.js';
import { needs, recordOf } from './invoice-access.js';
import { day, invoiceRecord, paymentRecord, publicInvoiceRecord } from './invoice-contract.js';
import { INVOICE_STATUSES } from './invoice-states.js';
import { AGEING_BUCKETS, INVOICE_SORTS } from './invoice-store.js';
import { invoicesCsv } from './invoices-csv.js';

const text = z.string();
const cents = z.int();
const counted = z.object({ count: z.int(), cents });

const filter = {
  kind: z.enum(INVOICE_KINDS).optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  clientId: idSchema.optional(),
  orderId: idSchema.optional(),
  from: day.optional(),
  to: day.optional(),
  sort: z.enum(INVOICE_SORTS).optional(),
};

const summaryRecord = z.object({
  id: text,
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  number: text.nullable(),
  issueDate: text.nullable(),
  dueDate: text.nullable(),
  buyerName: text,
  clientId: text.nullable(),
  orderId: text.nullable(),
  currency: text,
  netCents: cents,
  taxCents: cents,
  grossCents: cents,
  paidCents: cents,
  creditedCents: cents,
  createdAt: z.date(),
  version: z.int(),
});

const metricsRecord = z.object({
  invoiced: z.object({ count: z.int(), netCents: cents, taxCents: cents, grossCents: cents }),
  creditedCents: cents,
  paidCents: cents,
  open: counted,
  overdue: counted,
  months: z.array(z.object({ month: text, grossCents: cents, creditedCents: cents })),
  ageing: z.record(z.enum(AGEING_BUCKETS), cents),
  debtors: z.array(z.object({ clientId: text.nullable(), name: text, count: z.int(), cents })),
});

const tokenInput = z.object({ token: secret(z.string().min(1).max(200)) });
const fileRecord = z.object({ name: text, contentType: text, base64: text });

/** Procedures of the `invoices` router that read. */
export function invoiceReadProcedures() {
  return {
    getInvoices: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary: 'One page of the quotes, invoices and credit notes, newest first unless sorted otherwise.',
      input: pageInput.extend(filter).prefault({}),
      output: pageOf(summaryRecord),
      run: async (context, { clientId, ...input }) => {
        const scope = siteScopeOf(context);
        const { clients, invoices } = context.services.views;
        if (clientId === undefined) return invoices.list(scope, input);
        return invoices.list(scope, { ...input, clientIds: [clientId, ...(await clients.mergedInto(scope, clientId))] });
      },
    }),
    getInvoice: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary: 'One quote, invoice or credit note, with its payments.',
      input: z.object({ id: idSchema }),
      output: invoiceRecord.extend({ payments: z.array(paymentRecord) }),
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const payments = await context.services.views.invoices.payments(siteScopeOf(context), id);
        return { ...recordOf(await foundIn(context, id)), payments };
      },
    }),
    getPublicInvoice: defineProcedure({
      type: 'query',
      access: { kind: 'public' },
      summary: 'What the holder of a link to an invoice may see of it.',
      input: tokenInput,
      output: publicInvoiceRecord,
      errors: ['unknown_record', 'rate_limited'],
      run: async ({ services, client }, { token }) => recordOf(await services.issuedInvoices.byToken(token, client.address)),
    }),
    getPdf: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary:
        'The PDF of a quote, an invoice or a credit note, in base64; of an issued one with its Factur-X inside where it is complete.',
      input: z.object({ id: idSchema }),
      output: fileRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const { name, bytes } = await context.services.issuedInvoices.pdf(siteScopeOf(context), id);
        return { name, contentType: 'application/pdf', base64: base64Of(bytes) };
      },
    }),
    exportCsv: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary: 'Every issued invoice and credit note of a span of days as CSV, one line for each rate of tax; at most 5000 documents.',
      input: z.object({ from: day, to: day }),
      output: z.object({ name: text, csv: text }),
      run: async (context, { from, to }) => ({
        name: `invoices-${from}-${to}.csv`,
        csv: await invoicesCsv(context.services.views.invoices, siteScopeOf(context), { from, to }),
      }),
    }),
    getDashboardMetrics: defineProcedure({
      type: 'query',
      access: needs('invoices:read'),
      summary: 'What was invoiced and paid in a span of days (the last year), and what is open: by month, by age, by debtor.',
      input: z.object({ from: day.optional(), to: day.optional() }).prefault({}),
      output: metricsRecord,
      run: (context, { from, to }) => context.services.issuedInvoices.metrics(siteScopeOf(context), { from: from ?? null, to: to ?? null }),
    }),
  };
}

async function foundIn(context: CallContext, id: string) {
  const invoice = await context.services.views.invoices.get(siteScopeOf(context), id);
  if (invoice === null) throw new DomainError('unknown_record');
  return invoice;
}
