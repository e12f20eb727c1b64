import type { CursorInput, CursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Chain, JournalEntry, JournalHead, RecordType } from './journal-entry.js';

/** Appends to the journal. Nothing in it is changed or deleted, and the database refuses to. */
export interface JournalStore {
  /**
   * Where the chain ends, locked until the transaction ends, so that appends to it wait for each other; null when it is empty, and then locked all
   * the same. Taken as late in a transaction as can be, `sale` before `closure`, after every other lock.
   */
  lockHead(scope: Scope, chain: Chain): Promise<JournalHead | null>;
  /** Stores the entries and the ends of their chains, in one statement. Throws `duplicate` when a number is taken. */
  append(scope: Scope, entries: readonly JournalEntry[], heads: readonly JournalHead[]): Promise<void>;
}

export interface JournalFilter extends CursorInput {
  readonly register?: string | undefined;
  readonly type?: RecordType | undefined;
  /** The first instant that counts … */
  readonly from?: Date | undefined;
  /** … and the first that does not. */
  readonly to?: Date | undefined;
}

/** A run of entries of a chain. */
export interface ChainSpan extends Chain {
  readonly first: number;
  readonly last: number;
}

export interface JournalViews {
  /** In the order of register, type and number, from where the cursor of the page before left off. Throws `invalid_request` for a cursor of something else. */
  list(scope: Scope, filter: JournalFilter): Promise<CursorPage<JournalEntry>>;
  /** Up to `limit` entries of a chain, in the order of their numbers, from the number on. */
  entries(scope: Scope, chain: Chain, from: number, limit: number): Promise<readonly JournalEntry[]>;
  /** The entries of a chain at an instant, in the order of their numbers. */
  at(scope: Scope, chain: Chain, instant: Date): Promise<readonly JournalEntry[]>;
  /** The chains that have entries between the instants (the second not included), and the first and last number of each. */
  spans(scope: Scope, from: Date, to: Date): Promise<readonly ChainSpan[]>;
  /** The ends of all chains, by register and type. */
  heads(scope: Scope): Promise<readonly JournalHead[]>;
  /** Every chain that has entries, its end known or not. */
  chains(scope: Scope): Promise<readonly Chain[]>;
  /** Establishments of any tenant with chains of sales, to be closed in time. */
  sitesWithSales(): Promise<readonly { readonly tenantId: string; readonly siteId: string }[]>;
}
