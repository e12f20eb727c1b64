import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { pageRows } from '../kit/memory-page.js';
import { cursorPage } from '../kit/page.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { type isOfSite, matchingOrders, newestFirst, ofSite } from './memory-order-rows.js';
import type { OrderTables } from './memory-order-store.js';
import type { Order, OrderEvent, OrderLine } from './order.js';
import { cursorKeyOf, readOrderCursor } from './order-cursor.js';
import type { ItemFigure, OrderDeskViews, OrderFigure, Period } from './order-desk-views.js';
import { countsAsTurnover } from './order-figures.js';
import { SEALABLE_STATUSES } from './order-filter.js';
import type { OrderNoteStore } from './order-note-store.js';

/** What those who work at the order book write and read beside the orders themselves, without a database. */
export function makeMemoryOrderDesk({ orders, events, notes }: Omit<OrderTables, 'counters'>): {
  notes: OrderNoteStore;
  views: OrderDeskViews;
} {
  const dueAt = (order: Order) => sealDueAt(order, events.committed.get(order.id) ?? []);
  const isForgotten = (order: Order, before: Date) => SEALABLE_STATUSES.some((one) => one === order.status) && dueAt(order) < before;
  const within = (scope: Parameters<typeof isOfSite>[1], { from, to }: Period) =>
    matchingOrders(orders.committed, scope, { placedFrom: from, placedTo: to });

  return {
    notes: {
      async add(scope, orderId, note) {
        if (ofSite(orders, scope, orderId) === null) throw new DomainError('unknown_order');
        notes.set(orderId, [note, ...(notes.get(orderId) ?? [])]);
      },
      async remove(scope, orderId, noteId) {
        const before = ofSite(orders, scope, orderId) === null ? [] : (notes.get(orderId) ?? []);
        const after = before.filter(({ id }) => id !== noteId);
        if (after.length < before.length) notes.set(orderId, after);
        return after.length < before.length;
      },
      async drop(scope, orderId) {
        if (ofSite(orders, scope, orderId) !== null) notes.delete(orderId);
      },
    },
    views: {
      byNumber: async (scope, serviceDay, sequence) =>
        matchingOrders(orders.committed, scope, {}).find((order) => order.serviceDay === serviceDay && order.sequence === sequence) ?? null,
      async find(scope, search, limit) {
        const found = matchingOrders(orders.committed, scope, { search }).sort(newestFirst).slice(0, limit);
        return found.map(({ id, sequence, serviceDay, channel, status, placedAt, customer, totalCents, currency }) => ({
          ...{ id, sequence, serviceDay, channel, status, placedAt, totalCents, currency },
          customerName: customer.name,
        }));
      },
      async part(scope, { cursor, limit, ...conditions }) {
        const last = readOrderCursor(cursor);
        const following = matchingOrders(orders.committed, scope, conditions).filter(
          (order) => last === null || newestFirst(last, order) < 0,
        );
        return cursorPage(following.sort(newestFirst), limit, cursorKeyOf);
      },
      async notes(scope, orderId, page) {
        const found = ofSite(orders.committed, scope, orderId) === null ? [] : (notes.committed.get(orderId) ?? []);
        const sorted = [...found].sort((left, right) => right.at.getTime() - left.at.getTime() || compareText(right.id, left.id));
        return pageRows(sorted, page);
      },
      async unsealed(scope, before, page) {
        const found = matchingOrders(orders.committed, scope, {}).filter((order) => isForgotten(order, before));
        return pageRows(
          found.sort((left, right) => dueAt(left).getTime() - dueAt(right).getTime() || compareText(left.id, right.id)),
          page,
        );
      },
      async sitesWithUnsealed(before) {
        const found = [...orders.committed.values()].filter((order) => isForgotten(order, before));
        return [...new Map(found.map(({ tenantId, siteId }) => [`${tenantId} ${siteId}`, { tenantId, siteId }])).values()];
      },
      figures: async (scope, period, timezone) => tallied(within(scope, period), timezone),
      async topItems(scope, period, limit) {
        const lines = within(scope, period)
          .filter(({ status }) => countsAsTurnover(status))
          .sort((left, right) => newestFirst(right, left))
          .flatMap((order) => order.lines);
        return itemFigures(lines).slice(0, limit);
      },
    },
  };
}

/** Since when the order could be sealed: when it came into its state, but not before it was to be picked up. */
function sealDueAt({ pickupAt, status }: Order, events: readonly OrderEvent[]): Date {
  const left = events.findLastIndex((event) => event.status !== status);
  const since = events[left + 1]?.at ?? new Date(0);
  return pickupAt !== null && pickupAt > since ? pickupAt : since;
}

function tallied(orders: readonly Order[], timezone: string): readonly OrderFigure[] {
  const figures = new Map<string, OrderFigure>();
  for (const { placedAt, channel, status, totalCents } of orders) {
    const day = wallTimeAt(placedAt, timezone).date;
    const key = `${day} ${channel} ${status}`;
    const before = figures.get(key) ?? { day, channel, status, orders: 0, totalCents: 0 };
    figures.set(key, { ...before, orders: before.orders + 1, totalCents: before.totalCents + totalCents });
  }
  return [...figures.values()];
}

function itemFigures(lines: readonly OrderLine[]): readonly ItemFigure[] {
  const figures = new Map<string, ItemFigure>();
  for (const { itemId, name, quantity, totalCents } of lines) {
    if (itemId === null) continue;
    const before = figures.get(itemId) ?? { quantity: 0, totalCents: 0 };
    figures.set(itemId, { itemId, name, quantity: before.quantity + quantity, totalCents: before.totalCents + totalCents });
  }
  return [...figures.values()].sort((left, right) => right.quantity - left.quantity || compareText(left.itemId, right.itemId));
}
