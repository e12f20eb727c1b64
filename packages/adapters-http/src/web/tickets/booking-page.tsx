import type { WebAssets } from '../assets.js';
import { renderDocument } from '../document.js';
import { followed } from './booking-state.js';
import { BookingView, type BookingViewProps } from './components/booking-view.js';
import { ticketTextsOf } from './texts/ticket-texts-of.js';

/** The page of a booking, for whoever knows its address. It runs a script only while something is about to happen to the booking. */
export function renderBookingPage({ assets, ...view }: BookingViewProps & { readonly assets: WebAssets }): string {
  const { booking, language } = view;
  const state = followed(booking);
  return renderDocument({
    language,
    assets,
    title: ticketTextsOf(language).bookingTitle(booking.order.number, booking.site.name),
    description: null,
    canonical: null,
    stylesheet: 'tickets.css',
    body: <BookingView {...view} />,
    ...(state !== null && { client: { script: 'booking.js', state } }),
  });
}
