import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { type CursorInput, type CursorPage, cursorPage } from '../kit/page.js';
import { RateLimited, type RateLimitStore } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import { isOfSite, matchingOrders, newestFirst, ofSite, SORTED } from './memory-order-rows.js';
import {
  guestOrderOf,
  isPickup,
  isTicketing,
  type NewOrder,
  type Order,
  type OrderEvent,
  type OrderStatus,
  PICKUP_STATUSES,
  type PickupOrder,
  TICKETING_STATUSES,
  withIdentityOf,
} from './order.js';
import { cursorKeyOf, readOrderCursor } from './order-cursor.js';
import type { OrderNote } from './order-note.js';
import { NO_CLAIMS, type OrderStore } from './order-store.js';
import type { OrderChange, OrderViews } from './order-views.js';

export interface OrderTables {
  readonly orders: MemoryTable<Order>;
  readonly events: MemoryTable<readonly OrderEvent[]>;
  readonly counters: MemoryTable<number>;
  /** By order. */
  readonly notes: MemoryTable<readonly OrderNote[]>;
}

/** Where an order's claims are taken, and who knows what belongs to it. */
export interface ClaimedStores {
  readonly pickupSlots: PickupSlotStore;
  readonly rateLimits: RateLimitStore;
  /** True where money, parcels or returns belong to the order. */
  readonly hasSettlement: (scope: Scope, orderId: string) => boolean;
  /** True where a webhook endpoint hears of the establishment. */
  readonly isHeard: (scope: Scope) => boolean;
}

/** The order book without a database. */
export function makeMemoryOrders(
  { orders, events, counters, notes }: OrderTables,
  { pickupSlots, rateLimits, hasSettlement, isHeard }: ClaimedStores,
): { store: OrderStore; views: OrderViews } {
  /** Another order of the establishment has the same number of the online shop. */
  const isCalledAlike = (scope: Scope, { id, invoiceNumber }: Pick<Order, 'id' | 'invoiceNumber'>) =>
    invoiceNumber !== null &&
    [...orders.values()].some((other) => other.id !== id && isOfSite(other, scope) && other.invoiceNumber === invoiceNumber);
  const append = (orderId: string, event: OrderEvent) => events.set(orderId, [...(events.get(orderId) ?? []), event]);

  function keep({ tenantId, siteId }: Scope, draft: NewOrder, happened: readonly OrderEvent[]): Order {
    const counter = `${tenantId} ${siteId} ${draft.serviceDay}`;
    const sequence = (counters.get(counter) ?? 0) + 1;
    const order: Order = { ...draft, tenantId, siteId, sequence };
    counters.set(counter, sequence);
    orders.set(order.id, order);
    events.set(order.id, happened);
    return order;
  }

  return {
    store: {
      async place(scope, draft, event, { slot, rate } = NO_CLAIMS) {
        if (orders.get(draft.id) !== undefined || isCalledAlike(scope, draft)) throw new DomainError('duplicate');
        if (slot !== null && !(await pickupSlots.claim(scope, slot.start, slot.cap))) return null;
        const state = rate === null ? null : await rateLimits.take(scope, rate.bucket, rate.policy, draft.placedAt);
        if (state?.taken === false) throw new RateLimited(state);
        return { order: keep(scope, draft, [event]), rate: state, isHeard: isHeard(scope) };
      },
      async placeAll(scope, past) {
        for (const { order, events: happened } of past.toSorted((one, other) => newestFirst(other.order, one.order))) {
          if (orders.get(order.id) !== undefined || isCalledAlike(scope, order)) throw new DomainError('duplicate');
          keep(scope, order, happened);
        }
      },
      async change(scope, orderId, decide) {
        const before = ofSite(orders, scope, orderId);
        if (before === null) throw new DomainError('unknown_order');
        const decision = await decide(before, isHeard(scope));
        if (decision === null) return before;
        const { event } = decision;
        const order = withIdentityOf(before, decision.order);
        if (isCalledAlike(scope, order)) throw new DomainError('duplicate');
        orders.set(orderId, order);
        append(orderId, event);
        return order;
      },
      lockByInvoiceNumbers: async (scope, numbers) => calledBy(orders, scope, numbers),
      async changeAll(scope, revisions) {
        for (const { before, order: after, event } of revisions) {
          if (ofSite(orders, scope, before.id) === null) throw new DomainError('unknown_order');
          const order = withIdentityOf(before, after);
          if (isCalledAlike(scope, order)) throw new DomainError('duplicate');
          orders.set(order.id, order);
          append(order.id, event);
        }
      },
      async forgetReasons(scope, orderId) {
        const happened = ofSite(orders, scope, orderId) === null ? [] : (events.get(orderId) ?? []);
        if (happened.length > 0) events.set(orderId, withoutReasons(happened));
      },
      async remove(scope, orderId, check) {
        const order = ofSite(orders, scope, orderId);
        if (order === null) throw new DomainError('unknown_order');
        check(order);
        if (hasSettlement(scope, orderId)) throw new DomainError('in_use');
        for (const table of [orders, events, notes]) table.delete(orderId);
        return order;
      },
      // Lists count what there is.
      countMonths: async () => 0,
    },
    views: {
      async byPublicId(orderId) {
        const order = orders.committed.get(orderId);
        return order === undefined ? null : guestOrderOf(order);
      },
      async changesSince(followed) {
        const changes = followed.flatMap(({ tenantId, id, version }) => {
          if (orders.committed.get(id)?.tenantId !== tenantId) return [];
          return changesOf(id, events.committed.get(id) ?? []).slice(version);
        });
        return changes.sort(byOrderAndVersion);
      },
      get: async (scope, orderId) => ofSite(orders.committed, scope, orderId),
      byInvoiceNumbers: async (scope, numbers) => calledBy(orders.committed, scope, numbers),
      async named(scope, names) {
        const meant = [...orders.committed.values()].filter((order) => isOfSite(order, scope));
        return meant
          .filter(({ id, invoiceNumber }) => names.includes(id) || (invoiceNumber !== null && names.includes(invoiceNumber)))
          .map(({ id, invoiceNumber }) => ({ id, invoiceNumber }));
      },
      async list(scope, filter) {
        const matching = matchingOrders(orders.committed, scope, filter);
        return pageRows(matching.sort(SORTED[filter.sort ?? '-placedAt']), filter);
      },
      listAfter: async (scope, filter) => following([...orders.committed.values()].filter(isPickup), scope, filter),
      bookingsAfter: async (scope, filter) => following([...orders.committed.values()].filter(isTicketing), scope, filter),
      events: async (scope, orderId) => (ofSite(orders.committed, scope, orderId) === null ? [] : (events.committed.get(orderId) ?? [])),
      async unanswered(before, limit) {
        const waiting = [...orders.committed.values()].filter(isPickup).filter((order) => isUnanswered(order, before));
        return waiting
          .sort(byPickup)
          .slice(0, limit)
          .map(({ tenantId, siteId, id }) => ({ tenantId, siteId, id }));
      },
    },
  };
}

