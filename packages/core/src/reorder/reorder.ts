import type { StockReason, StockUnit } from '../stock/stock-action.js';

/** When to order goods again, and how many. */

/** How an establishment orders: days until goods arrive, days kept in reserve for when that takes longer, days that one delivery is to last. */
export interface ReorderPolicy {
  readonly leadDays: number;
  readonly safetyDays: number;
  readonly coverDays: number;
}

export const DEFAULT_POLICY: ReorderPolicy = { leadDays: 7, safetyDays: 3, coverDays: 14 };

/** Demand is what left in as many days before. */
export const DEMAND_DAYS = 30;

/** Decrements that somebody asked for, as opposed to counts, losses and transfers. A forecast counts once it is sealed. */
export const DEMAND_REASONS = ['SALE', 'ORDER_FORECAST', 'DELIVERY', 'SYNC_MOVEMENT'] as const satisfies readonly StockReason[];

/** What is known of a unit. */
export interface ReorderFacts extends StockUnit {
  readonly stock: number;
  /** Promised to orders that are not handed over yet. */
  readonly reserved: number;
  /** On its way here: PENDING increments. */
  readonly incoming: number;
  /** With as many or fewer, whatever the demand, more are ordered; null: only demand counts. */
  readonly threshold: number | null;
  /** What left in `DEMAND_DAYS`. */
  readonly demand: number;
  readonly vendorId: string | null;
}

export interface ReorderSuggestion extends StockUnit {
  readonly vendorId: string | null;
  /** How many to order; 0: none yet. */
  readonly quantity: number;
  /** With as many there and on the way, or fewer, more are ordered. */
  readonly reorderPoint: number;
  /** Stock less what is promised; below zero when more was promised. */
  readonly available: number;
  readonly incoming: number;
  readonly demand: number;
  readonly windowDays: number;
  /** How many whole days what is available lasts; null: nothing is asked for. */
  readonly daysOfCover: number | null;
  readonly calculatedAt: Date;
}

/**
 * Orders up to a level once what is there and on the way is down at the reorder point: the demand until a delivery can be here, with the reserve, and never
 * below the threshold. The level lasts for the days of cover beyond that.
 */
export function suggestReorder(facts: ReorderFacts, policy: ReorderPolicy, now: Date): ReorderSuggestion {
  const { itemId, variantId, vendorId, incoming, demand } = facts;
  const untilThere = policy.leadDays + policy.safetyDays;
  const available = facts.stock - facts.reserved;
  const threshold = facts.threshold ?? 0;
  const reorderPoint = Math.max(threshold, demandOf(demand, untilThere));
  const level = Math.max(threshold + 1, demandOf(demand, untilThere + policy.coverDays));
  const position = available + incoming;
  const isWanted = (facts.threshold !== null || demand > 0 || available < 0) && position <= reorderPoint;
  return {
    itemId,
    variantId,
    vendorId,
    quantity: isWanted ? Math.max(0, level - position) : 0,
    reorderPoint,
    available,
    incoming,
    demand,
    windowDays: DEMAND_DAYS,
    daysOfCover: demand === 0 ? null : Math.floor((Math.max(0, available) * DEMAND_DAYS) / demand),
    calculatedAt: now,
  };
}

/** What is asked for in so many days, rounded up. */
function demandOf(demand: number, days: number): number {
  return Math.ceil((demand * days) / DEMAND_DAYS);
}
