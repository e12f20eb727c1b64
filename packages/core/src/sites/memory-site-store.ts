import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from './site.js';
import type { SiteStore, SiteViews } from './site-store.js';

export interface SiteTables {
  readonly sites: MemoryTable<Site>;
  /** True when records that must be kept refer to the establishment. */
  readonly inUse: (siteId: string) => boolean;
  /** Drops what goes with the establishment. */
  readonly dropContents: (scope: Scope) => void;
}

/** Establishments without a database. */
export function makeMemorySites({ sites, inUse, dropContents }: SiteTables): { store: SiteStore; views: SiteViews } {
  const own = (scope: Scope): Site => {
    const site = sites.get(scope.siteId);
    if (site?.tenantId !== scope.tenantId) throw new DomainError('unknown_shop');
    return site;
  };
  const refuseTakenHosts = (siteId: string, hosts: readonly string[]) => {
    for (const other of sites.values()) {
      if (other.id !== siteId && other.hosts.some((host) => hosts.includes(host))) throw new DomainError('duplicate');
    }
  };
  return {
    store: {
      async create(scope, site) {
        if (bySlug(sites, site.slug) !== null || sites.get(site.id) !== undefined) throw new DomainError('duplicate');
        refuseTakenHosts(site.id, site.hosts);
        sites.set(site.id, { ...site, tenantId: scope.tenantId });
      },
      async update(scope, patch) {
        const before = own(scope);
        const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
        const after: Site = { ...before, ...named, version: before.version + 1 };
        refuseTakenHosts(after.id, after.hosts);
        sites.set(after.id, after);
        return after;
      },
      async touch(scope) {
        const before = own(scope);
        sites.set(before.id, { ...before, version: before.version + 1 });
      },
      async lock(scope) {
        own(scope);
      },
      async delete(scope) {
        const site = own(scope);
        if (inUse(site.id)) throw new DomainError('in_use');
        dropContents(scope);
        sites.delete(site.id);
      },
    },
    views: {
      bySlug: async (slug) => bySlug(sites.committed, slug),
      async byHost(host) {
        const site = [...sites.committed.values()].find(({ hosts }) => hosts.includes(host));
        return site === undefined ? null : { tenantId: site.tenantId, id: site.id };
      },
      async versionBySlug(slug) {
        const site = bySlug(sites.committed, slug);
        return site === null ? null : { tenantId: site.tenantId, siteId: site.id, version: site.version };
      },
      async get(scope) {
        const site = sites.committed.get(scope.siteId);
        return site?.tenantId === scope.tenantId ? site : null;
      },
      list: async (scope) => [...sites.committed.values()].filter((site) => site.tenantId === scope.tenantId).sort(byName),
    },
  };
}

function byName(left: Site, right: Site): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

function bySlug(sites: MemoryRows<Site>, slug: string): Site | null {
  return [...sites.values()].find((site) => site.slug === slug) ?? null;
}
