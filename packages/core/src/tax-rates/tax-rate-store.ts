import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { TaxCategory, TaxRate } from './tax-rate.js';

/** Throws `duplicate` for a rate that overlaps another of its country and category, whoever writes at the same time. */
export type TaxRateStore = VersionedStore<TaxRate>;

/** `country`: by country and category, the newest first. */
export const TAX_RATE_SORTS = ['country', 'name', '-name', 'basisPoints', '-basisPoints', 'validFrom', '-validFrom'] as const;
export type TaxRateSort = (typeof TAX_RATE_SORTS)[number];

export interface TaxRateQuery extends PageInput {
  readonly country?: string | undefined;
  readonly category?: TaxCategory | undefined;
  /** Only those in force on the day. */
  readonly on?: string | undefined;
  /** `country` unless told; ties by id. What has held since ever comes before what holds since a day. */
  readonly sort?: TaxRateSort | undefined;
}

export interface TaxRateViews extends Pick<VersionedViews<TaxRate>, 'get'> {
  /** One page; `search` looks in name, country and category. */
  list(scope: Scope, query: TaxRateQuery): Promise<Page<TaxRate>>;
  /** The rate in force on the day; null when there is none. */
  inForce(scope: Scope, country: string, category: TaxCategory, day: string): Promise<TaxRate | null>;
  /** Every rate of the country. */
  ofCountry(scope: Scope, country: string): Promise<readonly TaxRate[]>;
}
