import type { Sale } from '../sales/sale.js';

/** What a period of a register comes to. */
export interface JournalTotals {
  /** Sales and refunds. */
  readonly count: number;
  /** Incl. tax, refunds taken off. */
  readonly totalCents: number;
  /** The same without the signs: what was sold and what was taken back, together. */
  readonly absoluteCents: number;
  /** By rate, ascending. */
  readonly taxes: readonly { readonly taxBasisPoints: number; readonly netCents: number; readonly taxCents: number }[];
  /** By method, in the order of the alphabet. */
  readonly payments: readonly { readonly method: string; readonly amountCents: number }[];
}

export const NO_TOTALS: JournalTotals = { count: 0, totalCents: 0, absoluteCents: 0, taxes: [], payments: [] };

/** What of a sale or refund is added up. */
export type Counted = Pick<Sale, 'totalCents'> & {
  readonly taxes: readonly { readonly taxBasisPoints: number; readonly netCents: number; readonly taxCents: number }[];
  readonly payments: readonly { readonly method: string; readonly amountCents: number }[];
};

/**
 * The same of the snapshot of a sale, as it came out of JSON; null when that is none. Looked at by hand: a contract would copy what a verification
 * reads a million times.
 */
export function countedIn(snapshot: unknown): Counted | null {
  return isCounted(snapshot) ? snapshot : null;
}

function isCounted(value: unknown): value is Counted {
  if (typeof value !== 'object' || value === null || !('totalCents' in value && 'taxes' in value && 'payments' in value)) return false;
  const { totalCents, taxes, payments } = value;
  return (
    Number.isSafeInteger(totalCents) && Array.isArray(taxes) && taxes.every(isTax) && Array.isArray(payments) && payments.every(isPayment)
  );
}

function isTax(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('taxBasisPoints' in value && 'netCents' in value && 'taxCents' in value))
    return false;
  return Number.isSafeInteger(value.taxBasisPoints) && Number.isSafeInteger(value.netCents) && Number.isSafeInteger(value.taxCents);
}

function isPayment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('method' in value && 'amountCents' in value)) return false;
  return typeof value.method === 'string' && Number.isSafeInteger(value.amountCents);
}

/** The totals with one more sale or refund. */
export function withSale(totals: JournalTotals, sale: Counted): JournalTotals {
  const { totalCents, taxes, payments } = sale;
  return addTotals(totals, { count: 1, totalCents, absoluteCents: Math.abs(totalCents), taxes, payments });
}

export function addTotals(left: JournalTotals, right: JournalTotals): JournalTotals {
  return {
    count: left.count + right.count,
    totalCents: left.totalCents + right.totalCents,
    absoluteCents: left.absoluteCents + right.absoluteCents,
    taxes: addTaxes(left.taxes, right.taxes),
    payments: addPayments(left.payments, right.payments),
  };
}

type Taxes = JournalTotals['taxes'];

function addTaxes(left: Taxes, right: Taxes): Taxes {
  const byRate = new Map(left.map((tax) => [tax.taxBasisPoints, tax]));
  for (const { taxBasisPoints, netCents, taxCents } of right) {
    const before = byRate.get(taxBasisPoints);
    byRate.set(taxBasisPoints, {
      taxBasisPoints,
      netCents: netCents + (before?.netCents ?? 0),
      taxCents: taxCents + (before?.taxCents ?? 0),
    });
  }
  return [...byRate.values()].sort((one, other) => one.taxBasisPoints - other.taxBasisPoints);
}

type Payments = JournalTotals['payments'];

function addPayments(left: Payments, right: Payments): Payments {
  const byMethod = new Map(left.map(({ method, amountCents }) => [method, amountCents]));
  for (const { method, amountCents } of right) byMethod.set(method, amountCents + (byMethod.get(method) ?? 0));
  return [...byMethod].map(([method, amountCents]) => ({ method, amountCents })).sort((one, other) => (one.method < other.method ? -1 : 1));
}
