import type { Scope } from '../kit/scope.js';

/** A piece of an establishment: records of one kind, in their order. */
export interface ExportPage {
  /** Each as the JSON of an object, in one line. */
  readonly records: readonly string[];
  /** After which the kind goes on; null: there are no more of it. */
  readonly after: string | null;
}

/** Everything that is kept of an establishment, as it is kept. */
export interface ExportViews {
  /** The form of the records: what was exported in one is imported in the same alone. */
  schema(): string;
  /** Every kind there is; what a kind refers to comes before it. */
  kinds(): readonly string[];
  /** Up to `limit` records of the establishment after `after`. Throws `invalid_request` for an `after` of something else. */
  page(scope: Scope, kind: string, after: string | null, limit: number): Promise<ExportPage>;
}

/** Takes in what was exported, within one transaction. */
export interface ImportStore {
  schema(): string;
  /** Makes ready for records of the establishment. Throws `duplicate` when it, or one with its slug, is there. */
  begin(scope: Scope, slug: string): Promise<void>;
  /** Stores the records, all of one kind. Null when all are stored; else the index of the first that is refused, and why. */
  put(kind: string, records: readonly string[]): Promise<{ readonly index: number; readonly reason: string } | null>;
  /** Puts back what `begin` has changed. */
  end(): Promise<void>;
}
