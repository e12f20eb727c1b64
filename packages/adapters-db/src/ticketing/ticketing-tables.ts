import type { OfferKind, Rate, TextByLanguage } from '@comptoir/core/ticketing/offer.js';
import type { Ticket, TicketState } from '@comptoir/core/ticketing/ticket.js';
import type { Booking } from '@comptoir/core/ticketing/ticketing-store.js';
import type { Selectable } from 'kysely';
import type { Json } from '../kit/json.js';

export interface OfferTable {
  tenant_id: string;
  site_id: string;
  id: string;
  kind: OfferKind;
  title: Json<TextByLanguage>;
  description: Json<TextByLanguage>;
  photo: string | null;
  duration_minutes: number | null;
  online: boolean;
  position: number;
  rates: Json<readonly Rate[]>;
  /** The titles, for searches. */
  search_text: string;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface TicketSessionTable {
  tenant_id: string;
  site_id: string;
  id: string;
  offer_id: string;
  starts_at: Date;
  ends_at: Date;
  sold_until: Date;
  capacity: number | null;
  held_seats: number;
  confirmed_seats: number;
  cancelled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface BookingTable {
  tenant_id: string;
  site_id: string;
  order_id: string;
  session_id: string;
  offer_id: string;
  seats: number;
  held_until: Date | null;
  language: string;
}

export interface TicketTable {
  tenant_id: string;
  site_id: string;
  id: string;
  code: string;
  order_id: string;
  session_id: string;
  offer_id: string;
  rate_id: string;
  rate_name: string;
  state: TicketState;
  used_at: Date | null;
}

export function bookingOf(row: Selectable<BookingTable>): Booking {
  const { seats, language } = row;
  return {
    seats,
    language,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    orderId: row.order_id,
    sessionId: row.session_id,
    offerId: row.offer_id,
    heldUntil: row.held_until,
  };
}

export function bookingRow({ tenantId, siteId, orderId, sessionId, offerId, seats, heldUntil, language }: Booking) {
  return {
    seats,
    language,
    tenant_id: tenantId,
    site_id: siteId,
    order_id: orderId,
    session_id: sessionId,
    offer_id: offerId,
    held_until: heldUntil,
  } satisfies BookingTable;
}

export function ticketOf(row: Selectable<TicketTable>): Ticket {
  const { id, code, state } = row;
  return {
    id,
    code,
    state,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    orderId: row.order_id,
    sessionId: row.session_id,
    offerId: row.offer_id,
    rateId: row.rate_id,
    rateName: row.rate_name,
    usedAt: row.used_at,
  };
}

export function ticketRow({ id, code, state, tenantId, siteId, orderId, sessionId, offerId, rateId, rateName, usedAt }: Ticket) {
  return {
    id,
    code,
    state,
    tenant_id: tenantId,
    site_id: siteId,
    order_id: orderId,
    session_id: sessionId,
    offer_id: offerId,
    rate_id: rateId,
    rate_name: rateName,
    used_at: usedAt,
  } satisfies TicketTable;
}
