import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Ticket } from '@comptoir/core/ticketing/ticket.js';
import type { SeatChange, TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import type { Booking } from '@comptoir/core/ticketing/ticketing-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { columnsOf, type PlainRow, rowSet } from '../kit/row-set.js';
import { bookingRow, ticketRow } from './ticketing-tables.js';

/** What is booked: seats of the session of the booking. */
export interface SeatsToBook {
  readonly booking: Booking;
  readonly tickets: readonly Ticket[];
  readonly seats: SeatChange;
  readonly now: Date;
}

/**
 * Changes the seats and returns the session, or nothing when it cannot be had: `withSeats` in one statement. The row lock makes concurrent claims
 * wait, and the condition is tried again on what they left.
 */
export function seatClaim(
  { tenantId, siteId }: Scope,
  sessionId: string,
  { held, confirmed }: SeatChange,
  now: Date,
  returned: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const taken = held + confirmed;
  return sql`
    update ticket_sessions set held_seats = held_seats + ${held}::int, confirmed_seats = confirmed_seats + ${confirmed}::int
    where tenant_id = ${tenantId} and site_id = ${siteId} and id = ${sessionId} and (${taken}::int <= 0 or (
      cancelled_at is null and sold_until >= ${now}
      and (capacity is null or held_seats + confirmed_seats + ${taken}::int <= capacity)))
    returning ${returned}`;
}

/** As `TicketStore.book`, undefined instead of null. Nothing is stored by a claim that failed: each part feeds on the row of the one before it. */
export async function bookSeats(
  db: Handle,
  scope: Scope,
  { booking, tickets, seats, now }: SeatsToBook,
  selected: RawBuilder<unknown>,
): Promise<Omit<TicketSession, 'tenantId' | 'siteId'> | undefined> {
  const { tenantId, siteId } = scope;
  const row = bookingRow({ ...booking, tenantId, siteId });
  const { rows } = await sql<Omit<TicketSession, 'tenantId' | 'siteId'> & { readonly is_booked: boolean }>`
    with claimed as (${seatClaim(scope, booking.sessionId, seats, now, selected)}), booked as (
      ${bookingOnce(row, sql`, claimed`)} returning order_id
    ), issued as (${issue(tickets.map((ticket) => ticketRow({ ...ticket, tenantId, siteId })))})
    select claimed.*, exists (select from booked) as is_booked from claimed`
    .execute(db)
    .catch(asUnknownRecord);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { is_booked: isBooked, ...session } = found;
  if (!isBooked) throw new DomainError('unknown_record');
  return session;
}

/** Stores the booking where its order is one of the establishment: one of another of the same tenant the foreign key does not see. */
export function bookingOnce(row: PlainRow, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = columnsOf([row]);
  const taken = sql.join(Object.keys(row).map((column) => sql.ref(`booking.${column}`)));
  return sql`
    insert into bookings (${columns}) select ${taken} from ${rowSet('bookings', [row])} as booking ${from}
    where exists (select from orders where tenant_id = booking.tenant_id and site_id = booking.site_id and id = booking.order_id)`;
}

/** Tickets of a booking that is stored by the same statement. */
function issue(rows: readonly PlainRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`select`;
  const columns = columnsOf(rows);
  return sql`insert into tickets (${columns}) select ${columns} from ${rowSet('tickets', rows)} where exists (select from claimed)`;
}
