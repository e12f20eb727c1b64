import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal, secret } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { isTicketing, TICKETING_STATUSES } from '../orders/order.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../payments/payment.js';
import { bookedLines, bookingCustomer } from './booking-contract.js';
import type { FoundBooking } from './booking-service.js';
import { TICKET_LANGUAGES } from './offer.js';
import { TICKET_STATES } from './ticket.js';

/** Bookings as the staff sees them: amounts in cents. */

const READ = { kind: 'permission', permissions: ['ticketing:read'] } as const;
const BOOK = { kind: 'permission', permissions: ['ticketing:book'] } as const;

const bookingRecord = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(TICKETING_STATUSES),
  placedAt: z.date(),
  sessionId: z.string(),
  offerId: z.string(),
  startsAt: z.date(),
  language: z.enum(TICKET_LANGUAGES),
  customer: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  lines: z.array(z.object({ rateId: z.string(), name: z.string(), quantity: z.int(), unitPriceCents: z.int(), totalCents: z.int() })),
  tickets: z.array(
    z.object({ id: z.string(), code: secret(z.string()), rateId: z.string(), state: z.enum(TICKET_STATES), usedAt: z.date().nullable() }),
  ),
  totalCents: z.int(),
  paidCents: z
    .int()
    .meta({ description: 'What it was sold for, by card or at the desk (`posOrders.ringUpBooking`), less what went back.' }),
  currency: z.string(),
  payment: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES).nullable(),
  heldUntil: z.date().nullable(),
});

/** Of the router `ticketing`. */
export function bookingProcedures() {
  return {
    bookingsList: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the bookings of tickets, newest first; `search` finds customers and numbers by the beginnings of words.',
      input: pageInput.extend({ status: z.enum(TICKETING_STATUSES).optional() }).prefault({}),
      output: pageOf(bookingRecord),
      run: async (context, filter) => {
        const scope = siteScopeOf(context);
        const { views, bookings } = context.services;
        const { items, ...page } = await views.orders.list(scope, { ...filter, channel: 'ticketing' });
        return { ...page, items: (await bookings.present(scope, items.filter(isTicketing))).map(recordOf) };
      },
    }),

    bookingsGet: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One booking with its tickets.',
      input: z.object({ id: idSchema }),
      output: bookingRecord,
      errors: ['unknown_order'],
      run: async (context, { id }) => recordOf(await context.services.bookings.get(siteScopeOf(context), id)),
    }),

    bookingsCreate: defineProcedure({
      type: 'mutation',
      access: BOOK,
      summary: 'Books tickets, paid at the desk and confirmed at once.',
      input: z.object({
        sessionId: idSchema,
        lines: bookedLines,
        customer: bookingCustomer,
        language: z.enum(TICKET_LANGUAGES).default('fr'),
      }),
      output: bookingRecord,
      errors: ['feature_disabled', 'unknown_session', 'unknown_rate', 'session_full', 'session_past', 'session_cancelled'],
      run: async (context, { sessionId, lines, customer, language }) => {
        const who = { name: customer.name, email: customer.email || null, phone: customer.phone || null };
        return recordOf(await context.services.bookings.book(siteScopeOf(context), { sessionId, lines }, who, language));
      },
    }),

    bookingsCancel: defineProcedure({
      type: 'mutation',
      access: BOOK,
      summary: 'Cancels a booking: its seats go back, its tickets are void, what was paid by card is paid back.',
      input: z.object({ id: idSchema, reason: personal(personText(1, 200)).optional() }),
      output: bookingRecord,
      errors: ['unknown_order', 'invalid_transition'],
      run: async (context, { id, reason }) => recordOf(await context.services.bookings.cancel(siteScopeOf(context), id, reason ?? null)),
    }),
  };
}

function recordOf({ order, session, offer, language, tickets, heldUntil }: FoundBooking): z.output<typeof bookingRecord> {
  const { id, number, status, placedAt, customer, lines, totalCents, paidCents, currency, payment } = order;
  return {
    ...{ id, number, status, placedAt, totalCents, paidCents, currency, language, heldUntil },
    sessionId: session.id,
    offerId: offer.id,
    startsAt: session.startsAt,
    customer: { ...customer },
    lines: lines.map((line) => ({ ...line })),
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      code: ticket.code,
      rateId: ticket.rateId,
      state: ticket.state,
      usedAt: ticket.usedAt,
    })),
    payment: payment.method,
    paymentStatus: payment.status,
  };
}
