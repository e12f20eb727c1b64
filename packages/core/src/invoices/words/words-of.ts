import type { InvoiceKind } from '../invoice.js';
import type { InvoiceStatus } from '../invoice-states.js';
import type { TaxCategory } from '../tax-categories.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { SPANISH } from './spanish.js';

/** The languages invoices are written in, mailed in and shown in. */
export const INVOICE_LANGUAGES = ['fr', 'en', 'de', 'es', 'it'] as const;
export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number];

/** Every word that is put around what an invoice says itself. */
export interface InvoiceWords {
  /** As the language is called by those who speak it. */
  readonly language: string;
  readonly kinds: Readonly<Record<InvoiceKind, string>>;
  readonly statuses: Readonly<Record<InvoiceStatus, string>>;
  /** Of a draft, instead of a number. */
  readonly draft: string;
  readonly issued: string;
  readonly due: string;
  readonly validUntil: string;
  readonly delivered: string;
  readonly order: string;
  readonly reference: string;
  readonly credits: string;
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly vatNumber: string;
  readonly registration: string;
  readonly item: string;
  readonly quantity: string;
  readonly unitPrice: Readonly<Record<'gross' | 'net', string>>;
  readonly vat: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  /** Of a line. */
  readonly amount: Readonly<Record<'gross' | 'net', string>>;
  /** `Remise : −2,00 €` */
  readonly discount: (amount: string) => string;
  readonly carried: string;
  readonly rate: string;
  readonly base: string;
  readonly total: string;
  readonly paid: string;
  readonly credited: string;
  readonly open: string;
  readonly payment: string;
  readonly bank: string;
  readonly terms: string;
  readonly note: string;
  readonly page: (page: number, pages: number) => string;
  readonly download: string;
  readonly languages: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  /** Why no tax is due, where nobody says it otherwise. */
  readonly exemptions: Readonly<Record<Exclude<TaxCategory, 'S' | 'Z'>, string>>;
  /** What French law wants to be read on an invoice to a company. */
  readonly latePayment: string;
  readonly payWithin: (days: number) => string;
  /** Of a credit note, by the number of the invoice it takes back. */
  readonly creditTerms: (invoice: string) => string;
  readonly mail: {
    readonly subject: (document: string, seller: string) => string;
    readonly greeting: (name: string) => string;
    readonly body: (document: string, amount: string) => string;
    readonly dueBy: (date: string) => string;
    readonly action: string;
  };
}

const WORDS: Readonly<Record<InvoiceLanguage, InvoiceWords>> = { fr: FRENCH, en: ENGLISH, de: GERMAN, es: SPANISH, it: ITALIAN };

export function wordsOf(language: InvoiceLanguage): InvoiceWords {
  return WORDS[language];
}

/** The language itself where invoices are written in it (`fr-CH` is French), else English. */
export function invoiceLanguageOf(language: string | null | undefined): InvoiceLanguage {
  const primary = (language ?? '').toLowerCase().split('-')[0];
  return INVOICE_LANGUAGES.find((known) => known === primary) ?? 'en';
}
