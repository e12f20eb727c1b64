import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { secret } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { TICKETING_STATUSES } from '../orders/order.js';
import { bookedLines, bookingCustomer } from './booking-contract.js';
import { TICKET_LANGUAGES } from './offer.js';
import { TICKET_CODE, TICKET_STATES } from './ticket.js';

/** Bookings as the keyed API takes and shows them (decisions §4). */

const text = z.string();
const ok = z.literal(true);

/** The body of `POST /api/v1/ticketing/orders`. */
export const keyedBookingInput = z.object({
  sessionId: idSchema.meta({ examples: ['ondes-10h'] }),
  lines: bookedLines,
  customer: bookingCustomer,
  payment: z.literal('at_pickup').optional().meta({ description: 'Tickets that a key books are paid at the desk.' }),
  lang: z
    .enum(TICKET_LANGUAGES)
    .optional()
    .meta({ description: 'Of the tickets and the mails; that of the establishment, when left out.' }),
});

/** The body of `POST /api/v1/ticketing/orders/{id}/cancel`. */
export const keyedCancelInput = z.object({ reason: personText(0, 200).nullish() }).prefault({});

/** A booking, for a key. */
export const keyedBooking = z.object({
  id: text,
  number: text.meta({ examples: ['017'] }),
  status: z.enum(TICKETING_STATUSES),
  sessionId: text,
  offerId: text,
  placedAt: z.iso.datetime(),
  customer: z.object({ name: text, email: text.nullable(), phone: text.nullable() }).nullable(),
  lines: z.array(z.object({ rateId: text, name: text, quantity: z.int(), unitPrice: z.number(), total: z.number() })),
  tickets: z
    .array(
      z.object({
        id: text,
        code: secret(text.regex(TICKET_CODE)).meta({ description: 'What its QR code holds.', examples: ['7k2m9p4q6r8s3t5v7w9x2y4z6a'] }),
        rateId: text,
        state: z.enum(TICKET_STATES),
      }),
    )
    .meta({ description: 'Of a booking that is or was confirmed; else empty.' }),
  total: z.number(),
  paid: z.number().meta({ description: 'What was paid of it at the desk, less what went back.', examples: [0] }),
  currency: text,
  trackingUrl: text,
});

export type KeyedBooking = z.output<typeof keyedBooking>;

export const keyedBookingAnswer = z.object({ ok, order: keyedBooking });
export const keyedBookingsAnswer = z.object({
  ok,
  orders: z.array(keyedBooking),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

export const keyedBookingsQuery = cursorInput.extend({ status: z.enum(TICKETING_STATUSES).optional() });
