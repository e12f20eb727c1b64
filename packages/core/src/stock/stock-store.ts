import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Channel } from '../orders/order.js';
import type { NewStockAction, StockAction, StockLevel, StockReason, StockStatus, StockUnit } from './stock-action.js';

/** A unit of which there is not enough. */
export interface Shortage extends StockUnit {
  readonly wanted: number;
  readonly available: number;
}

export type Posted =
  | { readonly kind: 'posted'; readonly actions: readonly StockAction[] }
  /** Nothing was written. */
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] };

/** Writes of the stock ledger. */
export interface StockStore {
  /** Starts keeping stock of the units, from 0; those that are kept already stay as they are. Throws `unknown_record` (the establishment). */
  open(scope: Scope, units: readonly StockUnit[], at: Date): Promise<void>;
  /**
   * Writes the actions and moves the levels of their units, all or nothing; actions of one unit follow each other in the order
   * given. Locks the levels in the order of `byUnit`, until the transaction ends.
   *
   * `guarded`: refuses what would take or promise more of a unit, less what the same actions add to it, than is available;
   * returns what is short, in the order of `byUnit`. Otherwise it is a fact and is written whatever is there. Increments alone
   * are never short.
   *
   * Throws `unknown_record` for a unit of which no stock is kept, `duplicate` when an action with the same reason, reference and
   * unit was written before and is not CANCELLED.
   */
  post(scope: Scope, actions: readonly NewStockAction[], guard: 'guarded' | 'fact'): Promise<Posted>;
  /**
   * Makes the PENDING actions with this reason and reference COMPLETED or CANCELLED, and moves the levels. Returns them as they
   * are then, in the order of `byUnit`; none left: an empty list. COMPLETED ones stay: a correction is a new action.
   */
  settle(scope: Scope, reason: StockReason, reference: string, as: 'COMPLETED' | 'CANCELLED', at: Date): Promise<readonly StockAction[]>;
  /** As `settle` for the actions of all the references, in one statement however many there are. */
  settleAll(
    scope: Scope,
    reason: StockReason,
    references: readonly string[],
    as: 'COMPLETED' | 'CANCELLED',
    at: Date,
  ): Promise<readonly StockAction[]>;
  /**
   * As `post` of facts, but what goes wrong undoes only these actions and lets the rest of the transaction go on: returned, null when they
   * were written. What nobody could go on after is thrown: a lost connection, a transaction that has to be run again.
   */
  postApart(scope: Scope, actions: readonly NewStockAction[]): Promise<Error | null>;
  /** Locks the level and returns it, for a decision that depends on it; null when no stock is kept of the unit. */
  lock(scope: Scope, unit: StockUnit): Promise<StockLevel | null>;
  /** The same for many, in the order of `byUnit`, without those of which no stock is kept. */
  lockAll(scope: Scope, units: readonly StockUnit[]): Promise<readonly StockLevel[]>;
  /** False when no stock is kept of the unit. */
  setThreshold(scope: Scope, unit: StockUnit, threshold: number | null): Promise<boolean>;
}

export interface StockActionFilter extends PageInput {
  readonly itemId?: string | undefined;
  readonly variantId?: string | undefined;
  readonly reason?: StockReason | undefined;
  readonly status?: StockStatus | undefined;
  readonly reference?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A level that is not what the ledger adds up to. */
export interface StockDifference extends StockUnit {
  readonly stock: number;
  /** Σ COMPLETED. */
  readonly ledger: number;
  readonly reserved: number;
  /** Σ PENDING decrements. */
  readonly pending: number;
}

/** What adding the ledger up anew showed. */
export interface StockReport {
  /** How many units there are, with a level or with actions. */
  readonly units: number;
  readonly actions: number;
  /** In the order of `byUnit`. */
  readonly differences: readonly StockDifference[];
}

/** So much of a unit is promised. */
export interface PromisedUnit extends StockUnit {
  readonly quantity: number;
}

export interface ForecastTimes {
  /** When it was promised or given back, at the earliest. */
  readonly since: Date;
  /** When what was given back had been promised, at the earliest: it is found by that. Not after `since`. */
  readonly promisedSince: Date;
}

/** A level, and what people call its unit. */
export interface InventoryRow extends StockLevel {
  readonly name: string;
  /** Null for an item without variants. */
  readonly variantName: string | null;
  /** Of the unit itself. */
  readonly sku: string | null;
  /** Null: nobody has said what it costs. */
  readonly purchasePriceCents: number | null;
}

export interface InventoryFilter extends PageInput {
  readonly itemId?: string | undefined;
  /** True: only units of which no more is available than their threshold. */
  readonly low?: boolean | undefined;
}

/** What the stock has cost: Σ stock × purchase price; a stock below zero counts below zero. */
export interface StockValue {
  readonly totalCents: number;
  readonly units: number;
  /** Units that count nothing, because nobody has said what they cost. */
  readonly unpricedUnits: number;
}

/** Reads of the stock ledger. */
export interface StockViews {
  /** In the order of `byUnit`. Of the items named, or of all of the establishment. */
  levels(scope: Scope, itemIds?: readonly string[]): Promise<readonly StockLevel[]>;
  /** What is promised (PENDING) of the items to orders of the channel, unit by unit; without units of which nothing is. */
  promisedTo(scope: Scope, channel: Channel, itemIds: readonly string[]): Promise<readonly PromisedUnit[]>;
  /** Ids of the items of which something was promised to orders of the channel, or given back by them, within the time; in order. */
  forecastsMoved(scope: Scope, channel: Channel, within: ForecastTimes): Promise<readonly string[]>;
  /** Newest first. `search` looks in reference and note. */
  actions(scope: Scope, filter: StockActionFilter): Promise<Page<StockAction>>;
  action(scope: Scope, id: string): Promise<StockAction | null>;
  /** The PENDING actions with the reason and one of the references, in the order of `byUnit`. */
  pending(scope: Scope, reason: StockReason, references: readonly string[]): Promise<readonly StockAction[]>;
  /** Adds the ledger up anew, of one item or of all, and names every level that differs. */
  verify(scope: Scope, itemId?: string): Promise<StockReport>;
  /**
   * Units of which stock is kept and whose item is not deleted, by name, then by variant. `search` looks in the names and the sku.
   */
  inventory(scope: Scope, filter: InventoryFilter): Promise<Page<InventoryRow>>;
  /** Of everything `inventory` lists. */
  value(scope: Scope): Promise<StockValue>;
}
