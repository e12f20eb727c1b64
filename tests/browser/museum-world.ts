import type { Scope } from '@comptoir/core/kit/scope.js';
import { type NewSite, SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { OfferInput } from '@comptoir/core/ticketing/offer-contract.js';
import { HOSTILE_NAME, type PageHost } from './page-host.js';

/** A museum for tests of its pages: a tour with sessions of every kind, a show, and an exhibition without any. */

const ZONE = SITE_DEFAULTS.timezone;

const MUSEUM: Partial<NewSite> = {
  slug: 'musee-test',
  trade: 'museum',
  name: 'Musée Test',
  description: 'Deux siècles d’ondes, dans une ancienne station côtière.',
  features: { ...SITE_DEFAULTS.features, onlineTickets: true },
};

export interface Museum {
  readonly scope: Scope;
  /** The tour, by rates of 9 € and 5 € and for nothing. */
  readonly tourId: string;
  readonly showId: string;
  /** `YYYY-MM-DD`: the first day with sessions, tomorrow. */
  readonly day: string;
  /** On that day: at ten with twenty places, at two without any, at four with three. */
  readonly sessions: { readonly open: string; readonly full: string; readonly small: string };
}

const common = { taxBasisPoints: 550, conditions: null, active: true };

function aTour(): OfferInput {
  return {
    kind: 'visit',
    title: { fr: 'Les coulisses des ondes', en: 'Behind the waves', de: 'Hinter den Wellen', it: 'Dietro le onde', es: 'Tras las ondas' },
    description: {
      fr: 'La salle des machines et l’antenne, avec une guide de la station.',
      en: 'The engine room and the aerial, with a guide of the station.',
      de: 'Der Maschinenraum und die Antenne, mit einer Führerin der Station.',
      it: 'La sala macchine e l’antenna, con una guida della stazione.',
      es: 'La sala de máquinas y la antena, con una guía de la estación.',
    },
    photo: '/assets/illustrations/radio.svg',
    durationMinutes: 75,
    online: true,
    position: 1,
    rates: [
      { ...common, name: { fr: 'Plein tarif', en: 'Full price', de: 'Normalpreis', it: 'Intero', es: 'General' }, priceCents: 900 },
      {
        ...common,
        name: { fr: 'Moins de 26 ans', en: 'Under 26', de: 'Unter 26', it: 'Meno di 26 anni', es: 'Menos de 26 años' },
        priceCents: 500,
        conditions: {
          fr: 'Sur présentation d’un justificatif.',
          en: 'On presentation of a card.',
          de: 'Gegen Nachweis.',
          it: 'Con un documento.',
          es: 'Con un documento.',
        },
      },
      {
        ...common,
        name: { fr: 'Moins de 6 ans', en: 'Under 6', de: 'Unter 6', it: 'Meno di 6 anni', es: 'Menos de 6 años' },
        priceCents: 0,
      },
    ],
  };
}

/** Opens the museum with its sessions, from tomorrow on. */
export async function openMuseum(host: PageHost, changes: Partial<NewSite> = {}): Promise<Museum> {
  const scope = await host.open({ ...MUSEUM, ...changes }, { categories: [], items: [] });
  const { offers, ticketSessions } = host.services;
  const day = addDays(wallTimeAt(host.clock.now(), ZONE).date, 1);
  const tour = await offers.create(scope, aTour());
  const show = await offers.create(scope, {
    ...aTour(),
    kind: 'show',
    title: { fr: 'Concert dans le noir' },
    description: {},
    photo: '/assets/illustrations/vinyle.svg',
    position: 2,
    rates: [{ ...common, name: { fr: 'Tarif unique' }, priceCents: 1800 }],
  });
  await offers.create(scope, {
    ...aTour(),
    kind: 'exhibition',
    title: { fr: HOSTILE_NAME },
    photo: null,
    durationMinutes: null,
    position: 3,
  });
  const add = async (offerId: string, at: string, capacity: number | null, on = day) =>
    (await ticketSessions.create(scope, { offerId, startsAt: instantAt(on, at, ZONE), capacity })).id;
  const sessions = {
    open: await add(tour.id, '10:00', 20),
    full: await add(tour.id, '14:00', 0),
    small: await add(tour.id, '16:00', 3),
  };
  for (const later of [1, 2, 3, 5, 6, 8]) await add(tour.id, '10:00', later === 3 ? 0 : 20, addDays(day, later));
  await add(show.id, '20:00', null, addDays(day, 4));
  return { scope, tourId: tour.id, showId: show.id, day, sessions };
}
