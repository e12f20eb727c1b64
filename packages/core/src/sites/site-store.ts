import type { Scope, TenantScope } from '../kit/scope.js';
import type { Site } from './site.js';
import type { SitePatch } from './site-contract.js';

/** Writes of establishments. */
export interface SiteStore {
  /** Throws `duplicate` when the slug, or one of the hosts, belongs to any establishment already. */
  create(scope: TenantScope, site: Site): Promise<void>;
  /** Changes what the patch names, and the version with it. Throws `unknown_shop`, `duplicate` (a host that is taken). */
  update(scope: Scope, patch: SitePatch): Promise<Site>;
  /**
   * Raises the version: every transaction that changes what the public sees of an establishment calls it.
   * Throws `unknown_shop`.
   */
  touch(scope: Scope): Promise<void>;
  /**
   * Keeps everybody else from changing the establishment and its catalogue until the transaction ends, and raises nothing: for who reads
   * first and may find nothing to change. Throws `unknown_shop`.
   */
  lock(scope: Scope): Promise<void>;
  /**
   * Removes the establishment with its catalogue, settings, keys and the roles of members in it. Throws `unknown_shop`, and `in_use` when records that must be kept
   * (orders) refer to it.
   */
  delete(scope: Scope): Promise<void>;
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
  /** The establishment that one of its own host names belongs to (lower-case, no port); null when it is nobody's. */
  byHost(host: string): Promise<Pick<Site, 'tenantId' | 'id'> | null>;
  /** As `bySlug`, but only which version is current; cheap enough to be asked for every order. */
  versionBySlug(slug: string): Promise<SiteVersion | null>;
  /** The establishment the scope names, or null. */
  get(scope: Scope): Promise<Site | null>;
  /** The establishments of a tenant, by name, then id. */
  list(scope: TenantScope): Promise<readonly Site[]>;
}
