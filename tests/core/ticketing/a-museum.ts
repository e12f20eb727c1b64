import type { Site } from '@comptoir/core/sites/site.js';
import type { CatalogQuery } from '@comptoir/core/ticketing/ticket-catalog-contract.js';
import { ticketingRouter } from '@comptoir/core/ticketing/ticketing-procedures.js';
import { aSite } from '../../suites/builders.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

export const MUSEUM: Partial<Site> = { trade: 'museum', features: { ...aSite().features, onlineTickets: true }, languages: ['fr', 'en'] };

export const FULL = { name: { fr: 'Plein tarif', en: 'Full price' }, priceCents: 1250, taxBasisPoints: 550 };
export const REDUCED = {
  name: { fr: 'Tarif réduit' },
  priceCents: 0,
  taxBasisPoints: 550,
  conditions: { fr: 'Moins de 26 ans', en: 'Under 26' },
};
export const SHOW = {
  kind: 'show',
  title: { fr: 'La nuit des ondes', en: 'Night of the waves' },
  durationMinutes: 60,
  rates: [FULL, REDUCED],
};

/** A museum that sells tickets online, its manager, and what of the back office and the public page is asked here. */
export async function aMuseum(changes: Partial<Site> = {}) {
  const bench = aBench();
  const organisation = await anOrganisation(bench, { ...MUSEUM, ...changes });
  const { call } = await organisation.joinAs('manager');
  const calls = callsOf('ticketing', ticketingRouter());
  const { scope, site } = organisation;
  /** Takes seats of a session as a booking does. */
  const take = (sessionId: string, held: number, confirmed = 0) =>
    bench.persistence.transact(scope, ({ ticketSessions }) =>
      ticketSessions.claim(scope, sessionId, { held, confirmed }, bench.clock.now()),
    );
  const catalog = (query: Partial<CatalogQuery> = {}) => bench.services.ticketCatalog.catalog({ slug: site.slug, lang: 'fr', ...query });
  return { ...bench, organisation, scope, site, call, calls, take, catalog };
}
