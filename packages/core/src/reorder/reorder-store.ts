import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { ReorderFacts, ReorderSuggestion } from './reorder.js';

export interface ReorderStore {
  /** Stores the suggestions of the items in place of those there were of them (null: of all items). */
  put(scope: Scope, itemIds: readonly string[] | null, suggestions: readonly ReorderSuggestion[]): Promise<void>;
}

export interface ReorderFilter extends PageInput {
  readonly vendorId?: string | undefined;
  /** True: those of which nothing is to be ordered yet too. */
  readonly all?: boolean | undefined;
}

/** A suggestion, and what people call its unit. */
export interface NamedSuggestion extends ReorderSuggestion {
  readonly name: string;
  readonly variantName: string | null;
}

export interface ReorderViews {
  /** Of every unit of which stock is kept, of the items or of all that are not deleted; demand is what left since then. By unit. */
  facts(scope: Scope, itemIds: readonly string[] | null, since: Date): Promise<readonly ReorderFacts[]>;
  /** How many to order of the units of the items, in the order of `byUnit`; units of which nothing is to be ordered are left out. */
  of(scope: Scope, itemIds: readonly string[]): Promise<readonly Pick<ReorderSuggestion, 'itemId' | 'variantId' | 'quantity'>[]>;
  /** What lasts shortest first, then by unit; without those of deleted items. `search` looks in the names. */
  list(scope: Scope, filter: ReorderFilter): Promise<Page<NamedSuggestion>>;
}
