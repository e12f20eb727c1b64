import type { FollowedBooking } from '../tickets/booking-state.js';
import { readState } from './page-state.js';
import { fetchBooking } from './ticket-api.js';

/** The page of a booking that something is about to happen to: loaded anew once it has happened. */

const POLL_MS = 4_000;

const { state } = readState<FollowedBooking>();

async function look(): Promise<void> {
  const { answer } = await fetchBooking(state.orderId);
  if (answer.kind !== 'booking') return;
  const { status, paymentStatus } = answer.booking;
  // Replaced, not reloaded: what an address says once ("the provider did not answer") is said no more.
  if (status !== state.status || paymentStatus !== state.paymentStatus) location.replace(location.pathname);
}

setInterval(() => void look(), POLL_MS);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
