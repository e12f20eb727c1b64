import type { Stores, Views } from '@comptoir/core/stores.js';
import { makeKyselyApiKeys, makeKyselyApiKeyViews } from './api-keys/kysely-api-key-store.js';
import { makeKyselyAudit, makeKyselyAuditViews } from './audit/kysely-audit-store.js';
import { makeKyselyCatalogueViews } from './catalogue/kysely-catalogue-views.js';
import { makeKyselyCategories } from './catalogue/kysely-category-store.js';
import { makeKyselyProductStore } from './catalogue/kysely-product-store.js';
import { makeKyselyProductViews } from './catalogue/kysely-product-views.js';
import { makeKyselyMembers } from './identity/kysely-member-store.js';
import { makeKyselyMemberViews } from './identity/kysely-member-views.js';
import { makeKyselyOneTimeTokens } from './identity/kysely-one-time-token-store.js';
import { makeKyselyPrincipals } from './identity/kysely-principal-views.js';
import { makeKyselySessions, makeKyselySessionViews } from './identity/kysely-session-store.js';
import { makeKyselyThrottles } from './identity/kysely-throttle-store.js';
import { makeKyselyUsers } from './identity/kysely-user-store.js';
import type { Handle } from './kit/database-handle.js';
import { makeKyselyIdempotency } from './kit/kysely-idempotency-store.js';
import { makeKyselyRateLimits } from './kit/kysely-rate-limit-store.js';
import { makeKyselyOrderStore } from './orders/kysely-order-store.js';
import { makeKyselyOrderViews } from './orders/kysely-order-views.js';
import { makeKyselyPickupSlots } from './sites/kysely-pickup-slot-store.js';
import { makeKyselySettings } from './sites/kysely-settings-store.js';
import { makeKyselySiteStore, makeKyselySiteViews } from './sites/kysely-site-store.js';
import { makeKyselyStock } from './stock/kysely-stock-store.js';
import { makeKyselyStockViews } from './stock/kysely-stock-views.js';
import { makeKyselyTenantSettings } from './tenants/kysely-tenant-settings-store.js';
import { makeKyselyTenants, makeKyselyTenantViews } from './tenants/kysely-tenant-store.js';
import { makeKyselyVhosts, makeKyselyVhostViews } from './vhosts/kysely-vhost-store.js';

/** Every store, as a function of a connection: one line per port. */
export function makeKyselyStores(db: Handle): Stores {
  return {
    apiKeys: makeKyselyApiKeys(db),
    audit: makeKyselyAudit(db),
    categories: makeKyselyCategories(db),
    idempotency: makeKyselyIdempotency(db),
    members: makeKyselyMembers(db),
    oneTimeTokens: makeKyselyOneTimeTokens(db),
    orders: makeKyselyOrderStore(db),
    pickupSlots: makeKyselyPickupSlots(db),
    products: makeKyselyProductStore(db),
    rateLimits: makeKyselyRateLimits(db),
    sessions: makeKyselySessions(db),
    settings: makeKyselySettings(db),
    sites: makeKyselySiteStore(db),
    stock: makeKyselyStock(db),
    tenants: makeKyselyTenants(db),
    tenantSettings: makeKyselyTenantSettings(db),
    throttles: makeKyselyThrottles(db),
    users: makeKyselyUsers(db),
    vhosts: makeKyselyVhosts(db),
  };
}

export function makeKyselyViews(db: Handle): Views {
  return {
    apiKeys: makeKyselyApiKeyViews(db),
    audit: makeKyselyAuditViews(db),
    catalogue: makeKyselyCatalogueViews(db),
    members: makeKyselyMemberViews(db),
    orders: makeKyselyOrderViews(db),
    pickupSlots: makeKyselyPickupSlots(db),
    principals: makeKyselyPrincipals(db),
    products: makeKyselyProductViews(db),
    sessions: makeKyselySessionViews(db),
    sites: makeKyselySiteViews(db),
    stock: makeKyselyStockViews(db),
    tenants: makeKyselyTenantViews(db),
    vhosts: makeKyselyVhostViews(db),
  };
}
