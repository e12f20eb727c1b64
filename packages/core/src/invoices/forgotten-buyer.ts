import { NOBODY } from '../clients/client.js';
import type { Invoice } from './invoice.js';
import { isIssued, refusedStep } from './invoice-states.js';

/** Drafts and quotes bind nobody to keep them: who they are made out to can be forgotten. Invoices and credit notes are kept by law as they are. */
export function isForgettable(invoice: Pick<Invoice, 'kind' | 'status'>): boolean {
  return invoice.kind === 'quote' || !isIssued(invoice);
}

/** Made out to nobody, without what may tell who it was; the very same when it is already. Throws `invalid_transition` for what must be kept. */
export function withoutBuyer(invoice: Invoice): Invoice {
  if (!isForgettable(invoice)) throw refusedStep(invoice, 'forgetBuyer');
  const { buyer, reference, note, version } = invoice;
  if (buyer.name === NOBODY && reference === null && note === null) return invoice;
  const nobody = { name: NOBODY, isCompany: false, address: null, vatNumber: null, registration: null, email: null };
  return { ...invoice, buyer: { ...nobody, clientId: buyer.clientId }, reference: null, note: null, version: version + 1 };
}
