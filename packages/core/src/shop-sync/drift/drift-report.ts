import type { Scope } from '../../kit/scope.js';

/** How far an establishment and its online shop are apart, and in what. */

export const DRIFT_ENTITIES = ['products', 'orders', 'customers', 'vendors'] as const;
export type DriftEntity = (typeof DRIFT_ENTITIES)[number];

/** Records of the shop, some of them by their ids there; never what is in them. */
export interface DriftSample {
  readonly count: number;
  /** The first of them, at most `SAMPLE_MAX`. */
  readonly externalIds: readonly string[];
}

export const SAMPLE_MAX = 20;

export interface EntityDrift {
  readonly entity: DriftEntity;
  /** How many the shop has. */
  readonly shop: number;
  /** How many of the shop are here and not gone. */
  readonly here: number;
  readonly missingHere: DriftSample;
  readonly missingInShop: DriftSample;
  /** Records that were compared field by field. */
  readonly compared: number;
  /** Each field that was compared, with the records in which it differs. */
  readonly fields: readonly (DriftSample & { readonly field: string })[];
}

export interface DriftReport {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly requests: number;
  readonly entities: readonly EntityDrift[];
}

/** The last report of each establishment. */
export interface DriftReportStore {
  put(scope: Scope, report: DriftReport): Promise<void>;
}

export interface DriftReportViews {
  last(scope: Scope): Promise<DriftReport | null>;
}