function withoutReasons(events: readonly OrderEvent[]): readonly OrderEvent[] {
  return events.map((event) => ({ ...event, reason: null }));
}

function calledBy(orders: MemoryRows<Order>, scope: Scope, invoiceNumbers: readonly string[]): Order[] {
  const wanted = new Set(invoiceNumbers);
  return [...orders.values()].filter((order) => isOfSite(order, scope) && order.invoiceNumber !== null && wanted.has(order.invoiceNumber));
}

function following<Kind extends Order>(
  orders: readonly Kind[],
  scope: Scope,
  { status, cursor, limit }: CursorInput & { readonly status?: OrderStatus | undefined },
): CursorPage<Kind> {
  const last = readOrderCursor(cursor);
  const listed = orders.filter((order) => isListed(order, scope, status) && (last === null || newestFirst(last, order) < 0));
  return cursorPage(listed.sort(newestFirst), limit, cursorKeyOf);
}

/** An order that is followed is one of the public, so its events are of such a lifecycle. */
function changesOf(orderId: string, events: readonly OrderEvent[]): readonly OrderChange[] {
  return events.flatMap(({ status: known, payment, at }, index) => {
    const status = [...PICKUP_STATUSES, ...TICKETING_STATUSES].find((one) => one === known);
    return status === undefined ? [] : [{ orderId, version: index + 1, status, payment, at }];
  });
}

function byOrderAndVersion(left: OrderChange, right: OrderChange): number {
  if (left.orderId === right.orderId) return left.version - right.version;
  return left.orderId < right.orderId ? -1 : 1;
}

function isListed(order: Order, scope: Scope, status: OrderStatus | undefined): boolean {
  return isOfSite(order, scope) && (status === undefined || order.status === status);
}

function isUnanswered({ status, payment, pickupAt }: PickupOrder, before: Date): boolean {
  return status === 'queued' && payment.method === 'at_pickup' && pickupAt.getTime() < before.getTime();
}

function byPickup(left: PickupOrder, right: PickupOrder): number {
  return left.pickupAt.getTime() - right.pickupAt.getTime() || compareText(left.id, right.id);
}
