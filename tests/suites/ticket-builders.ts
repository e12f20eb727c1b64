import { randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { Offer, Rate } from '@comptoir/core/ticketing/offer.js';
import { type Ticket, ticketCode } from '@comptoir/core/ticketing/ticket.js';
import type { TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import type { Booking } from '@comptoir/core/ticketing/ticketing-store.js';
import { HOUR_MS, NOON, placed } from './builders.js';

/** Full price, 12 €. */
export function aRate(changes: Partial<Rate> = {}): Rate {
  return {
    id: randomUUID(),
    name: { fr: 'Plein tarif' },
    priceCents: 1200,
    taxBasisPoints: 550,
    conditions: null,
    active: true,
    ...changes,
  };
}

export function anOffer({ tenantId, siteId }: Scope, changes: Partial<Offer> = {}): Offer {
  return {
    tenantId,
    siteId,
    id: randomUUID(),
    kind: 'exhibition',
    title: { fr: 'Les ondes', en: 'Waves' },
    description: {},
    photo: null,
    durationMinutes: 90,
    online: true,
    position: 0,
    rates: [aRate()],
    deletedAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
}

/** An hour with ten seats, two hours from noon. */
export function aTicketSession({ tenantId, siteId }: Scope, changes: Partial<TicketSession> = {}): TicketSession {
  const startsAt = changes.startsAt ?? new Date(NOON.getTime() + 2 * HOUR_MS);
  return {
    tenantId,
    siteId,
    id: randomUUID(),
    offerId: 'ondes',
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR_MS),
    soldUntil: startsAt,
    capacity: 10,
    heldSeats: 0,
    confirmedSeats: 0,
    cancelledAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
}

export function aBooking({ tenantId, siteId }: Scope, changes: Partial<Booking> = {}): Booking {
  return {
    tenantId,
    siteId,
    orderId: 'order',
    sessionId: 'session',
    offerId: 'ondes',
    seats: 1,
    heldUntil: null,
    language: 'fr',
    ...changes,
  };
}

export function aTicket({ tenantId, siteId }: Scope, changes: Partial<Ticket> = {}): Ticket {
  return {
    tenantId,
    siteId,
    id: randomUUID(),
    code: ticketCode(randomBytes),
    orderId: 'order',
    sessionId: 'session',
    offerId: 'ondes',
    rateId: 'plein',
    rateName: 'Plein tarif',
    state: 'valid',
    usedAt: null,
    ...changes,
  };
}

/** Stores an offer and a session of it. */
export async function anOfferedSession({ transact }: Persistence, scope: Scope, changes: Partial<TicketSession> = {}) {
  const offer = anOffer(scope);
  const session = aTicketSession(scope, { offerId: offer.id, ...changes });
  await transact(scope, async ({ offers, ticketSessions }) => {
    await offers.create(scope, offer);
    await ticketSessions.create(scope, session);
  });
  return { offer, session };
}

/** Stores an offer, a session of it, and an order that has booked one seat of it and has its ticket. */
export async function aBookedSession(persistence: Persistence, scope: Scope, changes: Partial<Ticket> = {}) {
  const { offer, session } = await anOfferedSession(persistence, scope, { confirmedSeats: 1 });
  const { id: orderId } = await placed(persistence, scope);
  const booked = { orderId, sessionId: session.id, offerId: offer.id };
  const [booking, ticket] = [aBooking(scope, booked), aTicket(scope, { ...booked, ...changes })];
  await persistence.transact(scope, async ({ tickets }) => {
    await tickets.createBooking(scope, booking);
    await tickets.createAll(scope, [ticket]);
  });
  return { offer, session, booking, ticket };
}
