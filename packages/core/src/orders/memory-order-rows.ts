import { compareText } from '../kit/compare-text.js';
import type { MemoryRows } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import { isTicketing, type Order } from './order.js';
import type { OrderPosition } from './order-cursor.js';
import { type OrderConditions, type OrderSort, statusesOf } from './order-filter.js';
import { orderWords } from './order-words.js';
import { paymentStateOf } from './payment-state.js';

/** The order, when it belongs to the establishment; else null. */
export function ofSite(orders: MemoryRows<Order>, scope: Scope, orderId: string): Order | null {
  const order = orders.get(orderId);
  return order !== undefined && isOfSite(order, scope) ? order : null;
}

export function isOfSite(order: Order, { tenantId, siteId }: Scope): boolean {
  return order.tenantId === tenantId && order.siteId === siteId;
}

/** The orders of the establishment that are meant, in no order. */
export function matchingOrders(orders: MemoryRows<Order>, scope: Scope, conditions: OrderConditions): Order[] {
  const wanted = wantedWords(conditions.search);
  return [...orders.values()].filter(
    (order) => isOfSite(order, scope) && isMeant(order, conditions) && hasWords(orderWords(order), wanted),
  );
}

function isMeant(order: Order, conditions: OrderConditions): boolean {
  const { channel, clientId, placedFrom, placedTo, assignedTo, priority, paymentState } = conditions;
  const { among, not } = statusesOf(conditions);
  const same = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
  return (
    (among === null || among.includes(order.status)) &&
    (isTicketing(order) || !not.includes(order.status)) &&
    !(conditions.unsealed === true && isTicketing(order)) &&
    same(channel, order.channel) &&
    same<string | null>(clientId, order.clientId) &&
    (placedFrom === undefined || order.placedAt >= placedFrom) &&
    (placedTo === undefined || order.placedAt < placedTo) &&
    same(assignedTo, order.assignedTo) &&
    same(priority, order.priority) &&
    same(paymentState, paymentStateOf(order))
  );
}

export function newestFirst(left: OrderPosition, right: OrderPosition): number {
  return right.placedAt.getTime() - left.placedAt.getTime() || compareText(right.id, left.id);
}

export const SORTED: Readonly<Record<OrderSort, (left: Order, right: Order) => number>> = {
  placedAt: (left, right) => newestFirst(right, left),
  '-placedAt': newestFirst,
  totalCents: (left, right) => left.totalCents - right.totalCents || compareText(left.id, right.id),
  '-totalCents': (left, right) => right.totalCents - left.totalCents || compareText(right.id, left.id),
};
