import type { SiteRoots } from '@comptoir/core/edge-routes/site-roots.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import type { Site } from './site.js';

/** The sites that were asked for, by host. */
export interface KnownSites {
  /** The site of the host, or null without one. Rejects with `store_unavailable` when that cannot be told. */
  find(host: string): Promise<Site | null>;
  /** The same, as it is from now on and not as it was a moment ago. */
  findAnew(host: string): Promise<Site | null>;
  all(): readonly (readonly [string, Site])[];
  close(): Promise<void>;
}

/** So soon a site that was added, moved or taken away is noticed. */
const BELIEVED_MS = 1_000;
const SITES_MAX = 1_000;
/** Hosts without a site are remembered apart from the others: whoever makes up names shall not push out what is there. */
const ABSENT_MAX = 1_000;

export function makeKnownSites(roots: SiteRoots, open: (host: string, directory: string) => Promise<Site>): KnownSites {
  const sites = new Map<string, Site>();
  const absent = new Map<string, null>();
  /** When each was asked for, by the clock of the process. */
  const askedAt = new Map<string, number>();
  const asking = new Map<string, Promise<Site | null>>();

  async function look(host: string): Promise<Site | null> {
    const before = sites.get(host);
    const directory = await roots.rootOf(host);
    if (directory === null) forget(host);
    else if (before?.directory !== directory) await replace(host, directory);
    if (directory === null) putBounded(absent, host, null, ABSENT_MAX);
    putBounded(askedAt, host, performance.now(), SITES_MAX + ABSENT_MAX);
    return sites.get(host) ?? null;
  }

  function forget(host: string): void {
    void sites.get(host)?.close(true);
    sites.delete(host);
  }

  async function replace(host: string, directory: string): Promise<void> {
    const site = await open(host, directory);
    forget(host);
    absent.delete(host);
    sites.set(host, site);
    const [oldest] = sites.keys();
    if (sites.size > SITES_MAX && oldest !== undefined) forget(oldest);
  }

  /** What is known goes on when it cannot be told. */
  async function ask(host: string): Promise<Site | null> {
    try {
      return await look(host);
    } catch (cause) {
      const known = sites.get(host);
      if (known !== undefined) return known;
      throw new DomainError('store_unavailable', { cause });
    }
  }

  function shared(host: string): Promise<Site | null> {
    const asked = asking.get(host) ?? ask(host).finally(() => asking.delete(host));
    asking.set(host, asked);
    return asked;
  }

  return {
    async find(host) {
      const known = sites.get(host) ?? absent.get(host);
      const isBelieved = performance.now() - (askedAt.get(host) ?? Number.NEGATIVE_INFINITY) < BELIEVED_MS;
      return known !== undefined && isBelieved ? known : shared(host);
    },
    async findAnew(host) {
      await asking.get(host)?.catch(() => undefined);
      return shared(host);
    },
    all: () => [...sites],
    async close() {
      await Promise.all([...sites.values()].map((site) => site.close()));
    },
  };
}
