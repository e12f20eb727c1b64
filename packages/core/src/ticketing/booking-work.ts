import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import { type OrderPayment, type TicketingOrder, takeTicketingStep, ticketingOf } from '../orders/order.js';
import { statusEvent } from '../orders/order-event.js';
import { closed } from '../payments/payment-rules.js';
import type { Stores, Views } from '../stores.js';
import { cancellationMail, confirmationMail } from './booking-mail.js';
import type { BookingLinks } from './booking-service.js';
import { languageIn, siteIn } from './find-bookings.js';
import { type Ticket, ticketCode } from './ticket.js';
import type { Booking } from './ticketing-store.js';

/** What becomes of bookings works on, within its transaction. */
export interface BookingWork {
  readonly stores: Stores;
  /** As the transaction sees them. */
  readonly views: Views;
  readonly scope: Scope;
  readonly at: Date;
  readonly ids: Ids;
  readonly crypto: Crypto;
  readonly links: BookingLinks;
  readonly post: Post;
  readonly signals: Pick<Signals, 'send'>;
}

/** One ticket for every seat, in the order of the lines. */
export function ticketsFor(
  { ids, crypto }: Pick<BookingWork, 'ids' | 'crypto'>,
  order: Pick<TicketingOrder, 'lines'>,
  booking: Booking,
): Ticket[] {
  const { tenantId, siteId, orderId, sessionId, offerId } = booking;
  return order.lines.flatMap(({ quantity, variant }) =>
    Array.from({ length: quantity }, () => ({
      ...{ tenantId, siteId, orderId, sessionId, offerId },
      id: ids.uuid(),
      code: ticketCode(crypto.randomBytes),
      rateId: variant.id,
      rateName: variant.name,
      state: 'valid' as const,
      usedAt: null,
    })),
  );
}

/** After an order has become confirmed: its seats are, it has its tickets, and its customer a mail. */
export async function issueTickets(work: BookingWork, order: TicketingOrder): Promise<void> {
  const { stores, scope, at, signals } = work;
  const booking = await stores.tickets.changeBooking(scope, order.id, (held) => ({ ...held, heldUntil: null }));
  await tell(work, order, booking, confirmationMail);
  await stores.ticketSessions.claim(scope, booking.sessionId, { held: -booking.seats, confirmed: booking.seats }, at);
  await stores.tickets.createAll(scope, ticketsFor(work, order, booking));
  signals.send({ kind: 'order-changed', orderId: order.id });
}

/** Leaves a mail about the booking for its customer, if there is an address. */
async function tell(
  { stores, views, scope, links, post }: BookingWork,
  order: TicketingOrder,
  booking: Booking,
  write: typeof confirmationMail,
): Promise<void> {
  if (order.customer.email === null) return;
  const [site, session] = [await siteIn(views, scope), await views.ticketSessions.get(scope, booking.sessionId)];
  if (session === null) return;
  const url = links.booking(site.slug, order.id, languageIn(booking.language));
  const paidAtDeskCents = order.payment.method === 'card' ? 0 : ((await views.sales.takenOfOrders(scope, [order.id])).get(order.id) ?? 0);
  await post(stores, write({ order, site, session, url, paidAtDeskCents, language: languageIn(booking.language) }));
}

export interface Cancelling {
  readonly reason: string | null;
  /** Whether it is still to be cancelled, asked once the order is locked. May throw instead. */
  readonly onlyIf?: (order: TicketingOrder) => boolean;
}

/** A booking that was cancelled, and the state it was in. */
export interface Cancelled {
  readonly before: TicketingOrder;
  readonly order: TicketingOrder;
}

/**
 * Cancels the booking with all that follows: its seats go back, its tickets are void, what was paid by card is owed back, and a payment that has not
 * come is not waited for. Null: it was not to be cancelled any more. Throws `unknown_order`, `invalid_transition`.
 */
export async function cancelBooking(work: BookingWork, orderId: string, { reason, onlyIf }: Cancelling): Promise<Cancelled | null> {
  const { stores, scope, at, signals } = work;
  let cancelled: Cancelled | null = null;
  await stores.orders.change(scope, orderId, async (locked) => {
    const before = ticketingOf(locked);
    if (onlyIf?.(before) === false) return null;
    const after = takeTicketingStep(before, 'cancel');
    const order = { ...after, payment: await closedPayment(work, before) };
    cancelled = { before, order };
    return { order, event: statusEvent(order, scope, at, reason) };
  });
  if (cancelled !== null) await giveBack(work, cancelled);
  if (cancelled !== null) signals.send({ kind: 'order-changed', orderId });
  return cancelled;
}

/** The payment of a booking that is over, or is to be paid at the desk after all. */
export async function closedPayment({ stores, scope, at }: BookingWork, { id, payment }: TicketingOrder): Promise<OrderPayment> {
  if (payment.method === 'at_pickup') return payment;
  return { method: 'card', status: (await stores.payments.change(scope, id, (paid) => closed(paid, at))).status };
}

async function giveBack(work: BookingWork, { before, order }: Cancelled): Promise<void> {
  const { stores, scope, at } = work;
  const { tickets, ticketSessions } = stores;
  const booking = await tickets.changeBooking(scope, before.id, (held) => ({ ...held, heldUntil: null }));
  const { sessionId, seats } = booking;
  if (before.status === 'confirmed') await tell(work, order, booking, cancellationMail);
  const given = before.status === 'held' ? { held: -seats, confirmed: 0 } : { held: 0, confirmed: -seats };
  await ticketSessions.claim(scope, sessionId, given, at);
  for (const { id, state } of await tickets.lockOfOrder(scope, before.id)) {
    if (state === 'valid') await tickets.mark(scope, id, { state: 'cancelled', usedAt: null });
  }
}
