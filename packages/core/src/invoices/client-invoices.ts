import type { Client } from '../clients/client.js';
import type { ClientInvoices } from '../clients/client-invoices.js';
import type { PersonalDataHolder } from '../clients/personal-data.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import { isForgettable } from './forgotten-buyer.js';
import type { Invoice } from './invoice.js';
import type { InvoiceSummary, InvoiceViews } from './invoice-store.js';
import type { Buyer } from './parties.js';

/** More invoices than one client has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/**
 * What invoices keep of clients, also where somebody only typed in their mail address. Drafts and quotes are made out to nobody, or drafts to
 * the client that stays. Invoices and credit notes stay as the law wants them kept: also their client, so that invoices of a merged client
 * are looked for under all of its ids.
 */
export const invoicesOfClients: PersonalDataHolder = {
  name: 'invoices',

  tell: (views, scope, client) => documentsOf(views, scope, client),

  async forget({ stores, views }, scope, client) {
    for (const document of await documentsOf(views, scope, client)) {
      if (isForgettable(document)) await stores.invoices.forgetBuyer(scope, document.id);
    }
  },

  async move({ stores, views }, scope, from, into) {
    const { items } = await views.invoices.list(scope, { ...EVERYTHING, clientIds: [from.id], status: 'draft' });
    for (const draft of items) await stores.invoices.change(scope, draft.id, (before) => madeOutTo(before, into.id));
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

/** Made out to the client, or to nobody known under the mail address of the client. */
async function documentsOf(
  { invoices }: Pick<Views, 'invoices'>,
  scope: Scope,
  { id, email }: Pick<Client, 'id' | 'email'>,
): Promise<readonly Invoice[]> {
  const ofClient = await invoices.list(scope, { ...EVERYTHING, clientIds: [id] });
  const byAddress = email === null ? [] : (await invoices.list(scope, { ...EVERYTHING, search: email })).items;
  const typedIn = byAddress.filter(({ clientId }) => clientId === null);
  const found = await Promise.all([...ofClient.items, ...typedIn].map((document) => invoices.get(scope, document.id)));
  return found.flatMap((document) => (document !== null && isOf(document.buyer, id, email) ? [document] : []));
}

/** A search finds beginnings of words: longer addresses too. */
function isOf({ clientId, email: typed }: Buyer, id: string, email: string | null): boolean {
  return clientId === id || (clientId === null && typed !== null && typed.toLowerCase() === email?.toLowerCase());
}

/** Unless somebody has just issued it. */
function madeOutTo(invoice: Invoice, clientId: string): Invoice {
  return invoice.status === 'draft' ? { ...invoice, buyer: { ...invoice.buyer, clientId }, version: invoice.version + 1 } : invoice;
}
