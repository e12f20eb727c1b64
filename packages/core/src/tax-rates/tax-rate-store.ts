import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { TaxCategory, TaxRate } from './tax-rate.js';

/** Throws `duplicate` for a rate that overlaps another of its country and category, whoever writes at the same time. */
export type TaxRateStore = VersionedStore<TaxRate>;

export interface TaxRateViews extends VersionedViews<TaxRate> {
  /** The rate in force on the day; null when there is none. */
  inForce(scope: Scope, country: string, category: TaxCategory, day: string): Promise<TaxRate | null>;
  /** Every rate of the country. */
  ofCountry(scope: Scope, country: string): Promise<readonly TaxRate[]>;
}
