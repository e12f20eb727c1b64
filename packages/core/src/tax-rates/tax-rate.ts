import { compareText } from '../kit/compare-text.js';
import type { VersionedRecord } from '../kit/versioned.js';

/**
 * What a rate is for. `intermediate` stands between standard and reduced where a country has both (France 10 %, Belgium 12 %), also
 * where its law calls it the parking rate (Luxembourg 14 %).
 */
export const TAX_CATEGORIES = ['standard', 'intermediate', 'reduced', 'super-reduced', 'zero', 'exempt'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** A rate of value added tax for a time. Of one country and category there is at most one on any day. */
export interface TaxRate extends VersionedRecord {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly category: TaxCategory;
  /** 2000 is 20 %. */
  readonly basisPoints: number;
  /** The first day, `YYYY-MM-DD`; null: since ever. */
  readonly validFrom: string | null;
  /** The last day; null: until further notice. */
  readonly validTo: string | null;
}

/** True when both are for the same goods of a country on some day. */
export function overlaps(one: TaxRate, other: TaxRate): boolean {
  if (one.country !== other.country || one.category !== other.category) return false;
  return startsBy(one, other.validTo) && startsBy(other, one.validTo);
}

function startsBy({ validFrom }: TaxRate, day: string | null): boolean {
  return validFrom === null || day === null || validFrom <= day;
}

/** True on the days from the first to the last, both included. */
export function isInForce({ validFrom, validTo }: TaxRate, day: string): boolean {
  return (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);
}

/** By country and category, the newest first: the order of lists. */
export function byCountry(left: TaxRate, right: TaxRate): number {
  return (
    compareText(left.country, right.country) ||
    compareText(left.category, right.category) ||
    compareText(right.validFrom ?? '', left.validFrom ?? '') ||
    compareText(left.id, right.id)
  );
}
