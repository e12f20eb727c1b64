import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { recurringCreate, recurringPatch, recurringRecord, runRecord } from './recurring-contract.js';
import { RECURRING_STATUSES, type RecurringInvoice } from './recurring-invoice.js';

const byId = z.object({ id: idSchema });

/** The `recurringInvoices` router: invoices that are made again and again. */
export function recurringInvoicesRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: needs('recurringInvoices:read'),
      summary: 'One page of the recurring invoices, by name.',
      input: pageInput.extend({ status: z.enum(RECURRING_STATUSES).optional() }).prefault({}),
      output: pageOf(recurringRecord),
      run: async (context, input) => {
        const page = await context.services.views.recurringInvoices.list(siteScopeOf(context), input);
        return { ...page, items: page.items.map(recordOf) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('recurringInvoices:read'),
      summary: 'One recurring invoice.',
      input: byId,
      output: recurringRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const found = await context.services.views.recurringInvoices.get(siteScopeOf(context), id);
        if (found === null) throw new DomainError('unknown_record');
        return recordOf(found);
      },
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:write'),
      summary: 'Makes a recurring invoice: what is invoiced, on which days, and whether it is issued and mailed by itself.',
      input: recurringCreate,
      output: recurringRecord,
      errors: ['unknown_record'],
      run: async (context, input) => recordOf(await context.services.recurringInvoices.create(siteScopeOf(context), input)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:write'),
      summary: 'Changes what is sent of a recurring invoice; null clears. What it has made stays as it is.',
      input: recurringPatch.extend({ id: idSchema, version: z.int().optional() }),
      output: recurringRecord,
      errors: ['unknown_record', 'stale'],
      run: async (context, { id, version, ...patch }) =>
        recordOf(await context.services.recurringInvoices.update(siteScopeOf(context), id, patch, version)),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:delete'),
      summary: 'Deletes a recurring invoice. The invoices it has made stay.',
      input: byId,
      output: byId,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        await context.services.recurringInvoices.delete(siteScopeOf(context), id);
        return { id };
      },
    }),
    pause: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:write'),
      summary: 'Pauses a recurring invoice.',
      input: byId,
      output: recurringRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id }) => recordOf(await context.services.recurringInvoices.pause(siteScopeOf(context), id)),
    }),
    resume: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:write'),
      summary: 'Lets a paused recurring invoice go on, from today or with the periods that passed meanwhile.',
      input: byId.extend({ catchUp: z.boolean().default(false) }),
      output: recurringRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id, catchUp }) => recordOf(await context.services.recurringInvoices.resume(siteScopeOf(context), id, catchUp)),
    }),
    runNow: defineProcedure({
      type: 'mutation',
      access: needs('recurringInvoices:write'),
      summary: 'Makes the invoice of the next period now; the period does not come again.',
      input: byId,
      output: recurringRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id }) => recordOf(await context.services.recurringInvoices.runNow(siteScopeOf(context), id)),
    }),
    runs: defineProcedure({
      type: 'query',
      access: needs('recurringInvoices:read'),
      summary: 'One page of the invoices that a recurring invoice has made, latest period first.',
      input: pageInput.extend({ id: idSchema }),
      output: pageOf(runRecord),
      run: (context, { id, ...page }) => context.services.views.recurringInvoices.runs(siteScopeOf(context), id, page),
    }),
  };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

function recordOf({ content, ...recurring }: RecurringInvoice) {
  return { ...recurring, content: { ...content } };
}
