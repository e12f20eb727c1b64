import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey } from '../kit/memory-crud-store.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import { ofSite } from '../orders/memory-order-rows.js';
import type { Order } from '../orders/order.js';
import type { Offer } from './offer.js';
import type { Ticket } from './ticket.js';
import type { TicketSession } from './ticket-session.js';
import type { Booking, TicketStore, TicketViews } from './ticketing-store.js';

export interface TicketingTables {
  readonly offers: CrudTable<Offer>;
  readonly sessions: CrudTable<TicketSession>;
  /** By order. */
  readonly bookings: MemoryTable<Booking>;
  /** By id. */
  readonly tickets: MemoryTable<Ticket>;
}

/** Bookings and tickets without a database. */
export function makeMemoryTickets(tables: TicketingTables, orders: MemoryRows<Order>): { store: TicketStore; views: TicketViews } {
  const { bookings, sessions, tickets } = tables;
  return {
    store: {
      async createBooking(scope, booking) {
        const hasBoth = ofSite(orders, scope, booking.orderId) !== null && sessions.get(crudKey(scope, booking.sessionId)) !== undefined;
        if (!hasBoth) throw new DomainError('unknown_record');
        if (bookings.get(booking.orderId) !== undefined) throw new DomainError('duplicate');
        bookings.set(booking.orderId, { ...booking, tenantId: scope.tenantId, siteId: scope.siteId });
      },
      async changeBooking(scope, orderId, decide) {
        const before = own(bookings.get(orderId), scope);
        if (before === null) throw new DomainError('unknown_record');
        const after = decide(before);
        bookings.set(orderId, after);
        return after;
      },
      async createAll(scope, made) {
        for (const ticket of made) {
          const isTaken = tickets.get(ticket.id) !== undefined || [...tickets.values()].some(({ code }) => code === ticket.code);
          if (isTaken) throw new DomainError('duplicate');
          if (own(bookings.get(ticket.orderId), scope) === null) throw new DomainError('unknown_record');
          tickets.set(ticket.id, { ...ticket, tenantId: scope.tenantId, siteId: scope.siteId });
        }
      },
      lockByCode: async (scope, code) => rowsOf(tickets, scope).find((ticket) => ticket.code === code) ?? null,
      async mark(scope, ticketId, { state, usedAt }) {
        const ticket = own(tickets.get(ticketId), scope);
        if (ticket === null) throw new DomainError('unknown_record');
        tickets.set(ticketId, { ...ticket, state, usedAt });
      },
      lockOfOrder: async (scope, orderId) => ticketsOf(tickets, scope, [orderId]),
    },
    views: makeViews(tables),
  };
}

function makeViews({ bookings, sessions, tickets }: TicketingTables): TicketViews {
  return {
    booking: async (scope, orderId) => own(bookings.committed.get(orderId), scope),
    bookings: async (scope, orderIds) => rowsOf(bookings.committed, scope).filter(({ orderId }) => orderIds.includes(orderId)),
    bookingsOf: async (scope, sessionId) =>
      rowsOf(bookings.committed, scope)
        .filter((booking) => booking.sessionId === sessionId)
        .sort((left, right) => compareText(left.orderId, right.orderId)),
    ofOrders: async (scope, orderIds) => ticketsOf(tickets.committed, scope, orderIds),
    get: async (scope, ticketId) => own(tickets.committed.get(ticketId), scope),
    async ofSessions(scope, { from, to, limit, after }) {
      const startOf = (sessionId: string) => sessions.committed.get(crudKey(scope, sessionId))?.row.startsAt ?? to;
      return rowsOf(tickets.committed, scope)
        .filter(({ sessionId, code }) => startOf(sessionId) >= from && startOf(sessionId) < to && (after === null || code > after))
        .sort((left, right) => compareText(left.code, right.code))
        .slice(0, limit);
    },
    async lapsed(now, limit) {
      const held = [...bookings.committed.values()].flatMap((booking) => {
        const { tenantId, siteId, orderId, heldUntil } = booking;
        return heldUntil !== null && heldUntil < now ? [{ tenantId, siteId, orderId, heldUntil }] : [];
      });
      held.sort((left, right) => left.heldUntil.getTime() - right.heldUntil.getTime() || compareText(left.orderId, right.orderId));
      return held.slice(0, limit).map(({ heldUntil: _heldUntil, ...booking }) => booking);
    },
  };
}

type Owned = Pick<Scope, 'tenantId' | 'siteId'>;

function own<Row extends Owned>(row: Row | undefined, scope: Scope): Row | null {
  return row !== undefined && isOwn(row, scope) ? row : null;
}

function rowsOf<Row extends Owned>(rows: MemoryRows<Row>, scope: Scope): Row[] {
  return [...rows.values()].filter((row) => isOwn(row, scope));
}

function isOwn({ tenantId, siteId }: Owned, scope: Scope): boolean {
  return tenantId === scope.tenantId && siteId === scope.siteId;
}

function ticketsOf(tickets: MemoryRows<Ticket>, scope: Scope, orderIds: readonly string[]): Ticket[] {
  return rowsOf(tickets, scope)
    .filter(({ orderId }) => orderIds.includes(orderId))
    .sort((left, right) => compareText(left.orderId, right.orderId) || compareText(left.id, right.id));
}
