import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { TicketingOrder } from '../orders/order.js';
import { methodsFor, offeredPayments, type PaymentProviders } from '../payments/offered-payments.js';
import { isUnpaid, type PaymentMethod } from '../payments/payment.js';
import type { PaymentLinks } from '../payments/payments-service.js';
import type { Site } from '../sites/site.js';
import type { Views } from '../stores.js';
import type { BookingLinks, FoundBooking } from './booking-service.js';
import { type Offer, TICKET_LANGUAGES, type TicketLanguage } from './offer.js';
import type { Ticket } from './ticket.js';
import type { TicketSession } from './ticket-session.js';
import type { Booking } from './ticketing-store.js';

export interface BookingReading {
  readonly views: Views;
  readonly providers: PaymentProviders;
  readonly links: BookingLinks & Pick<PaymentLinks, 'pay'>;
  readonly now: Date;
}

/** What a booking is made of. */
export interface BookingParts {
  readonly site: Site;
  readonly offer: Offer;
  readonly session: TicketSession;
  readonly order: TicketingOrder;
  readonly booking: Booking;
  readonly tickets: readonly Ticket[];
  readonly payments: readonly PaymentMethod[];
  /** When the payment by card expires that it waits for; null: it waits for none. */
  readonly payUntil: Date | null;
  /** What was sold of it, less what went back. */
  readonly paidCents: number;
}

/** Bookings of one establishment with what belongs to them, in the order given. A constant number of reads, but for payments that are awaited. */
export async function findBookings(
  reading: BookingReading,
  scope: Scope,
  site: Site,
  orders: readonly TicketingOrder[],
): Promise<readonly FoundBooking[]> {
  const { views } = reading;
  const ids = orders.map(({ id }) => id);
  const [bookings, tickets] = [await views.tickets.bookings(scope, ids), await views.tickets.ofOrders(scope, ids)];
  const sessions = await byId(
    bookings,
    ({ sessionId }) => sessionId,
    (id) => views.ticketSessions.get(scope, id),
  );
  const offers = await byId(
    bookings,
    ({ offerId }) => offerId,
    (id) => views.offers.get(scope, id),
  );
  const taken = await takenOf(views, scope, orders);
  const payments = orders.some(isToComplete) ? await offeredMethods(reading, scope) : [];
  const found = orders.map(async (order) => {
    const booking = bookings.find(({ orderId }) => orderId === order.id);
    const [session, offer] = [sessions.get(booking?.sessionId ?? ''), offers.get(booking?.offerId ?? '')];
    if (booking === undefined || session === undefined || offer === undefined) throw new Error(`The booking of ${order.id} is incomplete.`);
    const own = tickets.filter(({ orderId }) => orderId === order.id);
    return presented(reading, {
      site,
      offer,
      session,
      order,
      booking,
      tickets: own,
      payments,
      payUntil: await payUntil(views, scope, order),
      paidCents: taken.get(order.id) ?? 0,
    });
  });
  return Promise.all(found);
}

/** What was sold of them; nobody sells a hold. */
async function takenOf(views: Views, scope: Scope, orders: readonly TicketingOrder[]): Promise<ReadonlyMap<string, number>> {
  const ids = orders.filter(({ status }) => status !== 'held').map(({ id }) => id);
  return ids.length === 0 ? new Map() : views.sales.takenOfOrders(scope, ids);
}

/** How bookings can be paid. */
export async function offeredMethods({ views, providers }: BookingReading, scope: Scope): Promise<readonly PaymentMethod[]> {
  return offeredPayments(await views.settings.list(scope), providers).methods;
}

/** The establishment. Throws `unknown_shop`. */
export async function siteIn(views: Pick<Views, 'sites'>, scope: Scope): Promise<Site> {
  const site = await views.sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site;
}

/** The booking as whoever may see it sees it. */
export function presented({ links, now }: BookingReading, parts: BookingParts): FoundBooking {
  const { site, offer, session, order, booking, tickets, payments, payUntil: payableUntil, paidCents } = parts;
  const { id, sequence, status, placedAt, totalCents, currency, payment, customer, tenantId, version } = order;
  return {
    site,
    offer,
    session,
    order: {
      id,
      number: shortNumber(sequence),
      status,
      placedAt,
      totalCents,
      currency,
      payment,
      paidCents,
      customer,
      tenantId,
      version,
      lines: linesOf(order),
    },
    language: languageIn(booking.language),
    heldUntil: payableUntil ?? booking.heldUntil,
    payments: isToComplete(order) ? methodsFor(payments, totalCents) : [],
    tickets,
    trackingUrl: links.booking(site.slug, id, languageIn(booking.language)),
    payUrl: payableUntil === null ? null : links.pay(site.slug, id, 'ticketing'),
    cancellable: isCancellable(parts, now),
  };
}

/** The language of a booking, which was one of ticketing when it was made. */
export function languageIn(language: string): TicketLanguage {
  return TICKET_LANGUAGES.find((one) => one === language) ?? 'fr';
}

function linesOf({ lines }: TicketingOrder): FoundBooking['order']['lines'] {
  return lines.map(({ variant, quantity, unitPriceCents, totalCents }) => ({
    ...{ quantity, unitPriceCents, totalCents },
    rateId: variant.id,
    name: variant.name,
  }));
}

function isToComplete({ status, payment }: TicketingOrder): boolean {
  return status === 'held' && payment.method === 'at_pickup';
}

/** Money that was paid at the desk is given back there. */
function isCancellable({ order, session, tickets, paidCents }: BookingParts, now: Date): boolean {
  if (order.status === 'held') return true;
  if (order.payment.method === 'at_pickup' && paidCents > 0) return false;
  return order.status === 'confirmed' && session.startsAt > now && tickets.every(({ state }) => state !== 'used');
}

async function payUntil(views: Views, scope: Scope, { id, status, payment }: TicketingOrder): Promise<Date | null> {
  if (status !== 'held' || payment.status === null || !isUnpaid(payment.status)) return null;
  return (await views.payments.ofOrder(scope, id))?.expiresAt ?? null;
}

async function byId<Record, Found>(
  records: readonly Record[],
  idOf: (record: Record) => string,
  read: (id: string) => Promise<Found | null>,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const id of new Set(records.map(idOf))) {
    const one = await read(id);
    if (one !== null) found.set(id, one);
  }
  return found;
}
