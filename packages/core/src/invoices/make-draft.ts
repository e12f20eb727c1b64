import type { Scope } from '../kit/scope.js';
import type { TaxRounding } from '../kit/tax-rounding.js';
import type { Site } from '../sites/site.js';
import type { Invoice, InvoiceKind } from './invoice.js';
import type { LineInput } from './invoice-contract.js';
import type { Buyer } from './parties.js';
import { type PricedInvoice, priceInvoice } from './price-invoice.js';
import { requireTaxable, taxesOf } from './tax-categories.js';
import { invoiceLanguageOf } from './words/words-of.js';

/** What a draft is made of: its lines as they were typed in, and its head. */
export interface DraftContent {
  readonly buyer: Buyer;
  readonly lines: readonly LineInput[];
  readonly prices: Invoice['prices'];
  readonly discountCents: number;
  readonly language: string | null;
  readonly series: string;
  readonly deliveryDate: string | null;
  readonly dueDate: string | null;
  readonly reference: string | null;
  readonly note: string | null;
  readonly terms: string | null;
  readonly exemption: string | null;
}

/** Where and when drafts are made. */
export interface DraftPlace {
  readonly scope: Scope;
  readonly site: Pick<Site, 'currency' | 'languages'>;
  readonly rounding: TaxRounding;
  readonly now: Date;
}

type Origin = Partial<Pick<Invoice, 'orderId' | 'orderNumber' | 'quoteId' | 'recurringId' | 'rounding'>>;

/** A new draft. Throws `invalid_request` where its lines, discounts and taxes do not go together. */
export function makeDraft(place: DraftPlace, kind: InvoiceKind, id: string, content: DraftContent, origin: Origin = {}): Invoice {
  const { scope, site, now } = place;
  return {
    id,
    tenantId: scope.tenantId,
    siteId: scope.siteId,
    kind,
    status: 'draft',
    number: null,
    issueDate: null,
    currency: site.currency,
    seller: null,
    paidCents: 0,
    creditedCents: 0,
    orderId: null,
    orderNumber: null,
    quoteId: null,
    recurringId: null,
    creditOf: null,
    creditRequest: null,
    reason: null,
    mentions: [],
    createdAt: now,
    sentAt: null,
    version: 1,
    ...origin,
    ...contentOf(place, content, origin.rounding ?? place.rounding, origin.orderId != null),
  };
}

/** The draft with another content: priced anew, with the rounding it began with. */
export function redraft(place: DraftPlace, draft: Invoice, content: DraftContent): Invoice {
  return { ...draft, ...contentOf(place, content, draft.rounding, draft.orderId !== null), version: draft.version + 1 };
}

function contentOf({ site }: DraftPlace, content: DraftContent, rounding: TaxRounding, isAgreed: boolean) {
  const { lines, discountCents, exemption, ...head } = content;
  requireTaxable(lines, content.buyer.vatNumber);
  const language = invoiceLanguageOf(content.language ?? site.languages[0]);
  const priced: PricedInvoice = priceInvoice(lines, { prices: content.prices, rounding, discountCents, isAgreed });
  const { netCents, taxCents, grossCents } = priced;
  const taxes = taxesOf(priced.lines, language, exemption);
  return {
    ...head,
    language,
    rounding,
    lines: priced.lines,
    taxes,
    netCents,
    taxCents,
    grossCents,
    draft: { lines, discountCents, exemption },
  };
}
