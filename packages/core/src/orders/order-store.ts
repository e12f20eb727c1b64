import type { Scope } from '../kit/scope.js';
import type { NewOrder, Order, OrderEvent } from './order.js';

/** Writes of the order book. */
export interface OrderStore {
  /**
   * Stores a new order with its lines and its first event, and gives it the next number of the establishment for its service
   * day: from 1, without gaps among orders that commit. Concurrent callers for one service day wait for each other until their
   * transactions end. Throws `duplicate` when the id exists.
   */
  place(scope: Scope, order: NewOrder, event: OrderEvent): Promise<Order>;
  /**
   * Locks the order, hands it to `decide` and stores the status and version it returns, with the event. Lines and totals of a
   * placed order never change. Throws `unknown_order`, or what `decide` throws; then nothing is stored.
   */
  change(scope: Scope, orderId: string, decide: (order: Order) => { order: Order; event: OrderEvent }): Promise<Order>;
}
