import type { Scope, TenantScope } from '../kit/scope.js';
import type { Site } from './site.js';
import type { SitePatch } from './site-contract.js';
import type { Tenant } from './tenant.js';

/** Writes of tenants and establishments. */
export interface SiteStore {
  /** Throws `duplicate` when the id exists. */
  createTenant(tenant: Tenant): Promise<void>;
  /** Throws `duplicate` when the slug, or one of the hosts, belongs to any establishment already. */
  create(scope: TenantScope, site: Site): Promise<void>;
  /** Changes what the patch names, and the version with it. Throws `unknown_shop`, `duplicate` (a host that is taken). */
  update(scope: Scope, patch: SitePatch): Promise<Site>;
  /**
   * Raises the version: every transaction that changes what the public sees of an establishment calls it.
   * Throws `unknown_shop`.
   */
  touch(scope: Scope): Promise<void>;
}

/** Which version of an establishment's public face is current, with the scope to act for it. */
export interface SiteVersion {
  readonly tenantId: string;
  readonly siteId: string;
  readonly version: number;
}

/** Reads for hosts, which know an establishment by its public name only and have no scope yet. */
export interface SiteViews {
  /** Null when no establishment has this slug. */
  bySlug(slug: string): Promise<Site | null>;
  /** As `bySlug`, but only which version is current; cheap enough to be asked for every order. */
  versionBySlug(slug: string): Promise<SiteVersion | null>;
  /** The establishment the scope names, or null. */
  get(scope: Scope): Promise<Site | null>;
  /** The establishments of a tenant, by name. */
  list(scope: TenantScope): Promise<readonly Site[]>;
}
