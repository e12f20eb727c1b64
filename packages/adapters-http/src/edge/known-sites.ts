import type { SiteRoots } from '@comptoir/core/edge-routes/site-roots.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import type { Site } from './site.js';

/** The sites that were asked for, by host. */
export interface KnownSites {
  /** The site of the host, or null without one. Rejects with `store_unavailable` when that cannot be told. */
  find(host: string): Promise<Site | null>;
  /** The same, as it is at this moment. */
  findNow(host: string): Promise<Site | null>;
  all(): readonly (readonly [string, Site])[];
  close(): Promise<void>;
}

interface Known {
  readonly site: Site | null;
  /** By the clock of the process, in milliseconds. */
  readonly askedAt: number;
}

/** So soon a site that was added, moved or taken away is noticed. */
const BELIEVED_MS = 1_000;
const HOSTS_MAX = 1_000;

export function makeKnownSites(roots: SiteRoots, open: (host: string, directory: string) => Promise<Site>): KnownSites {
  const sites = new Map<string, Known>();
  const asking = new Map<string, Promise<Site | null>>();

  async function ask(host: string): Promise<Site | null> {
    const before = sites.get(host)?.site ?? null;
    const directory = await roots.rootOf(host);
    const site = directory === null ? null : before?.directory === directory ? before : await open(host, directory);
    if (site !== before) void before?.close();
    for (const [, { site: dropped }] of overflowing(host)) void dropped?.close();
    putBounded(sites, host, { site, askedAt: performance.now() }, HOSTS_MAX);
    return site;
  }

  /** Those that `putBounded` is about to drop. */
  function overflowing(host: string): readonly (readonly [string, Known])[] {
    const others = [...sites].filter(([name]) => name !== host);
    return others.length < HOSTS_MAX ? [] : others.slice(0, others.length - HOSTS_MAX + 1);
  }

  async function findNow(host: string): Promise<Site | null> {
    const asked = asking.get(host) ?? ask(host).finally(() => asking.delete(host));
    asking.set(host, asked);
    try {
      return await asked;
    } catch (cause) {
      const known = sites.get(host);
      if (known !== undefined) return known.site;
      throw new DomainError('store_unavailable', { cause });
    }
  }

  return {
    async find(host) {
      const known = sites.get(host);
      return known !== undefined && performance.now() - known.askedAt < BELIEVED_MS ? known.site : findNow(host);
    },
    findNow,
    all: () => [...sites].flatMap(([host, { site }]) => (site === null ? [] : [[host, site] as const])),
    async close() {
      await Promise.all([...sites.values()].map(({ site }) => site?.close()));
    },
  };
}
