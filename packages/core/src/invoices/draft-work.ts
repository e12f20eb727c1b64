import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Invoice, InvoiceKind } from './invoice.js';
import type { DraftInput, DraftPatch, TypedDraftInput } from './invoice-contract.js';
import { refusedStep } from './invoice-states.js';
import type { InvoiceStores, InvoicesDeps, Office } from './invoices-deps.js';
import { type DraftContent, makeDraft, redraft } from './make-draft.js';
import { linesOfOrder } from './order-lines.js';
import type { Buyer } from './parties.js';

/** Makes and changes drafts, within a transaction. */
export interface DraftWork {
  /** A new draft, which is not stored. Locks the order it is made from. */
  make(stores: InvoiceStores, office: Office, kind: InvoiceKind, input: DraftInput, origin?: { recurringId: string }): Promise<Invoice>;
  /** The draft of an invoice with the lines and the price of an accepted quote. */
  ofQuote(office: Office, quote: Invoice): Invoice;
  /** Throws as `redraft`, `invalid_transition` for what is no draft, and `invalid_request` for other goods or prices of an order. */
  patched(stores: InvoiceStores, office: Office, draft: Invoice, patch: DraftPatch): Promise<Invoice>;
}

export function makeDraftWork(deps: InvoicesDeps): DraftWork {
  async function buyerOf(
    stores: InvoiceStores,
    scope: Scope,
    { clientId, buyer }: Pick<DraftPatch, 'clientId' | 'buyer'>,
    otherwise: Buyer | null,
  ): Promise<Buyer> {
    const client = clientId == null ? null : await deps.buyersIn(stores).get(scope, clientId);
    if (clientId != null && client === null) throw new DomainError('unknown_record', { message: 'There is no such client.' });
    if (buyer != null) return { ...buyer, clientId: client?.clientId ?? null };
    const found = client ?? otherwise;
    if (found !== null) return found;
    const message = 'Say who is invoiced: a client, a buyer or an order.';
    throw new DomainError('invalid_request', { message, issues: [{ path: 'buyer', message }] });
  }

  /** An order does not know the numbers that its client is registered under. */
  async function withNumbers(stores: InvoiceStores, scope: Scope, buyer: Buyer): Promise<Buyer> {
    const client = buyer.clientId === null ? null : await deps.buyersIn(stores).get(scope, buyer.clientId);
    if (client === null) return buyer;
    const { vatNumber, registration, isCompany } = client;
    return { ...buyer, vatNumber, registration, isCompany: isCompany || buyer.isCompany };
  }

  return {
    async make(stores, office, kind, input, origin) {
      const { scope } = office;
      const id = deps.ids.uuid();
      if (input.orderId == null) {
        return makeDraft(office, kind, id, contentOf(input, await buyerOf(stores, scope, input, null)), origin);
      }
      const order = await deps.ordersIn(stores).lock(scope, input.orderId);
      const lines = linesOfOrder(order, await stores.invoices.ofOrder(scope, order.id), input.lines);
      const buyer = await buyerOf(stores, scope, input, await withNumbers(stores, scope, order.buyer));
      const content = contentOf({ ...input, lines: [...lines], prices: 'gross' }, buyer);
      return makeDraft(office, kind, id, content, { orderId: order.id, orderNumber: order.number });
    },
    ofQuote(office, quote) {
      const { lines, prices, language, rounding, draft } = quote;
      const source = { lines: draft?.lines ?? lines, discountCents: draft?.discountCents ?? 0, exemption: draft?.exemption ?? null };
      const { buyer, series, reference, note } = quote;
      const head = { buyer, prices, language, series, reference, note, deliveryDate: null, dueDate: null, terms: null };
      return makeDraft(office, 'invoice', deps.ids.uuid(), { ...head, ...source }, { rounding, quoteId: quote.id });
    },
    async patched(stores, office, draft, { clientId, buyer: given, ...rest }) {
      // First: whoever names a client of others learns no more than that it is not theirs.
      const buyer = await buyerOf(stores, office.scope, { clientId, buyer: given }, draft.buyer);
      if (draft.status !== 'draft' || draft.draft === null) throw refusedStep(draft, 'update');
      if (draft.orderId !== null) refuseOtherGoods(rest);
      const before = headOf({ ...draft, ...draft.draft });
      const changed = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      return redraft(office, draft, { ...before, ...changed, buyer });
    },
  };
}

/** What an order is invoiced for is counted by its lines, and at its prices: typed in, it could be invoiced again. */
function refuseOtherGoods(patch: Pick<DraftPatch, 'lines' | 'prices'>): void {
  const path = (['lines', 'prices'] as const).find((field) => patch[field] !== undefined);
  if (path === undefined) return;
  const message = 'A draft of an order has the lines and the prices of the order: delete it and make another, or one without the order.';
  throw new DomainError('invalid_request', { message, issues: [{ path, message }] });
}

function contentOf({ clientId: _clientId, ...input }: TypedDraftInput, buyer: Buyer): DraftContent {
  return { ...headOf(input), buyer };
}

function headOf(content: Omit<DraftContent, 'buyer'>): Omit<DraftContent, 'buyer'> {
  const { lines, prices, discountCents, language, series, deliveryDate, dueDate, reference, note, terms, exemption } = content;
  return { lines, prices, discountCents, language, series, deliveryDate, dueDate, reference, note, terms, exemption };
}
