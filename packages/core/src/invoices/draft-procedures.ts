import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { DRAFT_ERRORS, needs, recordOf } from './invoice-access.js';
import { creditInput, draftInput, draftPatch, invoiceRecord, typedInput } from './invoice-contract.js';

const byId = z.object({ id: idSchema });

/** Procedures of the `invoices` router that make documents, up to their issue. */
export function draftProcedures() {
  return {
    createInvoice: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Makes an invoice, of an order or of lines, and issues it at once.',
      input: draftInput,
      output: invoiceRecord,
      errors: DRAFT_ERRORS,
      run: async (context, input) => recordOf(await context.services.invoices.createInvoice(siteScopeOf(context), input)),
    }),
    createDraft: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Makes an invoice, of an order or of lines, that can be changed until it is issued.',
      input: draftInput,
      output: invoiceRecord,
      errors: DRAFT_ERRORS,
      run: async (context, input) => recordOf(await context.services.invoices.createDraft(siteScopeOf(context), 'invoice', input)),
    }),
    createQuote: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Makes a quote, as a draft.',
      input: typedInput,
      output: invoiceRecord,
      errors: ['unknown_record'],
      run: async (context, input) => recordOf(await context.services.invoices.createDraft(siteScopeOf(context), 'quote', input)),
    }),
    updateDraft: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Changes what is sent of a draft; null clears, lines are replaced as a whole.',
      input: draftPatch.extend({ id: idSchema, version: z.int().optional() }),
      output: invoiceRecord,
      errors: ['unknown_record', 'stale', 'invalid_transition'],
      run: async (context, { id, version, ...patch }) =>
        recordOf(await context.services.invoices.updateDraft(siteScopeOf(context), id, patch, version)),
    }),
    deleteDraft: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Deletes a draft. What is issued stays.',
      input: byId,
      output: byId,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id }) => {
        await context.services.invoices.deleteDraft(siteScopeOf(context), id);
        return { id };
      },
    }),
    issue: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Issues a draft: it gets the next number of its series and never changes again.',
      input: byId,
      output: invoiceRecord,
      errors: ['unknown_record', 'invalid_transition', 'over_invoiced', 'over_refunded'],
      run: async (context, { id }) => recordOf(await context.services.invoices.issue(siteScopeOf(context), id)),
    }),
    convertQuote: defineProcedure({
      type: 'mutation',
      access: needs('invoices:write'),
      summary: 'Makes an invoice of an accepted quote: a draft, unless it is to be issued at once.',
      input: byId.extend({ issue: z.boolean().default(false) }),
      output: invoiceRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id, issue }) => recordOf(await context.services.invoices.convertQuote(siteScopeOf(context), id, issue)),
    }),
    createCreditNote: defineProcedure({
      type: 'mutation',
      access: needs('invoices:credit'),
      summary: 'Makes a credit note over all that is left of an invoice, or over parts of its lines, and issues it unless told otherwise.',
      input: creditInput,
      output: invoiceRecord,
      errors: ['unknown_record', 'invalid_transition', 'over_refunded'],
      run: async (context, input) => recordOf(await context.services.invoices.createCreditNote(siteScopeOf(context), input)),
    }),
    cancel: defineProcedure({
      type: 'mutation',
      access: needs('invoices:credit'),
      summary: 'Cancels an invoice by a credit note over all that is left of it; answers the credit note.',
      input: byId.extend({ reason: personal(personText(1, 300)) }),
      output: invoiceRecord,
      errors: ['unknown_record', 'invalid_transition', 'over_refunded'],
      run: async (context, { id, reason }) => recordOf(await context.services.invoices.cancel(siteScopeOf(context), id, reason)),
    }),
  };
}
