import { compareText } from '../kit/compare-text.js';
import { crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import type { TicketingTables } from './memory-ticket-store.js';
import type { Offer } from './offer.js';
import type { OfferStore, OfferViews } from './ticketing-store.js';

/** Offers without a database. */
export function makeMemoryOffers({ offers, sessions }: Pick<TicketingTables, 'offers' | 'sessions'>): {
  store: OfferStore;
  views: OfferViews;
} {
  const { store } = makeMemoryVersionedStore(offers, {
    sort: byPosition,
    searched: titlesOf,
    inUse: (scope, id) => rowsOfSite(sessions, scope).some(({ offerId }) => offerId === id),
    clash: () => false,
  });
  const sold = (scope: Scope): Offer[] =>
    rowsOfSite(offers.committed, scope)
      .filter(({ deletedAt }) => deletedAt === null)
      .sort(byPosition);
  return {
    store: { ...store, create: (scope, offer) => store.create(scope, { ...offer, tenantId: scope.tenantId, siteId: scope.siteId }) },
    views: {
      all: async (scope) => sold(scope),
      get: async (scope, id) => offers.committed.get(crudKey(scope, id))?.row ?? null,
      async list(scope, input) {
        const search = input.search?.toLowerCase() ?? '';
        return pageRows(
          sold(scope).filter((offer) => titlesOf(offer).toLowerCase().includes(search)),
          input,
        );
      },
    },
  };
}

function byPosition(left: Offer, right: Offer): number {
  return left.position - right.position || compareText(left.id, right.id);
}

function titlesOf({ title }: Offer): string {
  return Object.values(title).join('\n');
}
