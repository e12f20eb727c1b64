import type { PaymentStatus } from '@comptoir/core/payments/payment.js';
import { isUnpaid } from '@comptoir/core/payments/payment.js';
import type { FoundBooking } from '@comptoir/core/ticketing/booking-service.js';
import type { BookingState } from './texts/ticket-texts.js';

/** How a booking stands, in one word for its page. */
export function bookingState({ order: { status, payment } }: FoundBooking): BookingState {
  if (status === 'cancelled') return lostState(payment.status);
  if (payment.status !== null && isUnpaid(payment.status)) return payment.status === 'failed' ? 'failed' : 'waiting';
  return status === 'held' ? 'unfinished' : 'confirmed';
}

function lostState(payment: PaymentStatus | null): BookingState {
  if (payment === 'refund_due' || payment === 'paid') return 'refundDue';
  return payment === 'refunded' ? 'refunded' : 'cancelled';
}

/** What the script of the page looks out for: as soon as it is otherwise, the page is out of date. */
export interface FollowedBooking {
  readonly orderId: string;
  readonly status: string;
  readonly paymentStatus: string | null;
}

/** Null for a booking that nothing more happens to by itself. */
export function followed(booking: FoundBooking): FollowedBooking | null {
  const state = bookingState(booking);
  if (state === 'confirmed' || state === 'cancelled' || state === 'refunded') return null;
  const { id, status, payment } = booking.order;
  return { orderId: id, status, paymentStatus: payment.status };
}
