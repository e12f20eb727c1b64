import type { CursorInput, CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Channel, Order, OrderStatus } from './order.js';
import type { OrderConditions } from './order-filter.js';
import type { OrderNote } from './order-note.js';

/** An order in a list to choose from. */
export interface OrderRow {
  readonly id: string;
  readonly sequence: number;
  readonly serviceDay: string;
  readonly channel: Channel;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  readonly customerName: string;
  readonly totalCents: number;
  readonly currency: string;
}

/** Orders placed at or after `from` and before `to`. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** What was ordered on a day, by one channel, and came to one state. */
export interface OrderFigure {
  /** `YYYY-MM-DD` in the zone that was asked for. */
  readonly day: string;
  readonly channel: Channel;
  readonly status: OrderStatus;
  readonly orders: number;
  readonly totalCents: number;
}

/** How much of an item was ordered, cancelled and rejected orders and drafts apart. */
export interface ItemFigure {
  readonly itemId: string;
  /** As it was called last. */
  readonly name: string;
  readonly quantity: number;
  readonly totalCents: number;
}

/** An establishment of any tenant. */
export interface SiteOfTenant {
  readonly tenantId: string;
  readonly siteId: string;
}

/** Reads of the order book for those who work at it. */
export interface OrderDeskViews {
  /** The order that has the number on the day, of whatever channel; null when there is none. */
  byNumber(scope: Scope, serviceDay: string, sequence: number): Promise<Order | null>;
  /** Newest first, without counting them all. */
  find(scope: Scope, search: string, limit: number): Promise<readonly OrderRow[]>;
  /** As `OrderViews.list`, newest first, from where the cursor of the part before left off. Throws `invalid_request` for another cursor. */
  part(scope: Scope, filter: OrderConditions & CursorInput): Promise<CursorPage<Order>>;
  /** Newest first. */
  notes(scope: Scope, orderId: string, page: PageInput): Promise<Page<OrderNote>>;
  /**
   * Orders that are forgotten: on their way since before `before`, or ready since then and to be picked up before then. Longest ago
   * first.
   */
  unsealed(scope: Scope, before: Date, page: PageInput): Promise<Page<Order>>;
  /** The establishments that have such orders. */
  sitesWithUnsealed(before: Date): Promise<readonly SiteOfTenant[]>;
  /** In no order. */
  figures(scope: Scope, period: Period, timezone: string): Promise<readonly OrderFigure[]>;
  /** The most ordered first, ties by id. */
  topItems(scope: Scope, period: Period, limit: number): Promise<readonly ItemFigure[]>;
}
