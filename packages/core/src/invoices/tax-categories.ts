import { DomainError } from '../kit/errors.js';
import { sumTaxed, type TaxedAmounts } from '../kit/tax-rounding.js';
import type { InvoiceTax } from './invoice.js';
import { type InvoiceLanguage, wordsOf } from './words/words-of.js';

/**
 * How a line is taxed (UN/ECE 5305, as EN 16931 uses it): `S` at a rate, `Z` at the rate of zero, `E` exempt, `AE` reverse charge, `K`
 * delivered within the European Union, `G` exported, `O` outside the scope of the tax.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Categories whose buyer accounts for the tax, so that their number must be on the invoice. */
const BUYERS_TAX: readonly TaxCategory[] = ['AE', 'K'];

interface Taxed extends TaxedAmounts {
  readonly taxCategory: TaxCategory;
  readonly taxBasisPoints: number;
}

/** Lines that share it are taxed as one. */
export function taxKeyOf({ taxCategory, taxBasisPoints }: Pick<Taxed, 'taxCategory' | 'taxBasisPoints'>): string {
  return `${taxCategory} ${taxBasisPoints}`;
}

/** The sums of what is taxed alike, highest rate first. `exemption` is said where no tax is due; the usual words when it is null. */
export function taxesOf(lines: readonly Taxed[], language: InvoiceLanguage, exemption: string | null): readonly InvoiceTax[] {
  const groups = new Map<string, Taxed[]>();
  for (const line of lines) groups.set(taxKeyOf(line), [...(groups.get(taxKeyOf(line)) ?? []), line]);
  const taxes = [...groups.values()].map(([first, ...others]) => taxOf(first, others, language, exemption));
  return taxes
    .flatMap((tax) => tax ?? [])
    .sort((left, right) => right.taxBasisPoints - left.taxBasisPoints || (left.category < right.category ? -1 : 1));
}

function taxOf(first: Taxed | undefined, others: readonly Taxed[], language: InvoiceLanguage, exemption: string | null): InvoiceTax | null {
  if (first === undefined) return null;
  const { taxCategory: category, taxBasisPoints } = first;
  const words = category === 'S' || category === 'Z' ? null : (exemption ?? wordsOf(language).exemptions[category]);
  return { category, taxBasisPoints, exemption: words, ...sumTaxed([first, ...others]) };
}

/**
 * Throws `invalid_request` for a rate that the category cannot have, for a category beside `O` (EN 16931, BR-O-11), and for a tax that the
 * buyer accounts for where the number they do it by is missing.
 */
export function requireTaxable(lines: readonly Pick<Taxed, 'taxCategory' | 'taxBasisPoints'>[], buyerVatNumber: string | null): void {
  lines.forEach(({ taxCategory, taxBasisPoints }, index) => {
    const fits = taxCategory === 'S' ? taxBasisPoints > 0 : taxBasisPoints === 0;
    if (!fits) throw taxFault(`lines.${index}.taxBasisPoints`, `The category ${taxCategory} has no such rate.`);
    if (BUYERS_TAX.includes(taxCategory) && buyerVatNumber === null) {
      throw taxFault('buyer.vatNumber', `The category ${taxCategory} needs the VAT number of the buyer.`);
    }
  });
  const isOutside = lines.map(({ taxCategory }) => taxCategory === 'O');
  if (isOutside.includes(true) && isOutside.includes(false)) {
    throw taxFault('lines', 'What is outside the scope of the tax cannot be invoiced with what is not.');
  }
}

function taxFault(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { message, issues: [{ path, message }] });
}
