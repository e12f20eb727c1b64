import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Services } from '@comptoir/core/services.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Stores } from '@comptoir/core/stores.js';
import type { Offer } from '@comptoir/core/ticketing/offer.js';
import { bookSome } from './demo-bookings.js';

/** What a museum of the demonstration sells tickets for, and when. */
export interface DemoOffer extends Pick<Offer, 'kind' | 'title' | 'description' | 'rates'> {
  /** The same in every installation. */
  readonly id: string;
  /** Name of an illustration. */
  readonly picture: string;
  readonly durationMinutes: number;
  /** When its sessions begin on every day, `HH:MM`. */
  readonly times: readonly string[];
  readonly capacity: number;
}

/** How far ahead there are sessions, today included; and how far back, on the day the offers are made. */
const DAYS_AHEAD = 31;
const DAYS_BACK = 7;

export interface TicketPlace {
  readonly scope: Scope;
  readonly timezone: string;
}

/**
 * Makes what is not there yet of the offers and of their sessions of the days to come. An offer that somebody has deleted stays away. May be cut,
 * repeated, and run by several processes at once.
 */
export async function keepOffering(services: Services, place: TicketPlace, offers: readonly DemoOffer[]): Promise<void> {
  if (await lacksAny(services, place.scope, offers)) await createOffersOnce(services, place, offers);
  await topUpSessions(services, place, offers);
}

async function lacksAny({ views }: Services, scope: Scope, offers: readonly DemoOffer[]): Promise<boolean> {
  const kept = await Promise.all(offers.map(({ id }) => views.offers.get(scope, id)));
  return kept.includes(null);
}

async function createOffersOnce(services: Services, place: TicketPlace, offers: readonly DemoOffer[]): Promise<void> {
  try {
    await services.unitOfWork(place.scope, (inside, stores) => createOffers(inside, stores, place, offers));
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, 'duplicate')) throw error;
  }
}

/** With some sessions that are over. */
async function createOffers(services: Services, stores: Stores, place: TicketPlace, offers: readonly DemoOffer[]): Promise<void> {
  const today = wallTimeAt(services.clock.now(), place.timezone).date;
  for (const [position, offer] of offers.entries()) {
    if ((await services.views.offers.get(place.scope, offer.id)) !== null) continue;
    await stores.offers.create(place.scope, offerOf(offer, place.scope, position, services.clock.now()));
    await createSessions(services, place.scope, offer, addDays(today, -DAYS_BACK), addDays(today, -1));
  }
}

/** Makes the sessions of the days to come that are not there yet. Offers that have some on the last of them are looked at no further. */
async function topUpSessions(services: Services, { scope, timezone }: TicketPlace, offers: readonly DemoOffer[]): Promise<void> {
  const today = wallTimeAt(services.clock.now(), timezone).date;
  const last = addDays(today, DAYS_AHEAD - 1);
  const period = { from: instantAt(last, '00:00', timezone), to: instantAt(last, '24:00', timezone) };
  const done = new Set((await services.views.ticketSessions.between(scope, period)).map(({ offerId }) => offerId));
  for (const offer of offers.filter(({ id }) => !done.has(id))) {
    const kept = await services.views.offers.get(scope, offer.id);
    if (kept !== null && kept.deletedAt === null) await services.unitOfWork(scope, (inside) => openDays(inside, scope, offer, today, last));
  }
}

/** Sessions and their bookings are there together or not at all. */
async function openDays(services: Services, scope: Scope, offer: DemoOffer, from: string, to: string): Promise<void> {
  const { created } = await createSessions(services, scope, offer, from, to);
  await bookSome(services, scope, offer, created);
}

function createSessions({ ticketSessions }: Services, scope: Scope, { id, times, capacity }: DemoOffer, from: string, to: string) {
  return ticketSessions.createSeries(scope, { offerId: id, from, to, days: EVERY_DAY, times: [...times], except: [], capacity });
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function offerOf(offer: DemoOffer, { tenantId, siteId }: Scope, position: number, now: Date): Offer {
  const { id, kind, title, description, picture, durationMinutes, rates } = offer;
  const photo = `/assets/illustrations/${picture}.svg`;
  const shown = { kind, title, description, photo, durationMinutes, rates, online: true, position };
  return { ...newlyVersioned(id, now), tenantId, siteId, ...shown, deletedAt: null };
}
