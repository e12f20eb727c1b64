import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import { settleInvoices } from '../settlement/order-invoices.js';
import { creditInvoice, draftNote } from './credit-invoice.js';
import { makeDraftWork } from './draft-work.js';
import type { CreditRequest, Invoice, InvoiceKind } from './invoice.js';
import type { CreditInput, DraftInput, DraftPatch } from './invoice-contract.js';
import { isIssued, refusedStep, takeInvoiceStep } from './invoice-states.js';
import { type InvoiceStores, type InvoicesDeps, type Office, officeOf } from './invoices-deps.js';
import { issueInvoice } from './issue-invoice.js';
import { invoicedOf, requireUninvoiced } from './order-lines.js';

/** Quotes, invoices and credit notes, up to the moment they are issued. */
export interface InvoicesService {
  /** Throws `unknown_order`, `unknown_record` (no such client), `over_invoiced`, `invalid_request`. */
  createDraft(scope: Scope, kind: 'invoice' | 'quote', input: DraftInput, origin?: { readonly recurringId: string }): Promise<Invoice>;
  /** As `createDraft`, and issued at once. */
  createInvoice(scope: Scope, input: DraftInput, origin?: { readonly recurringId: string }): Promise<Invoice>;
  /** Throws `unknown_record`, `stale`, `invalid_transition` (it is issued). */
  updateDraft(scope: Scope, id: string, patch: DraftPatch, version?: number): Promise<Invoice>;
  deleteDraft(scope: Scope, id: string): Promise<void>;
  /** Gives the draft its number; of a quote: as it is sent. Throws `unknown_record`, `invalid_transition`, `over_invoiced`, `over_refunded`. */
  issue(scope: Scope, id: string): Promise<Invoice>;
  /** An invoice of an accepted quote: a draft, or issued. The quote is `converted`. */
  convertQuote(scope: Scope, quoteId: string, issued: boolean): Promise<Invoice>;
  /** Throws `unknown_record`, `invalid_transition`, `over_refunded`. */
  createCreditNote(scope: Scope, input: CreditInput): Promise<Invoice>;
  /** Takes back all that is left of the invoice; the credit note. */
  cancel(scope: Scope, id: string, reason: string): Promise<Invoice>;
}

