import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import { personal, secret } from '../kit/secret.js';
import { idSchema, personText, slugSchema, uniqueBy } from '../kit/validate.js';
import { TICKETING_STATUSES } from '../orders/order.js';
import { PAYMENT_METHODS, PAYMENT_MINUTES, PAYMENT_STATUSES } from '../payments/payment.js';
import { BOOKING_SEATS_MAX, HOLD_MINUTES } from './booking-service.js';
import { OFFER_KINDS, TICKET_LANGUAGES } from './offer.js';
import { TICKET_CODE, TICKET_STATES } from './ticket.js';

/** Bookings of tickets as guests make and see them. Prices are euros, instants ISO 8601. */

export const bookedLines = z
  .array(z.object({ rateId: idSchema, quantity: z.int().min(1).max(BOOKING_SEATS_MAX) }))
  .min(1)
  .max(BOOKING_SEATS_MAX)
  .refine(
    uniqueBy<{ readonly rateId: string }>(({ rateId }) => rateId),
    'Name each rate once.',
  )
  .refine(
    (lines) => lines.reduce((seats, { quantity }) => seats + quantity, 0) <= BOOKING_SEATS_MAX,
    `At most ${BOOKING_SEATS_MAX} seats.`,
  );

const ticketLanguage = z.enum(TICKET_LANGUAGES);

/** The body of `POST /api/ticketing/holds`; answered by `{ok, order}` with 201. */
export const holdInput = z.object({
  slug: slugSchema,
  sessionId: idSchema,
  lines: bookedLines,
  lang: ticketLanguage.default('fr').meta({ description: 'Of the tickets and of the mails about them.' }),
});

export const bookingCustomer = personal(
  z.object({
    name: personText(1, 80),
    email: z.union([z.literal(''), z.email().max(EMAIL_MAX)]).nullish(),
    phone: personText(0, 40).nullish(),
  }),
);

/** The body of `POST /api/ticketing/orders/{id}/complete`. */
export const completeInput = z.object({
  customer: bookingCustomer,
  payment: z.enum(PAYMENT_METHODS).default('at_pickup').meta({ description: 'One of those that the hold tells as `payments`.' }),
});

/** A booking, for whoever knows its id. */
export const publicBooking = z.object({
  id: z.string(),
  number: z.string().meta({ examples: ['017'] }),
  status: z.enum(TICKETING_STATUSES),
  placedAt: z.string(),
  slug: z.string(),
  shop: z.string().meta({ description: 'The name of the establishment.' }),
  lang: ticketLanguage,
  offer: z.object({
    id: z.string(),
    kind: z.enum(OFFER_KINDS),
    title: z.string().meta({ description: 'In the language of the booking.' }),
    image: z.string().nullable(),
    durationMinutes: z.int().nullable(),
  }),
  session: z.object({ id: z.string(), start: z.string(), end: z.string(), cancelled: z.boolean() }),
  timezone: z.string(),
  lines: z.array(z.object({ rateId: z.string(), name: z.string(), quantity: z.int(), unitPrice: z.number(), total: z.number() })),
  total: z.number(),
  paid: z.number().meta({ description: 'What was paid of it, by card or at the desk, less what went back.' }),
  currency: z.string(),
  customer: z
    .object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null until it is completed.' }),
  heldUntil: z
    .string()
    .nullable()
    .meta({
      description: `When the seats go back to others: ${HOLD_MINUTES} minutes after the hold, ${PAYMENT_MINUTES} after a card was chosen. Null once it is confirmed or over.`,
    }),
  payments: z.array(z.enum(PAYMENT_METHODS)).meta({ description: 'How it can be paid: of a hold that is to be completed; else empty.' }),
  payment: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES).optional().meta({ description: 'Of a booking that is paid by card.' }),
  payUrl: z.string().optional().meta({ description: 'Of a booking that waits for a payment by card: send the guest there.' }),
  tickets: z
    .array(
      z.object({
        id: z.string(),
        code: secret(z.string().regex(TICKET_CODE)).meta({
          description: 'What its QR code holds.',
          examples: ['7k2m9p4q6r8s3t5v7w9x2y4z6a'],
        }),
        rateId: z.string(),
        rate: z.string(),
        state: z.enum(TICKET_STATES),
      }),
    )
    .meta({ description: 'Of a confirmed booking, cancelled ones too; else empty.' }),
  cancellable: z.boolean().meta({ description: 'Whether its guest may cancel it, or let go of it, now.' }),
  trackingUrl: z.string(),
});

export type PublicBooking = z.output<typeof publicBooking>;
