import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SeatChange } from '@comptoir/core/ticketing/ticket-session.js';
import { type RawBuilder, sql } from 'kysely';

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
      cancelled_at is null and starts_at >= ${now}
      and (capacity is null or held_seats + confirmed_seats + ${taken}::int <= capacity)))
    returning ${returned}`;
}
