import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import { addDays } from '../sites/wall-time.js';
import type { Invoice } from './invoice.js';
import { takeInvoiceStep } from './invoice-states.js';
import type { InvoiceStore } from './invoice-store.js';
import type { GivenNumber } from './number-series.js';
import type { InvoiceTerms, Seller } from './parties.js';
import { taxesOf } from './tax-categories.js';
import { invoiceLanguageOf, wordsOf } from './words/words-of.js';

/** What is said on everything that an establishment issues, as it stands. */
export interface Issuer {
  readonly seller: Seller;
  readonly terms: InvoiceTerms;
  /** `YYYY-MM-DD` where the establishment is. */
  readonly today: string;
}

/** How long a quote can be accepted which does not say so. */
const QUOTE_DAYS = 30;

/**
 * The draft as it is issued: with the next number of its series, its date, and who sells as they are today. The number counts once the
 * transaction of `store` commits. Throws `invalid_transition` for what is no draft, `invalid_request` for a due date before its date.
 */
export async function issueInvoice(
  store: Pick<InvoiceStore, 'takeNumber'>,
  scope: Scope,
  draft: Invoice,
  issuer: Issuer,
): Promise<Invoice> {
  // Before a number is taken: what cannot be issued does not keep others waiting.
  takeInvoiceStep(draft, issuingStep(draft));
  return asIssued(draft, await store.takeNumber(scope, draft.series, draft.kind, issuer.today), issuer);
}

/** The draft with its number and its date, and what is said on it then. Throws as `issueInvoice`. */
export function asIssued(
  draft: Invoice,
  { number, issueDate }: Pick<GivenNumber, 'number' | 'issueDate'>,
  issuer: Pick<Issuer, 'seller' | 'terms'>,
): Invoice {
  const dueDate = dueDateOf(draft, issueDate, issuer.terms);
  if (dueDate !== null && dueDate < issueDate) {
    const message = 'The due date is before the date of issue.';
    throw new DomainError('invalid_request', { message, issues: [{ path: 'dueDate', message }] });
  }
  const content = draft.kind === 'credit_note' ? creditWordsOn(draft) : wordsOn(draft, issuer, issueDate, dueDate);
  const issued = takeInvoiceStep(draft, issuingStep(draft), { number, issueDate, dueDate, seller: issuer.seller, ...content });
  // Nothing is owed of what comes to nothing.
  return issued.kind === 'invoice' && issued.grossCents === 0 ? takeInvoiceStep(issued, 'pay') : issued;
}

function issuingStep({ kind }: Invoice): 'send' | 'issue' {
  return kind === 'quote' ? 'send' : 'issue';
}

/** The words that depend on who sells and when. */
function wordsOn(draft: Invoice, { seller, terms }: Pick<Issuer, 'seller' | 'terms'>, issueDate: string, dueDate: string | null) {
  const language = invoiceLanguageOf(draft.language);
  const words = wordsOf(language);
  const taxes = taxesOf(draft.lines, language, draft.draft?.exemption ?? seller.exemption);
  const isLate = draft.kind === 'invoice' && draft.buyer.isCompany && seller.address.country === 'FR';
  const mentions = isLate ? [terms.latePayment ?? words.latePayment] : [];
  const days = dueDate === null || draft.kind !== 'invoice' ? null : daysBetween(issueDate, dueDate);
  return { taxes, mentions, terms: draft.terms ?? (days === null ? null : words.payWithin(days)) };
}

/** What becomes of the money. */
function creditWordsOn({ terms, creditOf, language }: Invoice): Pick<Invoice, 'terms'> {
  return { terms: terms ?? (creditOf === null ? null : wordsOf(invoiceLanguageOf(language)).creditTerms(creditOf.number)) };
}

function dueDateOf({ kind, dueDate }: Invoice, issueDate: string, { dueDays }: InvoiceTerms): string | null {
  if (kind === 'credit_note') return null;
  return dueDate ?? addDays(issueDate, kind === 'quote' ? QUOTE_DAYS : dueDays);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Who sells where nobody has set it: the establishment, by its name and address. */
export function sellerOf({ name, address, phone, website }: Site): Seller {
  const nothing = {
    legalForm: null,
    vatNumber: null,
    registration: null,
    register: null,
    email: null,
    exemption: null,
    iban: null,
    bic: null,
  };
  return { name, address, phone, website, ...nothing };
}
