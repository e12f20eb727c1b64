import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { orderRecord, recordOf } from '../orders/order-record.js';
import { CLIENTS_READ, present } from './client-access.js';
import { clientId, clientRecord } from './client-contract.js';

const figures = {
  orders: z.int(),
  spentCents: z.int(),
  averageCents: z.int().nullable(),
  firstOrderAt: z.date().nullable(),
  lastOrderAt: z.date().nullable(),
};

const invoiceRecord = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  issueDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  totalCents: z.int(),
  balanceCents: z.int(),
  currency: z.string(),
});

const overview = z.object({
  clients: z.int(),
  companies: z.int(),
  withConsent: z.int(),
  withOrders: z.int(),
  spentCents: z.int(),
  newPerMonth: z.array(z.object({ month: z.string(), clients: z.int() })),
  top: z.array(z.object({ client: clientRecord, ...figures })),
});

const ofClient = pageInput.extend(clientId.shape);

/** What clients bought. */
export function clientSalesProcedures() {
  return {
    orders: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['clients:read', 'orders:read'] },
      summary: 'The orders of a client, newest first.',
      input: ofClient,
      output: pageOf(orderRecord),
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const scope = siteScopeOf(context);
        const client = await context.services.clients.get(scope, id);
        const { items, ...rest } = await context.services.views.clients.orders(scope, client.id, page);
        return { ...rest, items: items.map(recordOf) };
      },
    }),
    invoices: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['clients:read', 'invoices:read'] },
      summary: 'The invoices to a client and to those that were merged into it, newest first; drafts among them.',
      input: ofClient,
      output: pageOf(invoiceRecord),
      errors: ['unknown_record'],
      run: (context, { id, ...page }) => context.services.clients.invoices(siteScopeOf(context), id, page),
    }),
    statistics: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'What one client ordered, in figures; drafts and orders that were given up or brought back do not count.',
      input: clientId,
      output: z.object({ id: z.string(), ...figures, openBalanceCents: z.int() }),
      errors: ['unknown_record'],
      run: (context, { id }) => context.services.clients.statistics(siteScopeOf(context), id),
    }),
    overview: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary:
        'All clients in figures: how many, how many new in each of the last twelve months, how many agreed to mails, who spent most.',
      input: z.object({ top: z.int().min(1).max(50).default(10) }).prefault({}),
      output: overview,
      run: async (context, input) => {
        const { top, ...rest } = await context.services.clients.overview(siteScopeOf(context), input.top);
        return { ...rest, top: top.map((one) => ({ ...one, client: present(one.client) })) };
      },
    }),
  };
}
