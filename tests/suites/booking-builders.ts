import type { Scope } from '@comptoir/core/kit/scope.js';
import { AT_PICKUP } from '@comptoir/core/orders/order.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { FoundBooking } from '@comptoir/core/ticketing/booking-service.js';
import type { Ticket } from '@comptoir/core/ticketing/ticket.js';
import { NOON } from './builders.js';
import { anOffer, aRate, aTicket, aTicketSession } from './ticket-builders.js';

const SCOPE: Scope = { tenantId: 'tenant', siteId: 'musee', actor: { kind: 'public' } };

export const MUSEUM: Site = {
  ...SITE_DEFAULTS,
  tenantId: SCOPE.tenantId,
  id: SCOPE.siteId,
  version: 1,
  slug: 'musee-test',
  trade: 'museum',
  name: 'Musée Test',
  description: null,
  address: { line1: '2 quai de l’Antenne', line2: 'Ancienne station', postcode: '29200', city: 'Brest', country: 'FR' },
  phone: '02 61 91 33 70',
  website: null,
  languages: ['fr'],
  hours: [],
  exceptions: [],
  hosts: [],
  features: { ...SITE_DEFAULTS.features, onlineTickets: true },
};

/** So many valid tickets at one rate. */
export function someTickets(count: number): readonly Ticket[] {
  return Array.from({ length: count }, () => aTicket(SCOPE, { rateId: 'plein' }));
}

type Changes = Partial<Omit<FoundBooking, 'order'>> & { readonly order?: Partial<FoundBooking['order']> };

/** Two seats at 12 €, confirmed, to be paid at the desk; the session begins two hours from noon. */
export function aFoundBooking({ order, ...changes }: Changes = {}): FoundBooking {
  return {
    site: MUSEUM,
    offer: anOffer(SCOPE, {
      title: { fr: 'Les ondes', en: 'Waves', de: 'Wellen', it: 'Onde', es: 'Ondas' },
      rates: [aRate({ id: 'plein' })],
    }),
    session: aTicketSession(SCOPE),
    order: {
      id: 'order',
      number: 'B-017',
      status: 'confirmed',
      placedAt: NOON,
      lines: [{ rateId: 'plein', name: 'Plein tarif', quantity: 2, unitPriceCents: 1200, totalCents: 2400 }],
      totalCents: 2400,
      currency: 'EUR',
      payment: AT_PICKUP,
      paidCents: 0,
      customer: { name: 'Ada Lovelace', email: null, phone: null },
      tenantId: SCOPE.tenantId,
      version: 1,
      ...order,
    },
    language: 'fr',
    heldUntil: null,
    tickets: someTickets(2),
    trackingUrl: 'https://till.example/order',
    payments: [],
    payUrl: null,
    cancellable: true,
    ...changes,
  };
}
