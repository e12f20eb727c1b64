/**
 * How often each site was purged, as every process of the host sees it. A process that serves a site at an older number builds it anew: so a
 * purge reaches them all, whichever was asked.
 */
export interface SiteGenerations {
  /** The number of each of these hosts; 1 for one that was never purged. */
  current(hosts: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Counts a purge, and gives the new number. */
  advance(host: string): Promise<number>;
}

/** Of a host that was never purged. */
export const FIRST_GENERATION = 1;

/** For a single process. Numbers start again with it. */
export function makeMemoryGenerations(): SiteGenerations {
  const numbers = new Map<string, number>();
  const numberOf = (host: string) => numbers.get(host) ?? FIRST_GENERATION;
  return {
    current: async (hosts) => new Map(hosts.map((host) => [host, numberOf(host)])),
    async advance(host) {
      const next = numberOf(host) + 1;
      numbers.set(host, next);
      return next;
    },
  };
}
