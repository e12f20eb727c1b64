import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { TicketStore } from '@comptoir/core/ticketing/ticketing-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { columnsOf, insertion, rowSet } from '../kit/row-set.js';
import { bookingOf, bookingRow, ticketOf, ticketRow } from './ticketing-tables.js';

export function makeKyselyTickets(db: Handle): TicketStore {
  return {
    async createBooking(scope, booking) {
      const { tenantId, siteId } = scope;
      const row = bookingRow({ ...booking, tenantId, siteId });
      // The order may be of another establishment of the tenant, which the foreign key does not see.
      const { numAffectedRows } = await sql`
        insert into bookings (${columnsOf([row])}) select ${columnsOf([row])} from ${rowSet('bookings', [row])} as booking
        where exists (select from orders where tenant_id = booking.tenant_id and site_id = booking.site_id and id = booking.order_id)`
        .execute(db)
        .catch(asUnknownRecord);
      if (numAffectedRows === 0n) throw new DomainError('unknown_record');
    },

    async changeBooking(scope, orderId, decide) {
      const row = await bookingsOf(db, scope).where('order_id', '=', orderId).forUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const after = decide(bookingOf(row));
      const { tenant_id: _tenant, site_id: _site, order_id: _order, ...changes } = bookingRow(after);
      await db
        .updateTable('bookings')
        .set(changes)
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .where('order_id', '=', orderId)
        .execute();
      return after;
    },

    async createAll({ tenantId, siteId }, tickets) {
      const rows = tickets.map((ticket) => ticketRow({ ...ticket, tenantId, siteId }));
      await insertion('tickets', rows).execute(db).catch(asUnknownRecord);
    },

    async lockByCode(scope, code) {
      const row = await ticketsOf(db, scope).where('code', '=', code).forUpdate().executeTakeFirst();
      return row === undefined ? null : ticketOf(row);
    },

    async mark({ tenantId, siteId }, ticketId, { state, usedAt }) {
      const { numUpdatedRows } = await db
        .updateTable('tickets')
        .set({ state, used_at: usedAt })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', ticketId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new DomainError('unknown_record');
    },

    async lockOfOrder(scope, orderId) {
      const rows = await ticketsOf(db, scope).where('order_id', '=', orderId).orderBy('id').forUpdate().execute();
      return rows.map(ticketOf);
    },
  };
}

export function bookingsOf(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('bookings').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

export function ticketsOf(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('tickets').selectAll('tickets').where('tickets.tenant_id', '=', tenantId).where('tickets.site_id', '=', siteId);
}
