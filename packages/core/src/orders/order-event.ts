import { actorName, type Scope } from '../kit/scope.js';
import type { NewOrder, Order, OrderEvent } from './order.js';

export interface EventFacts {
  /** As `OrderEvent.kind`. */
  readonly kind: string;
  readonly reason?: string | null;
  readonly data?: OrderEvent['data'];
}

/** What happened to the order, which is given as it is after that. */
export function orderEvent(order: NewOrder | Order, scope: Scope, at: Date, { kind, reason = null, data = null }: EventFacts): OrderEvent {
  return { kind, status: order.status, at, actor: actorName(scope.actor), reason, payment: order.payment.status, data };
}

/** A step of its lifecycle was taken, or it was begun. */
export function statusEvent(order: NewOrder | Order, scope: Scope, at: Date, reason: string | null = null): OrderEvent {
  return orderEvent(order, scope, at, { kind: 'status', reason });
}
