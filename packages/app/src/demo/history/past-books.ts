import type { Client } from '@comptoir/core/clients/client.js';
import { afterCredit, creditContent, draftNote } from '@comptoir/core/invoices/credit-invoice.js';
import { type Invoice, type InvoicePayment, openCents } from '@comptoir/core/invoices/invoice.js';
import { shifted, shiftsTo } from '@comptoir/core/invoices/invoice-money.js';
import { takeInvoiceStep } from '@comptoir/core/invoices/invoice-states.js';
import { asIssued } from '@comptoir/core/invoices/issue-invoice.js';
import { type DraftContent, makeDraft } from '@comptoir/core/invoices/make-draft.js';
import { DEFAULT_TERMS, type Seller } from '@comptoir/core/invoices/parties.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import { meansOf, type RecordedPayment } from '@comptoir/core/settlement/recorded-payment.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Place } from './past-order.js';

/** The books of the past: what was invoiced, as the invoices of the present are made, but for the day. */
export interface Books {
  readonly place: Place;
  readonly seller: Seller;
  readonly clients: ReadonlyMap<string, Client>;
}

/** Stands where a number is given later. */
const UNNUMBERED = '–';

type Origin = Parameters<typeof makeDraft>[4];

/** A quote or an invoice that is not sent to anybody yet. */
export function aDraft({ place }: Books, kind: 'quote' | 'invoice', content: DraftContent, at: Date, origin?: Origin): Invoice {
  const { scope, ids } = place;
  const site = { currency: 'EUR', languages: ['fr'] };
  return makeDraft({ scope, site, rounding: 'sum_by_net_keep_gross', now: at }, kind, ids.uuid(), content, origin);
}

/** The draft as it was issued on the day of an instant. */
export function issuedAt({ place, seller }: Books, draft: Invoice, at: Date): Invoice {
  const { date: issueDate } = wallTimeAt(at, place.timezone);
  return { ...asIssued(draft, { number: UNNUMBERED, issueDate }, { seller, terms: DEFAULT_TERMS }), sentAt: at };
}

/** A credit note over all of the invoice, and what that makes of it. */
export function credited(books: Books, invoice: Invoice, at: Date, reason: string): { readonly invoice: Invoice; readonly note: Invoice } {
  const head = { id: books.place.ids.uuid(), createdAt: at, reason, creditRequest: null };
  const note = issuedAt(books, draftNote(invoice, creditContent(invoice, [], null), head), at);
  return { invoice: afterCredit(invoice, note.grossCents), note };
}

/** An invoice and what was paid of it. */
export interface Account {
  readonly invoice: Invoice;
  readonly payments: readonly InvoicePayment[];
}

/** Money of an order that came, or changed hands when its invoice was taken back. */
export type Received = Pick<RecordedPayment, 'method' | 'reference' | 'receivedAt'>;

/** The account once its order has so much money. */
export function settledAt({ place }: Books, { invoice, payments }: Account, moneyCents: number, by: Received): Account {
  const [shift] = shiftsTo([invoice], moneyCents);
  if (shift === undefined) return { invoice, payments };
  const { method, reference, receivedAt } = by;
  const facts = { id: place.ids.uuid(), invoiceId: invoice.id, actor: actorName(place.scope.actor), means: meansOf(method) };
  return { invoice: shifted(shift), payments: [...payments, { ...facts, at: receivedAt, amountCents: shift.amountCents, reference }] };
}

/** As it stands today: what was not paid in time is overdue. */
export function closed({ place }: Books, { invoice, payments }: Account): PastInvoice {
  const { issueDate, dueDate } = invoice;
  if (issueDate === null) throw new Error('What was not issued has no date.');
  const isLate = dueDate !== null && dueDate < wallTimeAt(place.now, place.timezone).date && openCents(invoice) > 0;
  return { invoice: { ...(isLate ? takeInvoiceStep(invoice, 'fallDue') : invoice), issueDate }, payments };
}
