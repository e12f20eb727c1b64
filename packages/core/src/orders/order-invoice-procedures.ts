import { z } from 'zod';
import { DRAFT_ERRORS, recordOf } from '../invoices/invoice-access.js';
import { invoiceRecord, orderInput } from '../invoices/invoice-contract.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { mayOrders } from './desk-access.js';

/** What an order is invoiced with: as `invoices.createInvoice` takes it, by the id of the order. */
const invoicedOrder = orderInput
  .omit({ orderId: true })
  .extend({ id: idSchema, draft: z.boolean().default(false).meta({ description: 'True: it is not issued yet.' }) });

/** Where orders become invoices: the invoices' rules, at the order desk. */
export function orderInvoiceProcedures() {
  return {
    createInvoice: defineProcedure({
      type: 'mutation',
      access: mayOrders('invoice'),
      summary: 'Invoices an order, or some of its lines, and issues the invoice at once; never more than was ordered.',
      input: invoicedOrder,
      output: invoiceRecord,
      errors: DRAFT_ERRORS,
      run: async (context, { id: orderId, draft, ...input }) => {
        const [scope, { invoices }] = [siteScopeOf(context), context.services];
        const wanted = { ...input, orderId };
        return recordOf(draft ? await invoices.createDraft(scope, 'invoice', wanted) : await invoices.createInvoice(scope, wanted));
      },
    }),
  };
}
