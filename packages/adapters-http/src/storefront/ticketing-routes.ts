import { parse } from '@comptoir/core/kit/validate.js';
import { completeInput, holdInput } from '@comptoir/core/ticketing/booking-contract.js';
import type { BookingsService, FoundBooking } from '@comptoir/core/ticketing/booking-service.js';
import { presentBooking } from '@comptoir/core/ticketing/present-booking.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { idempotencyKeyOf } from '../kit/idempotency-key.js';
import type { HostState } from '../kit/koa-app.js';
import { setRateHeaders } from '../kit/rate-headers.js';
import { readJson } from '../kit/read-json.js';
import { streamOrderEvents } from './order-events.js';
import type { OrderFeed } from './order-feed.js';
import { refuseForeignOrigin } from './order-guards.js';

export interface TicketingRouteDeps {
  readonly bookings: BookingsService;
  readonly feed: OrderFeed;
  readonly publicUrl: string;
  /** Aborted when the server stops: live streams end. */
  readonly stopping: AbortSignal;
}

const BOOKING = '/api/ticketing/orders/:id';

/** Bookings of the public: hold seats, say who comes, look at them, follow them, let go of them. Not open to other sites' pages. */
export function addTicketingRoutes(router: Router<HostState>, { bookings, feed, publicUrl, stopping }: TicketingRouteDeps): void {
  const sameOriginOnly = refuseForeignOrigin(publicUrl);

  router.post('/api/ticketing/holds', sameOriginOnly, async function holdSeats(ctx) {
    const idempotencyKey = idempotencyKeyOf(ctx);
    const { slug, sessionId, lines, lang } = parse(holdInput, await readJson(ctx));
    const { booking, replayed, rate } = await bookings.hold(slug, { sessionId, lines }, lang, idempotencyKey);
    if (rate !== null) setRateHeaders(ctx, rate);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.status = 201;
    send(ctx, booking);
  });

  router.get(BOOKING, sameOriginOnly, async function sendBooking(ctx) {
    send(ctx, await bookings.find(idOf(ctx)));
  });

  router.post(`${BOOKING}/complete`, sameOriginOnly, async function completeBooking(ctx) {
    const { customer, payment } = parse(completeInput, await readJson(ctx));
    const { name, email, phone } = customer;
    send(ctx, await bookings.complete(idOf(ctx), { name, email: email || null, phone: phone || null }, payment));
  });

  router.post(`${BOOKING}/cancel`, sameOriginOnly, async function cancelBooking(ctx) {
    send(ctx, await bookings.cancelByGuest(idOf(ctx)));
  });

  router.get(`${BOOKING}/events`, sameOriginOnly, async function followBooking(ctx) {
    const { order } = await bookings.find(idOf(ctx));
    streamOrderEvents(ctx, order, feed, stopping);
  });
}

function send(ctx: Context, booking: FoundBooking): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { ok: true, order: presentBooking(booking) };
}

function idOf(ctx: Context & { params: Record<string, string> }): string {
  return ctx.params.id ?? '';
}
