import type { RatePolicy, RateState } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { NewOrder, Order, OrderEvent } from './order.js';

/** What an order takes besides its number, in the same step. */
export interface OrderClaims {
  /** A place in the pickup slot starting then, of which there are `cap` (null: any number). */
  readonly slot: { readonly start: Date; readonly cap: number | null } | null;
  /** One taking from the bucket, at the instant the order is placed. */
  readonly rate: { readonly bucket: string; readonly policy: RatePolicy } | null;
}

export const NO_CLAIMS: OrderClaims = { slot: null, rate: null };

export interface Placed {
  readonly order: Order;
  /** The pace after this order; null where none was claimed. */
  readonly rate: RateState | null;
  /** Somebody listens to what happens at the establishment (`WebhookEndpointStore.listening`): found on the way, as this is the busiest path of all. */
  readonly isHeard: boolean;
}

/** What becomes of an order, and what is written about it. */
export interface OrderDecision {
  readonly order: Order;
  readonly event: OrderEvent;
}

/** An order that was taken before, with all that has happened to it since: the nth event made it its nth version. */
export interface PastOrder {
  readonly order: NewOrder;
  readonly events: readonly [OrderEvent, ...OrderEvent[]];
}

/** What becomes of an order that the transaction has locked. */
export interface OrderRevision extends OrderDecision {
  readonly before: Order;
}

/**
 * May wait for other stores of the same transaction, whose locks are then taken after that of the order. `isHeard` is as in `Placed`. Null: nothing
 * changes.
 */
export type DecideOrder = (order: Order, isHeard: boolean) => OrderDecision | null | Promise<OrderDecision | null>;

/** Writes of the order book. */
export interface OrderStore {
  /**
   * Stores a new order with its lines and its first event, and gives it the next number of the establishment for its service
   * day: from 1, without gaps among orders that commit. What it claims is taken first, under the promises of `PickupSlotStore`
   * and `RateLimitStore`. Null when the slot is full: then nothing is taken and another slot can be tried.
   *
   * Concurrent callers wait for each other where they take the same thing, until their transactions end. Throws `rate_limited`
   * (`RateLimited`; the transaction is then to be given up, as the slot is taken) and `duplicate` when the id exists, or an
   * order of the establishment with the same number of the online shop.
   */
  place(scope: Scope, order: NewOrder, event: OrderEvent, claims?: OrderClaims): Promise<Placed | null>;
  /**
   * Stores orders that were taken before, of any state, all or nothing; those of a service day get the next numbers of it in the order they
   * were placed. Throws `duplicate` as `place` does.
   */
  placeAll(scope: Scope, past: readonly PastOrder[]): Promise<void>;
  /**
   * Locks the order, hands it to `decide` and stores what it returns, with the event; its number and when it was placed never
   * change (`withIdentityOf`). Lines are written only when they are not the very same list. Throws `unknown_order`, or what `decide` throws; then nothing is stored.
   */
  change(scope: Scope, orderId: string, decide: DecideOrder): Promise<Order>;
  /**
   * Locks the orders that an online shop calls so, in the order of their ids, and returns them in no order, for `changeAll`; those that do not
   * exist are left out.
   */
  lockByInvoiceNumbers(scope: Scope, invoiceNumbers: readonly string[]): Promise<readonly Order[]>;
  /** As `change` for orders that the transaction has locked, in a handful of statements however many there are. Throws `unknown_order`. */
  changeAll(scope: Scope, revisions: readonly OrderRevision[]): Promise<void>;
  /** Clears the reasons in the history of the order: people wrote them, and perhaps about its client. Nothing happens without the order. */
  forgetReasons(scope: Scope, orderId: string): Promise<void>;
  /**
   * Locks the order, and deletes it with its lines, history and notes unless `check` throws. Throws `unknown_order`, and
   * `in_use` where other records refer to it: payments, parcels, returns.
   */
  remove(scope: Scope, orderId: string, check: (order: Order) => void): Promise<Order>;
  /**
   * Counts past months of every establishment that are to be counted, so that `OrderViews.list` need not. Returns of how many establishments.
   * Lists tell the same before and after: it is housekeeping, and may be done by any number of processes at once.
   */
  countMonths(): Promise<number>;
}
