import type { TicketViews } from '@comptoir/core/ticketing/ticketing-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { bookingsOf, ticketsOf } from './kysely-ticket-store.js';
import { bookingOf, ticketOf } from './ticketing-tables.js';

export function makeKyselyTicketViews(db: Handle): TicketViews {
  return {
    async booking(scope, orderId) {
      const row = await bookingsOf(db, scope).where('order_id', '=', orderId).executeTakeFirst();
      return row === undefined ? null : bookingOf(row);
    },

    async bookings(scope, orderIds) {
      if (orderIds.length === 0) return [];
      const rows = await bookingsOf(db, scope).where('order_id', 'in', orderIds).execute();
      return rows.map(bookingOf);
    },

    async bookingsOf(scope, sessionId) {
      const rows = await bookingsOf(db, scope).where('session_id', '=', sessionId).orderBy(sql`order_id collate "C"`).execute();
      return rows.map(bookingOf);
    },

    async ofOrders(scope, orderIds) {
      if (orderIds.length === 0) return [];
      const rows = await ticketsOf(db, scope).where('order_id', 'in', orderIds).orderBy(sql`order_id collate "C"`).orderBy('id').execute();
      return rows.map(ticketOf);
    },

    async get(scope, ticketId) {
      const row = await ticketsOf(db, scope).where('id', '=', ticketId).executeTakeFirst();
      return row === undefined ? null : ticketOf(row);
    },

    async ofSessions(scope, { from, to, limit, after }) {
      const rows = await ticketsOf(db, scope)
        .where('session_id', 'in', (sessions) =>
          sessions
            .selectFrom('ticket_sessions')
            .select('ticket_sessions.id')
            .where('ticket_sessions.tenant_id', '=', scope.tenantId)
            .where('ticket_sessions.site_id', '=', scope.siteId)
            .where('starts_at', '>=', from)
            .where('starts_at', '<', to),
        )
        .$if(after !== null, (tickets) => tickets.where('code', '>', after))
        .orderBy('code')
        .limit(limit)
        .execute();
      return rows.map(ticketOf);
    },

    async lapsed(now, limit) {
      const rows = await db
        .selectFrom('bookings')
        .select(['tenant_id', 'site_id', 'order_id'])
        .where('held_until', '<', now)
        .orderBy('held_until')
        .orderBy(sql`order_id collate "C"`)
        .limit(limit)
        .execute();
      return rows.map((row) => ({ tenantId: row.tenant_id, siteId: row.site_id, orderId: row.order_id }));
    },
  };
}
