import type { JournalEntry } from '../journal/journal-entry.js';
import { sumCents } from '../kit/money.js';
import type { Sale, SaleDiscount, SaleLine, SalePayment, SaleTax } from '../sales/sale.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';

/** What is printed of a sale or refund. */
export interface Receipt {
  readonly establishment: { readonly name: string; readonly address: readonly string[]; readonly phone: string | null };
  readonly kind: Sale['kind'];
  /** Of a sale for practice: in a series of its own. */
  readonly number: number;
  readonly register: string;
  readonly at: Date;
  /** By the clocks of the establishment. */
  readonly date: string;
  readonly time: string;
  readonly lines: readonly SaleLine[];
  readonly discounts: readonly SaleDiscount[];
  readonly taxes: readonly SaleTax[];
  readonly payments: readonly SalePayment[];
  readonly totalCents: number;
  readonly cashRoundingCents: number;
  readonly changeCents: number;
  readonly currency: string;
  /** The 3rd, 7th, 13th and 19th character of the signature in the journal. */
  readonly signature: string;
  /** Of the software that prints. */
  readonly version: string;
  /** Of a duplicate, from 1; null for the first print. */
  readonly copy: number | null;
  readonly training: boolean;
}

/** What makes a print of a sale different from others of it. */
export interface Print {
  readonly entry: Pick<JournalEntry, 'signature'>;
  readonly version: string;
  readonly copy: number | null;
  readonly training: boolean;
}

const PRINTED_CHARACTERS = [3, 7, 13, 19] as const;

export function receiptOf(sale: Sale, site: Pick<Site, 'name' | 'address' | 'phone' | 'timezone'>, print: Print): Receipt {
  const { kind, number, register, at, lines, discounts, taxes, payments, totalCents, cashRoundingCents, currency } = sale;
  const { line1, line2, postcode, city } = site.address;
  const { date, time } = wallTimeAt(at, site.timezone);
  const address = [line1, line2, `${postcode} ${city}`].filter((part) => part !== null);
  const { entry, version, copy, training } = print;
  return {
    establishment: { name: site.name, address, phone: site.phone },
    ...{ kind, number, register, at, date, time, lines, discounts, taxes, payments, totalCents, cashRoundingCents, currency },
    changeCents: sumCents(payments.map(({ amountCents, tenderedCents = amountCents }) => tenderedCents - amountCents)),
    signature: PRINTED_CHARACTERS.map((place) => entry.signature.charAt(place - 1)).join(''),
    version,
    copy,
    training,
  };
}
