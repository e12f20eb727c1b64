import type { Item } from '../catalogue/item.js';
import { compareText } from '../kit/compare-text.js';

/**
 * The stock ledger: append-only actions, and the level they add up to. One for every channel.
 *
 * Invariant, at every commit and on every path: `level.stock` is the sum of the COMPLETED actions of the unit, and
 * `level.reserved` the sum of its PENDING decrements.
 */

export const STOCK_REASONS = [
  'OPENING_BALANCE',
  'SHOP_SYNC',
  'SALE',
  'REFUND',
  'DELIVERY',
  'RECEIPT',
  'COUNT',
  'ADJUSTMENT',
  'LOSS',
  'TRANSFER',
  'SYNC_MOVEMENT',
  'ORDER_FORECAST',
] as const;
export type StockReason = (typeof STOCK_REASONS)[number];

export const STOCK_DIRECTIONS = ['INCREMENT', 'DECREMENT'] as const;
export type StockDirection = (typeof STOCK_DIRECTIONS)[number];

/** PENDING is a forecast: it touches no stock, only what is available. COMPLETED and CANCELLED are final. */
export const STOCK_STATUSES = ['PENDING', 'COMPLETED', 'CANCELLED'] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** What stock is kept of: an item without variants, or one variant. */
export interface StockUnit {
  readonly itemId: string;
  readonly variantId: string | null;
}

/** What stock is kept of where it is kept of the item: its variants, or itself where it has none. */
export function unitsOf({ id, variants }: Pick<Item, 'id' | 'variants'>): readonly StockUnit[] {
  return variants.length === 0 ? [{ itemId: id, variantId: null }] : variants.map((variant) => ({ itemId: id, variantId: variant.id }));
}

export interface StockAction extends StockUnit {
  readonly id: string;
  readonly direction: StockDirection;
  /** From 1. */
  readonly quantity: number;
  readonly status: StockStatus;
  readonly reason: StockReason;
  /** The stock of the unit around this action; null unless COMPLETED. */
  readonly before: number | null;
  readonly after: number | null;
  /** What caused it: the order, the sale line, the movement. Where there is one, unique per reason and unit, CANCELLED actions apart. */
  readonly reference: string | null;
  readonly note: string | null;
  /** As `actorName` writes it. */
  readonly actor: string;
  readonly createdAt: Date;
  /** When it became COMPLETED or CANCELLED. */
  readonly settledAt: Date | null;
}

/** An action that is about to be written: the store knows the stock around it. */
export type NewStockAction = Omit<StockAction, 'before' | 'after' | 'status' | 'settledAt'> & {
  readonly status: 'PENDING' | 'COMPLETED';
};

export interface StockLevel extends StockUnit {
  /** What is there. Below zero when more was taken than the till knew of. */
  readonly stock: number;
  /** Promised to orders that are not handed over yet. */
  readonly reserved: number;
  /** With as many available or fewer the unit is low; null: never. */
  readonly threshold: number | null;
  readonly updatedAt: Date;
}

/** What can still be promised; not below zero. */
export function availableOf({ stock, reserved }: Pick<StockLevel, 'stock' | 'reserved'>): number {
  return Math.max(0, stock - reserved);
}

/** True when no more can be promised than the threshold, so that somebody should order more. */
export function isLow(level: Pick<StockLevel, 'stock' | 'reserved' | 'threshold'>): boolean {
  return level.threshold !== null && level.stock - level.reserved <= level.threshold;
}

/** What the action changes the stock by once it is COMPLETED. */
export function signedQuantity({ direction, quantity }: Pick<StockAction, 'direction' | 'quantity'>): number {
  return direction === 'INCREMENT' ? quantity : -quantity;
}

/** What the action, as it is, adds to the stock and to what is promised of its unit. */
export function effectOf(action: Pick<StockAction, 'direction' | 'quantity' | 'status'>): {
  readonly stock: number;
  readonly reserved: number;
} {
  return {
    stock: action.status === 'COMPLETED' ? signedQuantity(action) : 0,
    reserved: action.status === 'PENDING' && action.direction === 'DECREMENT' ? action.quantity : 0,
  };
}

/** Orders units alike everywhere: locks are taken in this order, so that nobody waits in a circle. */
export function byUnit(left: StockUnit, right: StockUnit): number {
  return compareText(left.itemId, right.itemId) || compareText(left.variantId ?? '', right.variantId ?? '');
}

/** One text per unit, for maps. */
export function unitKey({ itemId, variantId }: StockUnit): string {
  return JSON.stringify([itemId, variantId]);
}
