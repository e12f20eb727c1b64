import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import { EMPTY_FORM, type FieldFault, formFaults } from '../checkout.js';

/** The calls by which tickets are booked: what they say and what they answer, without any of the browser. */

export const BOOKING_FIELDS = ['name', 'email', 'phone'] as const;
export type BookingField = (typeof BOOKING_FIELDS)[number];
export type BookingFaultCode = FieldFault;
export type BookingFaults = Readonly<Partial<Record<BookingField, BookingFaultCode>>>;

export interface BookingForm {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly payment: PaymentMethod;
}

/** How many of each rate. */
export type Quantities = Readonly<Record<string, number>>;

/** Every refusal that has words of its own; others are told as `unexpected`. */
export const BOOKING_REFUSALS = [
  'session_full',
  'session_past',
  'session_cancelled',
  'unknown_session',
  'unknown_rate',
  'unknown_shop',
  'unknown_order',
  'invalid_transition',
  'payment_not_offered',
  'rate_limited',
  'invalid_request',
  'unreachable',
  'unexpected',
] as const;
export type BookingRefusalCode = (typeof BOOKING_REFUSALS)[number];

export interface BookingRefusal {
  readonly code: BookingRefusalCode;
  readonly fields: BookingFaults;
  /** Places that are left, where the session has too few. */
  readonly remaining: number | null;
}

/** What the guest can mend before the till is asked. */
export function bookingFaults({ name, email, phone }: BookingForm): BookingFaults {
  const found = formFaults({ ...EMPTY_FORM, name, email, phone });
  return Object.fromEntries(BOOKING_FIELDS.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])));
}

export interface WantedHold {
  readonly slug: string;
  readonly sessionId: string;
  readonly quantities: Quantities;
  readonly language: TicketLanguage;
}

/** The body of `POST /api/ticketing/holds`. The same wish gives the same text, so that a retry can be told from a new one. */
export function holdBody({ slug, sessionId, quantities, language }: WantedHold): string {
  const lines = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([rateId, quantity]) => ({ rateId, quantity }));
  return JSON.stringify({ slug, lang: language, sessionId, lines });
}

/** The body of `POST /api/ticketing/orders/{id}/complete`. */
export function completeBody({ name, email, phone, payment }: BookingForm): string {
  const optional = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return JSON.stringify({ customer: { name: name.trim(), email: optional(email), phone: optional(phone) }, payment });
}

/** A booking as its calls answer it. */
export interface AnsweredBooking {
  readonly orderId: string;
  readonly status: string;
  readonly paymentStatus: string | null;
  readonly heldUntil: Date | null;
  /** It waits for a payment by card. */
  readonly isToPay: boolean;
}

export type BookingAnswer =
  | { readonly kind: 'booking'; readonly booking: AnsweredBooking }
  /** Another call of the same attempt is still at it. */
  | { readonly kind: 'in_flight' }
  /** Answered: nothing was done, and asking again is a new attempt. */
  | { readonly kind: 'refused'; readonly refusal: BookingRefusal }
  /** It may or may not have arrived: the same attempt can be sent again. */
  | { readonly kind: 'unanswered'; readonly refusal: BookingRefusal };

/** What one of the calls answered; `status` null when no answer came. */
export function readBookingAnswer(status: number | null, body: unknown): BookingAnswer {
  const answer = isRecord(body) ? body : {};
  const booking = status !== null && status < 300 && isRecord(answer.order) ? readBooking(answer.order) : null;
  if (booking !== null) return { kind: 'booking', booking };
  if (answer.error === 'idempotency_in_flight') return { kind: 'in_flight' };
  const refusal = readRefusal(answer, status);
  return status === null || status < 400 || status >= 500 ? { kind: 'unanswered', refusal } : { kind: 'refused', refusal };
}

function readBooking({ id, status, heldUntil, payUrl, paymentStatus }: Record<string, unknown>): AnsweredBooking | null {
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  return {
    orderId: id,
    status,
    paymentStatus: typeof paymentStatus === 'string' ? paymentStatus : null,
    heldUntil: typeof heldUntil === 'string' ? new Date(heldUntil) : null,
    isToPay: typeof payUrl === 'string',
  };
}

function readRefusal(answer: Record<string, unknown>, status: number | null): BookingRefusal {
  const known = BOOKING_REFUSALS.find((code) => code === answer.error);
  const details = Array.isArray(answer.details) ? answer.details.filter(isRecord) : [];
  const fields = details.flatMap(({ path }) => BOOKING_FIELDS.find((field) => path === `customer.${field}`) ?? []);
  return {
    code: known ?? (status === null || status >= 500 ? 'unreachable' : 'unexpected'),
    fields: Object.fromEntries(fields.map((field) => [field, 'invalid'])),
    remaining: typeof answer.remaining === 'number' ? answer.remaining : null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
