import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import { postalAddress } from '../kit/postal-address.js';
import { personText } from '../kit/validate.js';

/** Who sells and who buys, as an invoice says it (EN 16931, BG-4 and BG-7). */

const vatNumber = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s.-]/g, '').toUpperCase())
  .refine((text) => /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(text), 'A VAT number with its country, such as FR83404833048');
const registration = personText(1, 40);
const country = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters (ISO 3166-1)');
const iban = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(isIban, 'Not an IBAN');

/** The place of a seller; of `postalAddress` what an establishment has. */
const sellerAddress = z.object({
  line1: personText(1, 120),
  line2: personText(1, 120).nullable().default(null),
  postcode: personText(1, 20),
  city: personText(1, 80),
  country,
});

/** The setting `invoices.seller`: what stands on every invoice of the establishment. */
export const sellerSetting = z.object({
  /** The name in the register; `legalForm` and `capital` beside it: `SARL au capital de 10 000 €`. */
  name: personText(1, 120),
  legalForm: personText(1, 120).nullable().default(null),
  address: sellerAddress,
  vatNumber: vatNumber.nullable().default(null),
  /** SIREN (9 digits) or SIRET (14) in France. */
  registration: registration.nullable().default(null),
  /** `RCS Rennes 404 833 048` */
  register: personText(1, 120).nullable().default(null),
  email: z.email().max(EMAIL_MAX).nullable().default(null),
  phone: personText(1, 40).nullable().default(null),
  website: personText(1, 120).nullable().default(null),
  /** Why the seller charges no tax, of lines in category E: `TVA non applicable, art. 293 B du CGI`. */
  exemption: personText(1, 200).nullable().default(null),
  iban: iban.nullable().default(null),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'A BIC of 8 or 11 characters')
    .nullable()
    .default(null),
});

export type Seller = z.output<typeof sellerSetting>;

/** The setting `invoices.terms`: when invoices are to be paid, and what is said of it. */
export const termsSetting = z.object({
  dueDays: z.int().min(0).max(365).default(30),
  /** Instead of the usual words about late payment. */
  latePayment: personText(1, 500).nullable().default(null),
});

export type InvoiceTerms = z.output<typeof termsSetting>;

export const DEFAULT_TERMS: InvoiceTerms = { dueDays: 30, latePayment: null };

/** Who is invoiced. Shops invoice people of whom they know a name only. */
export const buyerInput = z.object({
  name: personText(1, 120),
  isCompany: z.boolean().default(false),
  address: postalAddress.nullable().default(null),
  vatNumber: vatNumber.nullable().default(null),
  registration: registration.nullable().default(null),
  email: z.email().max(EMAIL_MAX).nullable().default(null),
});

export interface Buyer extends z.output<typeof buyerInput> {
  /** The client it was made of; they may have changed since. */
  readonly clientId: string | null;
}

/** ISO 13616: moved about and read as a number, it leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((char) => Number.parseInt(char, 36)).join('');
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0) === 1;
}
