import type { CursorInput, CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { PaymentStatus } from '../payments/payment.js';
import type { GuestOrder, GuestStatus, Order, OrderEvent, PickupOrder, PickupStatus, TicketingOrder, TicketingStatus } from './order.js';
import type { OrderConditions, OrderSort } from './order-filter.js';

export interface OrderFilter extends PageInput, OrderConditions {
  readonly search?: string | undefined;
  /** `-placedAt` unless told; ties by id. */
  readonly sort?: OrderSort | undefined;
}

export interface OrderCursorFilter extends CursorInput {
  readonly status?: PickupStatus | undefined;
}

export interface BookingCursorFilter extends CursorInput {
  readonly status?: TicketingStatus | undefined;
}

/** An order that somebody follows, and the last change they know of (0: none). */
export interface FollowedOrder {
  readonly tenantId: string;
  readonly id: string;
  readonly version: number;
}

/** A change in the life of an order, as its guest may see it. */
export interface OrderChange {
  readonly orderId: string;
  readonly version: number;
  readonly status: GuestStatus;
  /** As `OrderEvent.payment`. */
  readonly payment: PaymentStatus | null;
  readonly at: Date;
}

/** An order that has waited too long for an answer. */
export interface WaitingOrder {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
}

/** What an order is called here and in the online shop. */
export type NamedOrder = Pick<Order, 'id' | 'invoiceNumber'>;

/** Reads of the order book. */
export interface OrderViews {
  /** The order of the public whose unguessable id this is, of any establishment: the id is the permission. Null when there is none. */
  byPublicId(orderId: string): Promise<GuestOrder | null>;
  /** What happened to any of the orders after the change that is known, oldest first per order. One query for all of them. */
  changesSince(followed: readonly FollowedOrder[]): Promise<readonly OrderChange[]>;
  /** The order, when it belongs to the establishment; else null. */
  get(scope: Scope, orderId: string): Promise<Order | null>;
  /** Orders of the establishment, newest first unless told, and exactly how many there are. */
  list(scope: Scope, filter: OrderFilter): Promise<Page<Order>>;
  /**
   * Orders of the establishment that are picked up, newest first, from where the cursor of the page before left off: whatever is placed meanwhile,
   * none is shown twice and none is left out. Throws `invalid_request` for a cursor of something else.
   */
  listAfter(scope: Scope, filter: OrderCursorFilter): Promise<CursorPage<PickupOrder>>;
  /** The same of bookings of tickets. */
  bookingsAfter(scope: Scope, filter: BookingCursorFilter): Promise<CursorPage<TicketingOrder>>;
  /** Those of the establishment that an online shop calls so, in no order. */
  byInvoiceNumbers(scope: Scope, invoiceNumbers: readonly string[]): Promise<readonly Order[]>;
  /** The orders of the establishment whose id, or whose number in the online shop, is among the names; in no order. */
  named(scope: Scope, names: readonly string[]): Promise<readonly NamedOrder[]>;
  /** What happened to the order, oldest first. Empty for an order of another establishment. */
  events(scope: Scope, orderId: string): Promise<readonly OrderEvent[]>;
  /** Up to `limit` queued orders of any tenant that are paid at pickup and were to be picked up before `before`, longest ago first. */
  unanswered(before: Date, limit: number): Promise<readonly WaitingOrder[]>;
}
