import type { Stores, Views } from '@comptoir/core/stores.js';
import { makeKyselyCatalogueStore, makeKyselyCatalogueViews } from './catalogue/kysely-catalogue-store.js';
import { makeKyselyCategories } from './catalogue/kysely-category-store.js';
import type { Handle } from './kit/database-handle.js';
import { makeKyselyIdempotency } from './kit/kysely-idempotency-store.js';
import { makeKyselyRateLimits } from './kit/kysely-rate-limit-store.js';
import { makeKyselyOrderStore } from './orders/kysely-order-store.js';
import { makeKyselyOrderViews } from './orders/kysely-order-views.js';
import { makeKyselyPickupSlots } from './sites/kysely-pickup-slot-store.js';
import { makeKyselySettings } from './sites/kysely-settings-store.js';
import { makeKyselySiteStore, makeKyselySiteViews } from './sites/kysely-site-store.js';

/** Every store, as a function of a connection: one line per port. */
export function makeKyselyStores(db: Handle): Stores {
  return {
    catalogue: makeKyselyCatalogueStore(db),
    categories: makeKyselyCategories(db),
    idempotency: makeKyselyIdempotency(db),
    orders: makeKyselyOrderStore(db),
    pickupSlots: makeKyselyPickupSlots(db),
    rateLimits: makeKyselyRateLimits(db),
    settings: makeKyselySettings(db),
    sites: makeKyselySiteStore(db),
    ...({} as Pick<
      Stores,
      'apiKeys' | 'audit' | 'members' | 'oneTimeTokens' | 'sessions' | 'tenants' | 'tenantSettings' | 'throttles' | 'users'
    >),
  };
}

export function makeKyselyViews(db: Handle): Views {
  return {
    catalogue: makeKyselyCatalogueViews(db),
    orders: makeKyselyOrderViews(db),
    pickupSlots: makeKyselyPickupSlots(db),
    sites: makeKyselySiteViews(db),
    ...({} as Pick<Views, 'apiKeys' | 'audit' | 'members' | 'principals' | 'sessions' | 'tenants'>),
  };
}
