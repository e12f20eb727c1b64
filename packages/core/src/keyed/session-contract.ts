import { z } from 'zod';
import { eurosOf, percentOf } from '../kit/money.js';
import { cursorInput } from '../kit/page.js';
import { idSchema, instantInput } from '../kit/validate.js';
import { dayOrInstant } from '../sales/sale-period.js';
import { OFFER_KINDS, type Offer, TICKET_LANGUAGES } from '../ticketing/offer.js';
import { fillOf, SESSION_STATUSES } from '../ticketing/session-fill.js';
import type { TicketSession } from '../ticketing/ticket-session.js';
import { capacityInput } from '../ticketing/ticket-session-contract.js';

/** Offers and their sessions as the keyed API shows and takes them (decisions §4): prices in euros, rates of tax in percent. */

const text = z.string();
const ok = z.literal(true);
const instant = z.iso.datetime();
const seats = z.int().meta({ examples: [12] });
const byLanguage = z
  .partialRecord(z.enum(TICKET_LANGUAGES), text)
  .meta({ examples: [{ fr: 'La nuit des ondes', en: 'Night of the waves' }] });

/** One date of an offer. */
export const keyedSession = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7d54-a163-3f7b0e9c5d81'] }),
  offerId: text.meta({ examples: ['0196a3de-4f1c-7a10-8b21-6d2f0c9e4a57'] }),
  start: instant,
  end: instant,
  capacity: seats.nullable().meta({ description: 'Null: any number.', examples: [40] }),
  held: seats.meta({ description: 'Seats of bookings that are not completed yet.', examples: [2] }),
  confirmed: seats.meta({ examples: [32] }),
  remaining: seats.nullable().meta({ description: 'Null: any number.', examples: [6] }),
  fill: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Held and confirmed seats by the capacity.', examples: [0.85] }),
  status: z
    .enum(SESSION_STATUSES)
    .meta({ description: '`past`: it has begun. `full`: nothing is left; `few`: at most a fifth is.', examples: ['few'] }),
  cancelled: z.boolean().meta({ examples: [false] }),
  updatedAt: instant,
});
export type KeyedSession = z.output<typeof keyedSession>;

/** What tickets are sold for. */
export const keyedOffer = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7a10-8b21-6d2f0c9e4a57'] }),
  kind: z.enum(OFFER_KINDS),
  title: byLanguage,
  description: byLanguage,
  photo: text.nullable(),
  durationMinutes: z
    .int()
    .nullable()
    .meta({ examples: [60] }),
  online: z.boolean().meta({ description: 'False: sold at the desk alone.' }),
  rates: z.array(
    z.object({
      id: text.meta({ examples: ['0196a3de-4f1c-7b33-9c42-1e5a8d7f2b60'] }),
      name: byLanguage.meta({ examples: [{ fr: 'Plein tarif', en: 'Full price' }] }),
      price: z.number().meta({ description: 'Including tax, in euros.', examples: [12.5] }),
      vatRate: z.number().meta({ description: 'In percent.', examples: [5.5] }),
      conditions: byLanguage.nullable().meta({ description: 'Who may have it.', examples: [null] }),
      active: z.boolean().meta({ description: 'False: sold no more.' }),
    }),
  ),
  updatedAt: instant,
});

export const sessionAnswer = z.object({ ok, session: keyedSession });
export const sessionsAnswer = z.object({
  ok,
  sessions: z.array(keyedSession),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});
export const offersAnswer = z.object({ ok, offers: z.array(keyedOffer) });

/** Which sessions a list is of; `to` is the last day, or the first instant that does not count. */
export const sessionsQuery = cursorInput.extend({
  offer: idSchema.optional(),
  from: dayOrInstant.optional(),
  to: dayOrInstant.optional(),
});

const start = instantInput.meta({ examples: ['2026-06-16T18:00:00Z'] });
const end = instantInput.meta({ examples: ['2026-06-16T19:30:00Z'] });

export const sessionCreate = z.strictObject({
  offerId: idSchema,
  start,
  end: end.optional().meta({ description: 'Left out: after as long as the offer says.', examples: ['2026-06-16T19:30:00Z'] }),
  capacity: capacityInput.default(null),
});

export const sessionChange = z
  .strictObject({
    start: start.optional(),
    end: end.optional().meta({ description: 'Left out while the start moves: the session stays as long as it was.' }),
    capacity: capacityInput.optional(),
    cancelled: z.literal(true).optional().meta({ description: 'Cancels it for good; sent alone.' }),
  })
  .refine((change) => change.cancelled !== true || Object.values(change).filter((value) => value !== undefined).length === 1, {
    path: ['cancelled'],
    message: 'Sent alone',
  });

/** The session as it stands at `now`. */
export function presentKeyedSession(session: TicketSession, now: Date): KeyedSession {
  const { id, offerId, startsAt, endsAt, capacity, heldSeats, confirmedSeats, cancelledAt, updatedAt } = session;
  return {
    id,
    offerId,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    capacity,
    held: heldSeats,
    confirmed: confirmedSeats,
    ...fillOf(session, now),
    cancelled: cancelledAt !== null,
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentKeyedOffer(offer: Offer): z.output<typeof keyedOffer> {
  const { id, kind, title, description, photo, durationMinutes, online, rates, updatedAt } = offer;
  return {
    ...{ id, kind, title, description, photo, durationMinutes, online },
    rates: rates.map(({ priceCents, taxBasisPoints, ...rate }) => ({
      ...rate,
      price: eurosOf(priceCents),
      vatRate: percentOf(taxBasisPoints),
    })),
    updatedAt: updatedAt.toISOString(),
  };
}
