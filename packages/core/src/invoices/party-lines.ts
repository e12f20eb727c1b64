import type { Invoice } from './invoice.js';
import type { InvoiceWords } from './words/words-of.js';

/** Who sells, who buys and where the money goes, line by line, as a reader of the language sees them on paper and in the browser. */

type Parties = Pick<Invoice, 'seller' | 'buyer'>;
type Words = Pick<InvoiceWords, 'registration' | 'vatNumber'>;

/** Nothing of a draft: it has no seller yet. The first line is the name. */
export function sellerLines({ seller, buyer }: Parties, words: Words, language: string): readonly string[] {
  if (seller === null) return [];
  const { name, legalForm, address, email, phone, website } = seller;
  const place = placeLines(address, language, isAbroad({ seller, buyer }));
  return present([name, legalForm, ...place, email, phone, website, ...numberLines(seller, words)]);
}

/** The first line is the name. */
export function buyerLines({ seller, buyer }: Parties, words: Words, language: string): readonly string[] {
  const { name, address, email } = buyer;
  const place = address === null ? [] : placeLines(address, language, isAbroad({ seller, buyer }));
  return present([name, address?.name === name ? null : (address?.name ?? null), ...place, email, ...numberLines(buyer, words)]);
}

/** `IBAN FR76 3000 …   BIC AGRIFRPP`; null where the invoice is paid in another way, and for what nobody pays. */
export function bankLine({ kind, seller }: Pick<Invoice, 'kind' | 'seller'>): string | null {
  if (kind !== 'invoice' || seller === null || seller.iban === null) return null;
  // In fours, as people read it.
  const iban = seller.iban.match(/.{1,4}/g)?.join(' ') ?? seller.iban;
  return `IBAN ${iban}${seller.bic === null ? '' : `   BIC ${seller.bic}`}`;
}

interface Place {
  readonly line1: string;
  readonly line2: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
}

/** With the country, where the other party is in another one. */
function placeLines({ line1, line2, postcode, city, country }: Place, language: string, isFar: boolean): readonly (string | null)[] {
  return [line1, line2, `${postcode} ${city}`, isFar ? countryName(country, language) : null];
}

function isAbroad({ seller, buyer: { address } }: Parties): boolean {
  return seller !== null && address !== null && seller.address.country !== address.country;
}

function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

interface Registered {
  readonly registration: string | null;
  readonly vatNumber: string | null;
}

function numberLines({ registration, vatNumber }: Registered, words: Words): readonly (string | null)[] {
  return [
    registration === null ? null : `${words.registration} ${registration}`,
    vatNumber === null ? null : `${words.vatNumber} ${vatNumber}`,
  ];
}

function present(lines: readonly (string | null)[]): readonly string[] {
  return lines.flatMap((line) => line ?? []);
}
