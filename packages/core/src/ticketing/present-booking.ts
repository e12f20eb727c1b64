import { eurosOf } from '../kit/money.js';
import type { PublicBooking } from './booking-contract.js';
import type { FoundBooking } from './booking-service.js';
import type { KeyedBooking } from './keyed-booking-contract.js';
import { textIn } from './offer.js';

/** The booking as its guest sees it. */
export function presentBooking(found: FoundBooking): PublicBooking {
  const { site, offer, session, order, language, payUrl } = found;
  const { name, email, phone } = order.customer;
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    placedAt: order.placedAt.toISOString(),
    slug: site.slug,
    shop: site.name,
    lang: language,
    offer: {
      id: offer.id,
      kind: offer.kind,
      title: textIn(offer.title, language, site.languages),
      image: offer.photo,
      durationMinutes: offer.durationMinutes,
    },
    session: {
      id: session.id,
      start: session.startsAt.toISOString(),
      end: session.endsAt.toISOString(),
      cancelled: session.cancelledAt !== null,
    },
    timezone: site.timezone,
    lines: linesOf(found),
    total: eurosOf(order.totalCents),
    paid: eurosOf(order.paidCents),
    currency: order.currency,
    customer: name === '' ? null : { name, email, phone },
    heldUntil: found.heldUntil?.toISOString() ?? null,
    payments: [...found.payments],
    payment: order.payment.method,
    ...(order.payment.status !== null && { paymentStatus: order.payment.status }),
    ...(payUrl !== null && { payUrl }),
    tickets: found.tickets.map(({ id, code, rateId, rateName, state }) => ({ id, code, rateId, rate: rateName, state })),
    cancellable: found.cancellable,
    trackingUrl: found.trackingUrl,
  };
}

/** The booking as a key sees it. */
export function presentKeyedBooking(found: FoundBooking): KeyedBooking {
  const { order, session, offer, tickets } = found;
  const { name, email, phone } = order.customer;
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    sessionId: session.id,
    offerId: offer.id,
    placedAt: order.placedAt.toISOString(),
    customer: name === '' ? null : { name, email, phone },
    lines: linesOf(found),
    tickets: tickets.map(({ id, code, rateId, state }) => ({ id, code, rateId, state })),
    total: eurosOf(order.totalCents),
    paid: eurosOf(order.paidCents),
    currency: order.currency,
    trackingUrl: found.trackingUrl,
  };
}

function linesOf({ order }: FoundBooking): PublicBooking['lines'] {
  return order.lines.map(({ rateId, name, quantity, unitPriceCents, totalCents }) => ({
    ...{ rateId, name, quantity },
    unitPrice: eurosOf(unitPriceCents),
    total: eurosOf(totalCents),
  }));
}
