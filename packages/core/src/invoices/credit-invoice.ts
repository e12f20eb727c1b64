import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { creditLines, leftOf } from './credit-note.js';
import type { CreditRequest, Invoice } from './invoice.js';
import { isIssued, refusedStep, settlingStep, takeInvoiceStep } from './invoice-states.js';
import type { InvoiceStore } from './invoice-store.js';
import { taxesOf } from './tax-categories.js';
import { invoiceLanguageOf } from './words/words-of.js';

type Store = Pick<InvoiceStore, 'change' | 'creditNotes'>;

/**
 * Works out a credit note over `request` with the invoice locked, lets `keep` store it, and writes on the invoice what is taken back of it
 * when the credit note is issued. Throws `unknown_record`, `invalid_transition` for what is no issued invoice, `over_refunded`.
 */
export async function creditInvoice(
  store: Store,
  scope: Scope,
  invoiceId: string,
  makeNote: (invoice: Invoice, content: Pick<Invoice, 'lines' | 'taxes' | 'netCents' | 'taxCents' | 'grossCents'>) => Promise<Invoice>,
  request: CreditRequest | null,
): Promise<Invoice> {
  let note: Invoice | undefined;
  await store.change(scope, invoiceId, async (invoice) => {
    if (invoice.kind !== 'invoice' || !isIssued(invoice) || invoice.status === 'cancelled') throw refusedStep(invoice, 'credit');
    const credited = await store.creditNotes(scope, invoiceId);
    note = await makeNote(invoice, creditContent(invoice, credited, request));
    if (!isIssued(note)) return invoice;
    // What comes to nothing is all taken back when nobody asked for a part of it.
    const isAllOfNothing = invoice.grossCents === 0 && request === null;
    return isAllOfNothing ? takeInvoiceStep(invoice, 'cancel') : afterCredit(invoice, note.grossCents);
  });
  if (note === undefined) throw new Error('The invoice was not handed over.');
  return note;
}

/** What a credit note over `request` takes back, given those that were issued on the invoice. Throws `over_refunded`. */
export function creditContent(invoice: Invoice, credited: readonly Invoice[], request: CreditRequest | null) {
  const left = leftOf(
    invoice.lines,
    credited.flatMap(({ lines }) => lines),
  );
  const content = creditLines(left, request, invoice.prices);
  const said = invoice.taxes.find(({ exemption }) => exemption !== null)?.exemption ?? null;
  return { ...content, taxes: taxesOf(content.lines, invoiceLanguageOf(invoice.language), said) };
}

/** The invoice once a credit note of so much was issued on it. */
export function afterCredit(invoice: Invoice, grossCents: number): Invoice {
  const creditedCents = invoice.creditedCents + grossCents;
  const step = settlingStep({ ...invoice, creditedCents });
  if (step !== null && creditedCents > 0) return takeInvoiceStep(invoice, step, { creditedCents });
  return { ...invoice, creditedCents, version: invoice.version + 1 };
}

/** A new credit note on the invoice, as a draft. It inherits who was invoiced, in which language and currency, and how tax is rounded. */
export function draftNote(
  invoice: Invoice,
  content: Pick<Invoice, 'lines' | 'taxes' | 'netCents' | 'taxCents' | 'grossCents'>,
  head: Pick<Invoice, 'id' | 'createdAt' | 'reason' | 'creditRequest'>,
): Invoice {
  const { number, issueDate } = invoice;
  if (number === null || issueDate === null) throw new DomainError('internal');
  return {
    ...invoice,
    ...content,
    ...head,
    kind: 'credit_note',
    status: 'draft',
    number: null,
    issueDate: null,
    dueDate: null,
    seller: null,
    paidCents: 0,
    creditedCents: 0,
    quoteId: null,
    recurringId: null,
    creditOf: { id: invoice.id, number, issueDate },
    draft: null,
    note: null,
    terms: null,
    mentions: [],
    sentAt: null,
    version: 1,
  };
}