export function makeInvoicesService(deps: InvoicesDeps): InvoicesService {
  const { transact, ids, clock } = deps;
  const drafts = makeDraftWork(deps);

  const issued = (stores: InvoiceStores, office: Office, draft: Invoice) => issueInvoice(stores.invoices, office.scope, draft, office);

  /** Once it is stored: tells the order how much of it is invoiced by now, and has its invoices paid by what was paid for it. As it is then. */
  async function recordOnOrder(stores: InvoiceStores, scope: Scope, invoice: Invoice): Promise<Invoice> {
    const { orderId } = invoice;
    if (orderId === null || !isIssued(invoice) || invoice.kind === 'quote') return invoice;
    const orders = deps.ordersIn(stores);
    const order = await orders.lock(scope, orderId);
    await orders.record(scope, orderId, invoicedOf(order, await stores.invoices.ofOrder(scope, orderId)), invoice);
    const settled = await settleInvoices({ stores, scope, ids, at: clock.now() }, orderId, order.moneyCents);
    return settled.find(({ id }) => id === invoice.id) ?? invoice;
  }

  async function create(scope: Scope, makeOne: (stores: InvoiceStores, office: Office) => Promise<Invoice>): Promise<Invoice> {
    return transact(scope, async (stores) => {
      const invoice = await makeOne(stores, await officeOf(deps, stores, scope));
      await stores.invoices.create(scope, invoice);
      return recordOnOrder(stores, scope, invoice);
    });
  }

  /** The draft is worked out again: other credit notes may have been issued since. */
  async function issueNote(stores: InvoiceStores, scope: Scope, { id, orderId, creditOf, creditRequest }: Invoice): Promise<Invoice> {
    if (creditOf === null) throw new DomainError('unknown_record');
    if (orderId !== null) await deps.ordersIn(stores).lock(scope, orderId);
    const office = await officeOf(deps, stores, scope);
    const again = (_invoice: Invoice, content: Partial<Invoice>) =>
      stores.invoices.change(scope, id, (draft) => issued(stores, office, { ...draft, ...content }));
    const note = await creditInvoice(stores.invoices, scope, creditOf.id, again, creditRequest);
    return recordOnOrder(stores, scope, note);
  }

  /** With the order locked before the draft, as everywhere. */
  async function issueDraft(stores: InvoiceStores, scope: Scope, id: string, orderId: string | null): Promise<Invoice> {
    const order = orderId === null ? null : await deps.ordersIn(stores).lock(scope, orderId);
    const office = await officeOf(deps, stores, scope);
    const invoice = await stores.invoices.change(scope, id, async (draft) => {
      if (order !== null) requireUninvoiced(order, await stores.invoices.ofOrder(scope, order.id), draft);
      return issued(stores, office, draft);
    });
    return recordOnOrder(stores, scope, invoice);
  }

  async function credit(
    scope: Scope,
    invoiceId: string,
    reason: string,
    request: CreditRequest | null,
    isDraft: boolean,
  ): Promise<Invoice> {
    const found = await deps.views.get(scope, invoiceId);
    return transact(scope, async (stores) => {
      if (found?.orderId != null) await deps.ordersIn(stores).lock(scope, found.orderId);
      const office = await officeOf(deps, stores, scope);
      const makeNote = async (invoice: Invoice, content: Parameters<typeof draftNote>[1]) => {
        const draft = draftNote(invoice, content, { id: ids.uuid(), createdAt: clock.now(), reason, creditRequest: request });
        const note = isDraft ? draft : await issued(stores, office, draft);
        await stores.invoices.create(scope, note);
        return note;
      };
      const note = await creditInvoice(stores.invoices, scope, invoiceId, makeNote, request);
      return recordOnOrder(stores, scope, note);
    });
  }

  return {
    createDraft: (scope, kind: InvoiceKind, input, origin) =>
      create(scope, (stores, office) => drafts.make(stores, office, kind, input, origin)),
    createInvoice: (scope, input, origin) =>
      create(scope, async (stores, office) => issued(stores, office, await drafts.make(stores, office, 'invoice', input, origin))),
    updateDraft: (scope, id, patch, version) =>
      transact(scope, (stores) =>
        stores.invoices.change(scope, id, async (draft) => {
          requireVersion(draft, version);
          return drafts.patched(stores, await officeOf(deps, stores, scope), draft, patch);
        }),
      ),
    deleteDraft: (scope, id) => transact(scope, ({ invoices }) => invoices.deleteDraft(scope, id)),
    async issue(scope, id) {
      const found = await deps.views.get(scope, id);
      if (found === null) throw new DomainError('unknown_record');
      if (isIssued(found)) throw refusedStep(found, 'issue');
      return transact(scope, (stores) =>
        found.kind === 'credit_note' ? issueNote(stores, scope, found) : issueDraft(stores, scope, id, found.orderId),
      );
    },
    convertQuote: (scope, quoteId, isIssuedNow) =>
      transact(scope, async (stores) => {
        const quote = await stores.invoices.change(scope, quoteId, (before) => takeInvoiceStep(before, 'convert'));
        const office = await officeOf(deps, stores, scope);
        const draft = drafts.ofQuote(office, quote);
        const invoice = isIssuedNow ? await issued(stores, office, draft) : draft;
        await stores.invoices.create(scope, invoice);
        return invoice;
      }),
    createCreditNote: (scope, { invoiceId, reason, lines, draft }) => credit(scope, invoiceId, reason, lines ?? null, draft),
    cancel: (scope, id, reason) => credit(scope, id, reason, null, false),
  };
}
