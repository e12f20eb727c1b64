import type { PaymentMethod, PaymentStatus } from '@comptoir/core/payments/payment.js';
import type { OfferKind, TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { SharedTexts } from '../../texts/shared-texts.js';
import type { BookingFaultCode, BookingField, BookingRefusalCode } from '../booking-call.js';

/** Every sentence of the page of tickets and of a booking's own. Prices, days and names arrive as they are to be shown. */
export interface TicketTexts extends SharedTexts {
  readonly language: TicketLanguage;
  readonly title: (name: string) => string;
  readonly description: (name: string, city: string) => string;
  readonly skipToOffers: string;
  readonly skipToBooking: string;
  readonly needsScript: string;
  readonly notFoundTitle: string;
  readonly notFoundPlace: string;
  readonly notFoundBooking: string;

  readonly offers: string;
  readonly noOffers: string;
  readonly noOffersHint: string;
  readonly kinds: Readonly<Record<OfferKind, string>>;
  readonly minutes: (count: number) => string;
  readonly free: string;
  readonly rates: string;
  /** `moment` is a day and a time. */
  readonly nextSession: (moment: string) => string;
  readonly noSession: string;
  readonly choose: string;
  readonly chosen: string;
  readonly otherOffers: string;

  readonly dayTitle: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly calendarHint: string;
  readonly sessionsOfDay: (count: number) => string;
  readonly dayFull: string;
  readonly dayPast: string;
  readonly noSessionsInMonth: string;
  readonly toNextSession: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly tryAgain: string;

  readonly sessionTitle: string;
  readonly pickDay: string;
  readonly open: string;
  readonly few: (left: number) => string;
  readonly full: string;
  readonly past: string;

  readonly ticketsTitle: string;
  readonly quantityOf: (rate: string) => string;
  readonly atMost: (count: number) => string;
  readonly each: string;
  readonly pieces: (count: number) => string;
  readonly hold: string;
  readonly holding: string;
  readonly holdHint: (minutes: number) => string;

  readonly yourBooking: string;
  readonly timeLeft: string;
  readonly minutesLeft: (count: number) => string;
  readonly lapsedTitle: string;
  readonly lapsed: string;
  readonly startAgain: string;
  readonly change: string;
  readonly contact: string;
  readonly name: string;
  readonly email: string;
  readonly emailHint: string;
  readonly phoneField: string;
  readonly faults: Readonly<Record<BookingField, Readonly<Record<BookingFaultCode, string>>>>;
  readonly payment: string;
  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly methodHints: Readonly<Record<PaymentMethod, string>>;
  readonly book: string;
  readonly bookAndPay: (amount: string) => string;
  readonly booking: string;
  readonly refusals: Readonly<Record<BookingRefusalCode, string>>;
  readonly refusalFull: (left: number) => string;

  readonly bookingTitle: (number: string, place: string) => string;
  readonly number: string;
  readonly states: Readonly<Record<BookingState, { readonly title: string; readonly hint: string }>>;
  readonly payNow: (amount: string) => string;
  readonly atDeskInstead: string;
  readonly heldUntil: (time: string) => string;
  readonly unreachable: string;
  readonly backToTickets: string;
  readonly goOn: string;
  readonly session: string;
  readonly ticketsHeading: (count: number) => string;
  readonly ticketOf: (number: number, count: number) => string;
  readonly codeLabel: string;
  readonly ticketUsed: string;
  readonly ticketVoid: string;
  readonly ticketHint: string;
  readonly download: string;
  readonly contents: string;
  readonly paidWith: Readonly<Record<PaymentMethod, string>>;
  readonly paidAtDesk: string;
  readonly paymentStatus: Readonly<Record<PaymentStatus, string>>;
  readonly where: string;
  readonly cancelTitle: string;
  readonly cancelQuestion: string;
  readonly cancelRefund: string;
  readonly cancelConfirm: string;
  readonly cancelRefused: string;
  readonly following: string;
}

/** How a booking stands, as its page says it. */
export const BOOKING_STATES = ['unfinished', 'waiting', 'failed', 'confirmed', 'cancelled', 'refundDue', 'refunded'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
