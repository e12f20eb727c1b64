import { withoutFormula, writeCsv } from '../kit/csv.js';
import type { Coupon } from './coupon.js';

const COLUMNS = ['code', 'kind', 'value', 'active', 'validFrom', 'validTo', 'limit', 'redeemed', 'description'] as const;

/** Coupons as CSV (RFC 4180) with a line of headings: for printers and mailings. */
export function couponsCsv(coupons: readonly Coupon[]): string {
  return writeCsv([COLUMNS, ...coupons.map((coupon) => COLUMNS.map((column) => withoutFormula(cellOf(coupon[column]))))]);
}

function cellOf(value: Coupon[(typeof COLUMNS)[number]]): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}
