import { hasCode } from '@comptoir/core/kit/errors.js';
import type { FoundBooking } from '@comptoir/core/ticketing/booking-service.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import { nullFor } from '../null-for.js';
import type { PageRoutesDeps } from '../page-deps.js';
import { BOOKING_PAGES, bookingPath } from '../page-paths.js';
import { encodePage, letFormsLeadTo, sendNotFound, sendPage } from '../send-page.js';
import { renderBookingPage } from './booking-page.js';
import { ticketLanguage } from './ticket-languages.js';
import { renderNoTickets } from './ticket-page.js';
import { languageOfPath, type TicketContext } from './ticket-routes.js';

/** The address of a booking is the right to it, so neither caches, other sites nor search engines are told. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** The page of a booking, its tickets as a file, and what is done there: to pay, to come back from paying, to cancel. */
export function addBookingRoutes(router: Router<HostState>, { services, assets }: PageRoutesDeps): void {
  const { bookings, payments, ticketCounter } = services;

  for (const path of Object.values(BOOKING_PAGES)) {
    router.get(path, async function sendBookingPage(ctx) {
      await withBooking(ctx, (booking, language) => {
        sendPage(ctx, language, encodePage(renderBookingPage({ booking, language, trouble: troubleOf(ctx), assets })));
        letFormsLeadTo(ctx, payments.checkoutOrigins);
      });
    });

    router.get(`${path}/pdf`, async function sendTickets(ctx) {
      await withBooking(ctx, async (booking, language) => {
        const printed = await ticketCounter.print(booking).catch(nullFor('unknown_ticket'));
        if (printed === null) return sendNotFound(ctx, language, renderNoTickets('booking', language, assets));
        ctx.attachment(printed.name);
        ctx.type = 'application/pdf';
        ctx.body = Buffer.from(printed.bytes);
      });
    });

    router.get(`${path}/pay`, async function showWhereToPay(ctx) {
      await withBooking(ctx, (booking, language) => leaveForBooking(ctx, booking, language));
    });

    router.post(`${path}/pay`, async function payForTickets(ctx) {
      await withBooking(ctx, async (booking, language) => {
        try {
          const url = await payments.checkout(booking.order.id, language);
          if (url === null) leaveForBooking(ctx, booking, language);
          else leaveFor(ctx, url);
        } catch (error) {
          if (hasCode(error, 'provider_unreachable')) leaveForBooking(ctx, booking, language, '?payment=unreachable');
          else if (hasCode(error, 'payment_over')) leaveForBooking(ctx, booking, language);
          else throw error;
        }
      });
    });

    router.get(`${path}/pay/back/:provider`, async function comeBackFromPaying(ctx) {
      await withBooking(ctx, async (booking, language) => {
        const query = Object.entries(ctx.query).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]);
        // Whatever the guest brought, the page of the booking shows what is true; the provider tells it once more by itself.
        await payments
          .returned(ctx.params.provider ?? '', Object.fromEntries(query))
          .catch(nullFor('invalid_signature', 'unknown_provider', 'provider_unreachable'));
        leaveForBooking(ctx, booking, language);
      });
    });

    router.post(`${path}/cancel`, async function cancelBooking(ctx) {
      await withBooking(ctx, async (booking, language) => {
        const refused = nullFor('invalid_transition', 'session_past', 'ticket_used');
        const cancelled = await bookings.cancelByGuest(booking.order.id).catch(refused);
        leaveForBooking(ctx, booking, language, cancelled === null ? '?cancel=refused' : '');
      });
    });
  }

  type Answer = (booking: FoundBooking, language: TicketLanguage) => void | Promise<void>;

  /** Answers 404 in words where the address names no booking of the establishment. */
  async function withBooking(ctx: TicketContext, answer: Answer): Promise<void> {
    const ofPath = languageOfPath(ctx);
    // Providers send guests back to the French address, with the language they were sent in.
    const language = ticketLanguage(ctx.query.lang) ?? ofPath;
    const booking = await bookings.find(ctx.params.id ?? '').catch(nullFor('unknown_order'));
    if (booking === null || booking.site.slug !== ctx.params.slug) {
      sendNotFound(ctx, language, renderNoTickets('booking', language, assets));
    } else {
      await answer(booking, language);
    }
    ctx.set(PRIVATE);
  }
}

function troubleOf({ query }: TicketContext): 'payment' | 'cancel' | null {
  if (query.payment === 'unreachable') return 'payment';
  return query.cancel === 'refused' ? 'cancel' : null;
}

function leaveForBooking(ctx: TicketContext, { site, order }: FoundBooking, language: TicketLanguage, query = ''): void {
  leaveFor(ctx, bookingPath(site.slug, order.id, language) + query);
}

/** By GET, whatever the method was. */
function leaveFor(ctx: TicketContext, address: string): void {
  ctx.redirect(address);
  ctx.status = 303;
}
