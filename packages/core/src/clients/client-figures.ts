import type { Order } from '../orders/order.js';

/** What a client ordered, in figures. */
export interface ClientFigures {
  /** Orders that count (`countsAsOrdered`). */
  readonly orders: number;
  /** What they come to, including tax, less what was given back. */
  readonly spentCents: number;
  readonly firstOrderAt: Date | null;
  readonly lastOrderAt: Date | null;
}

export const NO_FIGURES: ClientFigures = { orders: 0, spentCents: 0, firstOrderAt: null, lastOrderAt: null };

/** The clients of an establishment, in figures. */
export interface ClientTotals {
  /** Neither merged nor anonymous, as those that follow. */
  readonly clients: number;
  readonly companies: number;
  readonly withConsent: number;
  readonly withOrders: number;
  readonly spentCents: number;
}

/** True for what a client bought: neither thought about nor given up or brought back. */
export function countsAsOrdered({ status }: Pick<Order, 'status'>): boolean {
  return !(['draft', 'held', 'rejected', 'cancelled', 'returned'] as readonly string[]).includes(status);
}

/** The figures of one client from its orders, in any order. */
export function figuresOf(orders: readonly Order[]): ClientFigures {
  const counted = orders.filter(countsAsOrdered);
  const times = counted.map(({ placedAt }) => placedAt.getTime()).sort((left, right) => left - right);
  const [first, last] = [times[0], times.at(-1)];
  return {
    orders: counted.length,
    spentCents: counted.reduce((sum, { totalCents, refundedCents }) => sum + totalCents - refundedCents, 0),
    firstOrderAt: first === undefined ? null : new Date(first),
    lastOrderAt: last === undefined ? null : new Date(last),
  };
}

/** True for an order that is to be paid before or after it is sent; what is picked up is paid then. */
export function countsAsOwed(order: Pick<Order, 'status' | 'pickupAt'>): boolean {
  return countsAsOrdered(order) && order.pickupAt === null;
}

/** What the client still owes for orders. */
export function openBalanceCents(orders: readonly Order[]): number {
  return orders
    .filter(countsAsOwed)
    .reduce((sum, { totalCents, paidCents, refundedCents }) => sum + Math.max(0, totalCents - paidCents + refundedCents), 0);
}
