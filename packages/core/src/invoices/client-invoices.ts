import { NOBODY } from '../clients/client.js';
import type { ClientInvoices } from '../clients/client-invoices.js';
import type { PersonalDataHolder } from '../clients/personal-data.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { Invoice } from './invoice.js';
import type { InvoiceSummary, InvoiceViews } from './invoice-store.js';
import type { Buyer } from './parties.js';

/** More invoices than one client has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/**
 * What invoices keep of clients. Drafts are made out to nobody, or to the client that stays. What is issued stays as the law wants it kept:
 * also its client, so that invoices of a merged client are looked for under all of its ids.
 */
export const invoicesOfClients: PersonalDataHolder = {
  name: 'invoices',

  async tell(views, scope, { id }) {
    const found = await summariesOf(views, scope, id);
    return Promise.all(found.map((invoice) => views.invoices.get(scope, invoice.id)));
  },

  async forget({ stores, views }, scope, { id }) {
    for (const draft of await draftsOf(views, scope, id)) await stores.invoices.change(scope, draft.id, withoutBuyer);
  },

  async move({ stores, views }, scope, from, into) {
    for (const draft of await draftsOf(views, scope, from.id)) {
      await stores.invoices.change(scope, draft.id, (before) => madeOutTo(before, { ...before.buyer, clientId: into.id }));
    }
  },
};

/** The invoices as the pages of clients show them. */
export function makeClientInvoices(invoices: Pick<InvoiceViews, 'list'>): ClientInvoices {
  return {
    async ofClient(scope, clientIds, page) {
      const { items, ...rest } = await invoices.list(scope, { ...page, clientIds, kind: 'invoice' });
      return { ...rest, items: items.map(shown) };
    },
  };
}

function shown({ id, number, status, issueDate, dueDate, grossCents, paidCents, creditedCents, currency }: InvoiceSummary) {
  const balanceCents = status === 'draft' ? 0 : grossCents - creditedCents - paidCents;
  return { id, number, status, issueDate, dueDate, totalCents: grossCents, balanceCents, currency };
}

async function summariesOf({ invoices }: Pick<Views, 'invoices'>, scope: Scope, clientId: string): Promise<readonly InvoiceSummary[]> {
  return (await invoices.list(scope, { ...EVERYTHING, clientIds: [clientId] })).items;
}

async function draftsOf(views: Pick<Views, 'invoices'>, scope: Scope, clientId: string): Promise<readonly InvoiceSummary[]> {
  return (await summariesOf(views, scope, clientId)).filter(({ status }) => status === 'draft');
}

function withoutBuyer(invoice: Invoice): Invoice {
  const { buyer, reference, note } = invoice;
  if (buyer.name === NOBODY && reference === null && note === null) return invoice;
  const nobody = { name: NOBODY, isCompany: false, address: null, vatNumber: null, registration: null, email: null };
  return { ...madeOutTo(invoice, { ...nobody, clientId: buyer.clientId }), reference: null, note: null };
}

/** Unless somebody has just issued it. */
function madeOutTo(invoice: Invoice, buyer: Buyer): Invoice {
  return invoice.status === 'draft' ? { ...invoice, buyer, version: invoice.version + 1 } : invoice;
}
