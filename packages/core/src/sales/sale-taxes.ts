import { includedTaxCents, sumCents } from '../kit/money.js';
import type { SaleLine, SaleTax } from './sale.js';

type Taxed = Pick<SaleLine, 'taxBasisPoints' | 'totalCents'>;

/**
 * The taxes contained in lines that include them. Prices are what guests pay and stand; so lines of one rate are added up first, the
 * tax in that sum is rounded half up once, and the net is what remains. Net and tax of all rates are the total, to the cent.
 */
export function taxesOf(lines: readonly Taxed[]): readonly SaleTax[] {
  const rates = [...new Set(lines.map(({ taxBasisPoints }) => taxBasisPoints))].sort((left, right) => left - right);
  return rates.map((taxBasisPoints) => taxOf(taxBasisPoints, grossAt(lines, taxBasisPoints)));
}

/**
 * The taxes that a refund takes back: those of what was left of the sale without those of what is left after it. Refunds of parts
 * are rounded along with the sale, not each for itself, so that a sale that was taken back in any number of parts leaves no tax.
 */
export function refundedTaxes(before: readonly Taxed[], after: readonly Taxed[], rates: readonly number[]): readonly SaleTax[] {
  return rates.map((taxBasisPoints) => {
    const had = taxOf(taxBasisPoints, grossAt(before, taxBasisPoints));
    const has = taxOf(taxBasisPoints, grossAt(after, taxBasisPoints));
    return { taxBasisPoints, netCents: has.netCents - had.netCents, taxCents: has.taxCents - had.taxCents };
  });
}

function taxOf(taxBasisPoints: number, grossCents: number): SaleTax {
  const taxCents = includedTaxCents(grossCents, taxBasisPoints);
  return { taxBasisPoints, netCents: grossCents - taxCents, taxCents };
}

function grossAt(lines: readonly Taxed[], rate: number): number {
  return sumCents(lines.filter(({ taxBasisPoints }) => taxBasisPoints === rate).map(({ totalCents }) => totalCents));
}

/** The taxes of lines whose own tax is known, by rate. */
export function sumOfTaxes(lines: readonly SaleLine[]): readonly SaleTax[] {
  const rates = [...new Set(lines.map(({ taxBasisPoints }) => taxBasisPoints))].sort((left, right) => left - right);
  return rates.map((taxBasisPoints) => {
    const taxCents = sumCents(lines.filter((line) => line.taxBasisPoints === taxBasisPoints).map((line) => line.taxCents ?? 0));
    return { taxBasisPoints, netCents: grossAt(lines, taxBasisPoints) - taxCents, taxCents };
  });
}
