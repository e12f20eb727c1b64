import { addedTaxCents } from '../kit/tax-rounding.js';
import type { Invoice, InvoiceLine, InvoiceTax } from './invoice.js';
import type { Buyer, Seller } from './parties.js';
import { taxKeyOf } from './tax-categories.js';

/** An invoice with everything that EN 16931 asks for, so that it can be written for programs. */
export interface CompleteInvoice extends Invoice {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  readonly issueDate: string;
  readonly seller: Seller;
  readonly buyer: Buyer & { readonly address: NonNullable<Buyer['address']> };
}

/** From here on, in cents, those who check invoices by the standard find the tax of a rate to be wrong (validation artefacts of CEN/TC 434). */
const TAX_IS_WRONG_CENTS = 100;

/**
 * The rules of EN 16931 that an invoice of ours can break, with their names there; empty: none. All others hold by how invoices are
 * made: totals are sums of lines, and rates fit their categories.
 */
export function brokenRules(invoice: Invoice): readonly string[] {
  const { kind, number, issueDate, seller, buyer, lines, taxes, dueDate, terms, deliveryDate } = invoice;
  const has = (category: string) => taxes.some((tax) => tax.category === category);
  const rules: readonly (readonly [string, boolean])[] = [
    ['BR-02: an invoice has a number', number !== null && kind !== 'quote'],
    ['BR-03: an invoice has a date of issue', issueDate !== null],
    ['BR-06: an invoice names its seller', seller !== null],
    ['BR-11: the address of the buyer has a country', buyer.address !== null],
    [
      'BR-S-02: the seller has a VAT number',
      seller?.vatNumber != null || taxes.every(({ category }) => category === 'E' || category === 'O'),
    ],
    ['BR-CO-26: the seller has a VAT number, or one in a register', (seller?.vatNumber ?? seller?.registration) != null],
    ['BR-AE-02: with reverse charge, the buyer has a number', !has('AE') || buyer.vatNumber !== null],
    ['BR-IC-02: within the Union, the buyer has a VAT number', !has('K') || buyer.vatNumber !== null],
    ['BR-IC-11: within the Union, the date of delivery is said', !has('K') || deliveryDate !== null],
    ['BR-O-02: what is outside the tax is invoiced without VAT numbers', !has('O') || (seller?.vatNumber ?? buyer.vatNumber) === null],
    ['BR-CO-17: the tax of a rate is that of its net', taxes.every((tax) => isTaxOfNet(tax, lines))],
    ['BR-CO-25: it is said when to pay', kind !== 'invoice' || dueDate !== null || terms !== null],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

/** Up to the cent that each line may bear by a rounding of its own, or by being taken back in part. */
function isTaxOfNet(tax: InvoiceTax, lines: readonly InvoiceLine[]): boolean {
  const { category: taxCategory, taxBasisPoints, netCents, taxCents } = tax;
  const count = lines.filter((line) => taxKeyOf(line) === taxKeyOf({ taxCategory, taxBasisPoints })).length;
  const offCents = Math.abs(taxCents - addedTaxCents(netCents, taxBasisPoints));
  return offCents <= count && offCents < TAX_IS_WRONG_CENTS;
}

/** Tells the compiler what `brokenRules` has found out. */
export function isComplete(invoice: Invoice): invoice is CompleteInvoice {
  return brokenRules(invoice).length === 0;
}
