import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { requireTicketing } from '@comptoir/core/sites/site.js';
import { languageIn } from '@comptoir/core/ticketing/find-bookings.js';
import { keyedBooking, keyedBookingInput, keyedBookingsQuery, keyedCancelInput } from '@comptoir/core/ticketing/keyed-booking-contract.js';
import { presentKeyedBooking } from '@comptoir/core/ticketing/present-booking.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import { readJson, readJsonIfAny } from '../../kit/read-json.js';
import type { KeyedGate } from './keyed-gate.js';

const BOOKINGS = '/api/v1/ticketing/orders';

/** Bookings of the establishment: list them, look at one, make one, cancel one. */
export function addBookingRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { bookings, views }: Pick<Services, 'bookings' | 'views'>,
): void {
  router.get(
    BOOKINGS,
    gate.open('read', async function listBookings(ctx, call) {
      requireTicketing(call.site);
      const { items, nextCursor } = await views.orders.bookingsAfter(call.scope, parse(keyedBookingsQuery, { ...ctx.query }));
      ctx.body = { ok: true, orders: (await bookings.present(call.scope, items)).map(presentKeyedBooking), nextCursor };
    }),
  );

  router.post(
    BOOKINGS,
    gate.open('write', async function makeBooking(ctx, call) {
      requireTicketing(call.site);
      const order = await gate.post(ctx, call, bookingOf(call), await readJson(ctx));
      ctx.status = 201;
      ctx.body = { ok: true, order };
    }),
  );

  router.get(
    `${BOOKINGS}/:id`,
    gate.open('read', async function readBooking(ctx, call) {
      requireTicketing(call.site);
      ctx.body = { ok: true, order: presentKeyedBooking(await bookings.get(call.scope, idOf(ctx))) };
    }),
  );

  router.post(
    `${BOOKINGS}/:id/cancel`,
    gate.open('write', async function cancelBooking(ctx, call) {
      requireTicketing(call.site);
      ctx.body = { ok: true, order: await gate.post(ctx, call, cancellationOf(call, idOf(ctx)), (await readJsonIfAny(ctx)) ?? {}) };
    }),
  );
}

function bookingOf({ scope, site }: KeyedCall): KeyedChange<typeof keyedBookingInput, typeof keyedBooking> {
  return {
    action: 'keyed.bookTickets',
    route: `POST ${BOOKINGS}`,
    input: keyedBookingInput,
    result: keyedBooking,
    subjectOf: ({ id }) => id,
    run: async ({ bookings }, { sessionId, lines, customer, lang }) => {
      const who = { name: customer.name, email: customer.email || null, phone: customer.phone || null };
      return presentKeyedBooking(await bookings.book(scope, { sessionId, lines }, who, lang ?? languageIn(site.languages[0] ?? '')));
    },
  };
}

function cancellationOf({ scope }: KeyedCall, id: string): KeyedChange<typeof keyedCancelInput, typeof keyedBooking> {
  return {
    action: 'keyed.cancelTickets',
    route: `POST ${BOOKINGS}/${id}/cancel`,
    input: keyedCancelInput,
    result: keyedBooking,
    subjectOf: (order) => order.id,
    run: async ({ bookings }, { reason }) => presentKeyedBooking(await bookings.cancel(scope, id, reason ?? null)),
  };
}

/** What is no id is the id of nothing. */
function idOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_order');
  return id.data;
}
