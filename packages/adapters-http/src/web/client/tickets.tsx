import { hydrate } from 'preact';
import { bookingPath } from '../page-paths.js';
import type { AnsweredBooking } from '../tickets/booking-call.js';
import { TicketsApp, type TicketsState } from '../tickets/components/tickets-app.js';
import { leaveFor } from './leave-for.js';
import { readState } from './page-state.js';
import { submitTo } from './submit-to.js';

const { state, root } = readState<TicketsState>();

function goOn({ orderId, isToPay }: AnsweredBooking): void {
  const address = bookingPath(state.window.site.slug, orderId, state.language);
  if (isToPay) submitTo(`${address}/pay`);
  else leaveFor(address);
}

hydrate(<TicketsApp {...state} onBooked={goOn} />, root);
