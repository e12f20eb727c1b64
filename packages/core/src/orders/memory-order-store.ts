import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { cursorPage } from '../kit/page.js';
import { RateLimited, type RateLimitStore } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import type { Order, OrderEvent, PickupStatus } from './order.js';
import { cursorKeyOf, type OrderPosition, readOrderCursor } from './order-cursor.js';
import { NO_CLAIMS, type OrderStore } from './order-store.js';
import type { OrderChange, OrderViews } from './order-views.js';

export interface OrderTables {
  readonly orders: MemoryTable<Order>;
  readonly events: MemoryTable<readonly OrderEvent[]>;
  readonly counters: MemoryTable<number>;
}

/** Where an order's claims are taken. */
export interface ClaimedStores {
  readonly pickupSlots: PickupSlotStore;
  readonly rateLimits: RateLimitStore;
}

/** The order book without a database. */
export function makeMemoryOrders(
  { orders, events, counters }: OrderTables,
  { pickupSlots, rateLimits }: ClaimedStores,
): { store: OrderStore; views: OrderViews } {
  const append = (orderId: string, event: OrderEvent) => events.set(orderId, [...(events.get(orderId) ?? []), event]);

  return {
    store: {
      async place(scope, draft, event, { slot, rate } = NO_CLAIMS) {
        if (orders.get(draft.id) !== undefined) throw new DomainError('duplicate');
        if (slot !== null && !(await pickupSlots.claim(scope, slot.start, slot.cap))) return null;
        const state = rate === null ? null : await rateLimits.take(scope, rate.bucket, rate.policy, draft.placedAt);
        if (state?.taken === false) throw new RateLimited(state);
        const { tenantId, siteId } = scope;
        const counter = `${tenantId} ${siteId} ${draft.serviceDay}`;
        const sequence = (counters.get(counter) ?? 0) + 1;
        const order = { ...draft, tenantId, siteId, sequence };
        counters.set(counter, sequence);
        orders.set(order.id, order);
        append(order.id, event);
        return { order, rate: state };
      },
      async change(scope, orderId, decide) {
        const before = ofSite(orders, scope, orderId);
        if (before === null) throw new DomainError('unknown_order');
        const decision = await decide(before);
        if (decision === null) return before;
        const { order, event } = decision;
        const after = { ...before, status: order.status, payment: order.payment, version: order.version };
        orders.set(orderId, after);
        append(orderId, event);
        return after;
      },
    },
    views: {
      byPublicId: async (orderId) => orders.committed.get(orderId) ?? null,
      async changesSince(followed) {
        const changes = followed.flatMap(({ tenantId, id, version }) => {
          if (orders.committed.get(id)?.tenantId !== tenantId) return [];
          const all = (events.committed.get(id) ?? []).map(({ status, payment, at }, index) => ({
            orderId: id,
            version: index + 1,
            status,
            payment,
            at,
          }));
          return all.slice(version);
        });
        return changes.sort(byOrderAndVersion);
      },
      get: async (scope, orderId) => ofSite(orders.committed, scope, orderId),
      async list(scope, filter) {
        const search = filter.search?.toLowerCase() ?? '';
        const matching = [...orders.committed.values()]
          .filter((order) => isListed(order, scope, filter.status))
          .filter((order) => `${shortNumber(order.sequence)}\n${order.customer.name}`.toLowerCase().includes(search))
          .sort(newestFirst);
        return pageRows(matching, filter);
      },
      async listAfter(scope, { status, cursor, limit }) {
        const last = readOrderCursor(cursor);
        const following = [...orders.committed.values()]
          .filter((order) => isListed(order, scope, status) && (last === null || newestFirst(last, order) < 0))
          .sort(newestFirst);
        return cursorPage(following, limit, cursorKeyOf);
      },
      events: async (scope, orderId) => (ofSite(orders.committed, scope, orderId) === null ? [] : (events.committed.get(orderId) ?? [])),
      async unanswered(before, limit) {
        const waiting = [...orders.committed.values()].filter((order) => isUnanswered(order, before));
        return waiting
          .sort(byPickup)
          .slice(0, limit)
          .map(({ tenantId, siteId, id }) => ({ tenantId, siteId, id }));
      },
    },
  };
}

function ofSite(orders: MemoryRows<Order>, scope: Scope, orderId: string): Order | null {
  const order = orders.get(orderId);
  return order?.tenantId === scope.tenantId && order.siteId === scope.siteId ? order : null;
}

function byOrderAndVersion(left: OrderChange, right: OrderChange): number {
  if (left.orderId === right.orderId) return left.version - right.version;
  return left.orderId < right.orderId ? -1 : 1;
}

function isListed(order: Order, { tenantId, siteId }: Scope, status: PickupStatus | undefined): boolean {
  return order.tenantId === tenantId && order.siteId === siteId && (status === undefined || order.status === status);
}

function isUnanswered({ status, payment, pickupAt }: Order, before: Date): boolean {
  return status === 'queued' && payment.method === 'at_pickup' && pickupAt.getTime() < before.getTime();
}

function byPickup(left: Order, right: Order): number {
  return left.pickupAt.getTime() - right.pickupAt.getTime() || compareText(left.id, right.id);
}

function newestFirst(left: OrderPosition, right: OrderPosition): number {
  return right.placedAt.getTime() - left.placedAt.getTime() || compareText(right.id, left.id);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
