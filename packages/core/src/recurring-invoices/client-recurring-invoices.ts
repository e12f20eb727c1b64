import { type Client, NOBODY } from '../clients/client.js';
import type { PersonalDataHolder } from '../clients/personal-data.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { RecurringInvoice } from './recurring-invoice.js';

/** More recurring invoices than an establishment has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/**
 * What recurring invoices keep of clients: to whom they go, also where somebody only typed in their mail address. Nobody is invoiced again
 * who wants to be forgotten.
 */
export const recurringInvoicesOfClients: PersonalDataHolder = {
  name: 'recurringInvoices',

  tell: (views, scope, client) => goingTo(views, scope, client),

  async forget({ stores, views }, scope, client) {
    for (const recurring of await goingTo(views, scope, client)) await stores.recurringInvoices.change(scope, recurring.id, endedForNobody);
  },

  async move({ stores, views }, scope, from, into) {
    for (const { id } of await ofClient(views, scope, from.id)) {
      await stores.recurringInvoices.change(scope, id, (before) => ({
        ...before,
        content: { ...before.content, clientId: into.id },
        version: before.version + 1,
      }));
    }
  },
};

async function ofClient(
  { recurringInvoices }: Pick<Views, 'recurringInvoices'>,
  scope: Scope,
  clientId: string,
): Promise<readonly RecurringInvoice[]> {
  return (await recurringInvoices.list(scope, { ...EVERYTHING, clientId })).items;
}

/** Made out to the client, or to nobody known under the mail address of the client. */
async function goingTo(
  { recurringInvoices }: Pick<Views, 'recurringInvoices'>,
  scope: Scope,
  { id, email }: Pick<Client, 'id' | 'email'>,
): Promise<readonly RecurringInvoice[]> {
  const { items } = await recurringInvoices.list(scope, EVERYTHING);
  const isTyped = (typed: string | null | undefined) => typed != null && typed.toLowerCase() === email?.toLowerCase();
  return items.filter(({ content: { clientId, buyer } }) => clientId === id || (clientId === null && isTyped(buyer?.email)));
}

/** Ended, without the name it was given and without what tells who was invoiced. */
function endedForNobody(recurring: RecurringInvoice): RecurringInvoice {
  const { name, status, content, version } = recurring;
  if (name === NOBODY && status === 'ended' && content.buyer === null) return recurring;
  const ended = { status: 'ended', nextDate: null, fault: null } as const;
  return { ...recurring, ...ended, name: NOBODY, content: { ...content, buyer: null, reference: null, note: null }, version: version + 1 };
}
