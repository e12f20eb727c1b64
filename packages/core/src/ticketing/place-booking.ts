import { DomainError } from '../kit/errors.js';
import type { RateState } from '../kit/rate-limit.js';
import { AT_PICKUP, type TicketingOrder, ticketingOf, UNTOUCHED, type Unnumbered } from '../orders/order.js';
import { statusEvent } from '../orders/order-event.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { confirmationMail } from './booking-mail.js';
import { HOLD_MINUTES, HOLD_RATE, type TicketCustomer, type WantedTickets } from './booking-service.js';
import { type BookingWork, ticketsFor } from './booking-work.js';
import type { Offer, TicketLanguage } from './offer.js';
import type { Ticket } from './ticket.js';
import { seatsLeft, type TicketSession } from './ticket-session.js';
import type { Booking } from './ticketing-store.js';
import { type PricedSeats, priceSeats, refuseSeats, requireOnSale } from './wanted-seats.js';

/** A booking that is about to be made. */
export interface BookingDraft {
  readonly site: Site;
  readonly wanted: WantedTickets;
  readonly language: TicketLanguage;
  /** Null: seats are held for somebody who says later who they are; else it is confirmed at once. */
  readonly customer: TicketCustomer | null;
}

export interface PlacedBooking {
  readonly order: TicketingOrder;
  readonly booking: Booking;
  readonly session: TicketSession;
  readonly offer: Offer;
  readonly tickets: readonly Ticket[];
  readonly rate: RateState | null;
}

const MINUTE_MS = 60_000;

/**
 * Books seats: the rules first, which cost nothing; then the order with its number, and last the seats, which make others wait. Throws
 * `unknown_session`, `unknown_rate`, `session_full`, `session_past`, `session_cancelled`, and `rate_limited` for a hold.
 */
export async function placeBooking(work: BookingWork, draft: BookingDraft): Promise<PlacedBooking> {
  const { stores, views, scope, at } = work;
  const { session, offer } = await onSale(work, draft);
  const priced = priceSeats(offer, draft.wanted, draft.language, draft.site.languages);
  requireSeats(session, priced.seats);
  const blank = newOrder(work, draft, priced);
  await tellAtOnce(work, draft, blank, session);
  const isHeld = draft.customer === null;
  const rate = isHeld ? { bucket: 'bookings', policy: HOLD_RATE } : null;
  const placed = await stores.orders.place(scope, blank, statusEvent(blank, scope, at), { slot: null, rate });
  if (placed === null) throw new Error('An order that claims no slot was refused one.');
  const order = ticketingOf(placed.order);
  const booking = bookingOf(work, draft, order, session, priced.seats);
  const tickets = isHeld ? [] : ticketsFor(work, order, booking);
  const seats = isHeld ? { held: priced.seats, confirmed: 0 } : { held: 0, confirmed: priced.seats };
  const taken = await stores.tickets.book(scope, booking, tickets, seats, at);
  if (taken === null) refuseSeats((await views.ticketSessions.get(scope, session.id)) ?? session, at);
  work.signals.send({ kind: 'order-changed', orderId: order.id });
  return { order, booking, session: taken, offer, tickets, rate: placed.rate };
}

/** What is sold at the desk only is unknown to the public. */
async function onSale(
  { views, scope, at }: BookingWork,
  { wanted, customer }: BookingDraft,
): Promise<{ session: TicketSession; offer: Offer }> {
  const session = await views.ticketSessions.get(scope, wanted.sessionId);
  const offer = session === null ? null : await views.offers.get(scope, session.offerId);
  const isSold = offer !== null && offer.deletedAt === null && (offer.online || customer !== null);
  if (session === null || !isSold) throw new DomainError('unknown_session');
  requireOnSale(session, at);
  return { session, offer };
}

/** A session that is full already is not tried: the claim alone decides, and makes others wait. */
function requireSeats(session: TicketSession, seats: number): void {
  const remaining = seatsLeft(session);
  if (remaining !== null && seats > remaining) throw new DomainError('session_full', { facts: { remaining } });
}

function newOrder({ ids, scope, at }: BookingWork, { site, customer }: BookingDraft, priced: PricedSeats): Unnumbered<TicketingOrder> {
  return {
    ...UNTOUCHED,
    id: ids.token(),
    tenantId: scope.tenantId,
    siteId: scope.siteId,
    channel: 'ticketing',
    status: customer === null ? 'held' : 'confirmed',
    serviceDay: wallTimeAt(at, site.timezone).date,
    placedAt: at,
    pickupAt: null,
    customer: customer ?? { name: '', phone: null, email: null },
    note: null,
    lines: priced.lines,
    dropped: [],
    totalCents: priced.totalCents,
    currency: site.currency,
    payment: AT_PICKUP,
    version: 1,
  };
}

function bookingOf(
  { scope: { tenantId, siteId }, at }: BookingWork,
  { language, customer }: BookingDraft,
  { id: orderId }: TicketingOrder,
  { id: sessionId, offerId }: TicketSession,
  seats: number,
): Booking {
  const heldUntil = customer === null ? new Date(at.getTime() + HOLD_MINUTES * MINUTE_MS) : null;
  return { tenantId, siteId, orderId, sessionId, offerId, seats, heldUntil, language };
}

/** Before anything is locked that others wait for. */
async function tellAtOnce(
  { stores, links, post }: BookingWork,
  { site, language, customer }: BookingDraft,
  order: Unnumbered<TicketingOrder>,
  session: TicketSession,
): Promise<void> {
  if (customer === null || customer.email === null) return;
  const url = links.booking(site.slug, order.id, language);
  await post(stores, confirmationMail({ order, site, session, language, url }));
}
