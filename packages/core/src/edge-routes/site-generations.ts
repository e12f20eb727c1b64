import { hostScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';

/** Of a host that was never purged. */
export const FIRST_GENERATION = 1;

/** Counts the purges of each site. Sites of the edge belong to the host and to no tenant, so nothing here takes a scope. */
export interface SiteGenerationStore {
  /** Counts a purge, and gives the new number: `FIRST_GENERATION` + 1 for the first. */
  advance(host: string): Promise<number>;
}

export interface SiteGenerationViews {
  /** The number of each of these hosts; one that was never purged is at `FIRST_GENERATION`. */
  current(hosts: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/**
 * How often each site was purged, as every process of the host sees it. A process that serves a site at an older number builds it anew: so a
 * purge reaches them all, whichever was asked.
 */
export interface SiteGenerations extends SiteGenerationStore, SiteGenerationViews {}

export function makeSiteGenerations(deps: {
  readonly transact: Transact<{ readonly siteGenerations: SiteGenerationStore }>;
  readonly views: SiteGenerationViews;
}): SiteGenerations {
  return {
    current: (hosts) => deps.views.current(hosts),
    advance: (host) => deps.transact(hostScope('edge'), ({ siteGenerations }) => siteGenerations.advance(host)),
  };
}
