import { type NewCatalogue, newCatalogueSchema } from '../catalogue/catalogue-contract.js';
import { newProduct } from '../catalogue/product-rules.js';
import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Actor, Scope, TenantScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import { parse } from '../kit/validate.js';
import { unitsOf } from '../stock/stock-action.js';
import type { Stores } from '../stores.js';
import type { Tenant } from '../tenants/tenant.js';
import type { Site } from './site.js';
import { type NewSite, newSiteSchema, type SitePatch, sitePatchSchema } from './site-contract.js';

export interface SitesService {
  /** A new organisation, under `id` where the caller has chosen one (a UUID). Throws `duplicate` when that id exists. */
  createTenant(name: string, actor: Actor, id?: string): Promise<Tenant>;
  /**
   * A new establishment with its catalogue, and ledgers at 0 for what stock is kept of, all or nothing. Throws `invalid_request`, `duplicate` (slug or host taken),
   * `duplicate_sku`.
   */
  create(scope: TenantScope, site: NewSite, catalogue?: NewCatalogue): Promise<Site>;
  /** Changes what the patch names: undefined leaves, null clears. Throws `invalid_request`, `unknown_shop`, `duplicate`. */
  update(scope: Scope, patch: SitePatch): Promise<Site>;
  /** Removes the establishment with its catalogue and settings. Throws `unknown_shop`, `in_use` (it has orders, which are kept). */
  delete(scope: Scope): Promise<void>;
}

export interface SitesDeps {
  readonly transact: Transact<Pick<Stores, 'categories' | 'products' | 'sites' | 'stock' | 'tenants'>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
}

const NO_CATALOGUE: NewCatalogue = { categories: [], items: [] };

export function makeSitesService({ transact, clock, ids, signals }: SitesDeps): SitesService {
  return {
    async createTenant(name, actor, id = ids.uuid()) {
      const tenant: Tenant = { id, name, status: 'active', suspendedReason: null, createdAt: clock.now() };
      await transact({ tenantId: tenant.id, actor }, ({ tenants }) => tenants.create(tenant));
      return tenant;
    },

    async create(tenantScope, newSite, newCatalogue = NO_CATALOGUE) {
      const site: Site = { ...parse(newSiteSchema, newSite), id: ids.uuid(), tenantId: tenantScope.tenantId, version: 1 };
      const { categories, items } = parse(newCatalogueSchema, newCatalogue);
      const scope: Scope = { ...tenantScope, siteId: site.id };
      await transact(scope, async (stores) => {
        await stores.sites.create(scope, site);
        for (const category of categories) await stores.categories.create(scope, category);
        const products = items.map((item) => newProduct(item.id, item, clock.now()));
        await stores.products.create(scope, products);
        await stores.stock.open(scope, products.filter(({ manageStock }) => manageStock).flatMap(unitsOf), clock.now());
      });
      return site;
    },

    async update(scope, patch) {
      const site = await transact(scope, ({ sites }) => sites.update(scope, parse(sitePatchSchema, patch)));
      signals.send({ kind: 'site-changed', siteId: scope.siteId });
      return site;
    },

    async delete(scope) {
      await transact(scope, ({ sites }) => sites.delete(scope));
      signals.send({ kind: 'site-changed', siteId: scope.siteId });
      // Roles held there are gone with it, and so are its keys.
      signals.send({ kind: 'identity-changed', userId: null });
    },
  };
}
