import type { PurgeAnswer } from '@comptoir/core/edge-routes/purge-contract.js';
import { FIRST_GENERATION, type SiteGenerations } from '@comptoir/core/edge-routes/site-generations.js';
import type { SiteRoots } from '@comptoir/core/edge-routes/site-roots.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Metric } from '@comptoir/core/kit/metrics.js';
import { edgeMetrics } from './edge-metrics.js';
import { type KeptFiles, makeKeptFiles } from './kept-files.js';
import { makeKnownSites } from './known-sites.js';
import { repeat } from './repeat.js';
import { makeSite, type Site } from './site.js';
import { makeSiteWatch } from './site-watch.js';
import { makeBareThreads } from './thread/bare-threads.js';
import type { ThreadLimits } from './thread/site-thread.js';

/** Every site of the edge, and what keeps them up to date. */
export interface EdgeSites {
  /** The site of a host as `requestHost` writes it, or null. Rejects with `store_unavailable` when that cannot be told. */
  find(host: string): Promise<Site | null>;
  /** Rejects with `site_broken` when the site cannot be built: then what answered before goes on. */
  purge(host: string): Promise<Omit<PurgeAnswer, 'ok' | 'took_ms'>>;
  /** True when visitors may be shown what is wrong with a site: on the machine of who writes it. */
  readonly showsFaults: boolean;
  readonly files: KeptFiles;
  /** Of this process, since it started. */
  metrics(): readonly Metric[];
  stop(): Promise<void>;
}

export interface EdgeSitesOptions {
  readonly roots: SiteRoots;
  readonly generations: SiteGenerations;
  readonly logger: Logger;
  /** Sites are built anew when their files change. */
  readonly liveReload: boolean;
  readonly limits?: Partial<ThreadLimits>;
}

const LIMITS: ThreadLimits = { answerMs: 10_000, stallMs: 60_000, requests: 256, idleMs: 300_000, memoryMegabytes: 128 };
/** How soon a purge that another process was asked for is noticed, and how soon a change of files. */
const POLL_MS = 1_000;

export function makeEdgeSites({ roots, generations, logger, liveReload, limits: given }: EdgeSitesOptions): EdgeSites {
  const limits = { ...LIMITS, ...given };
  const threads = makeBareThreads(limits.memoryMegabytes, logger);
  const files = makeKeptFiles();
  const watch = makeSiteWatch();
  const known = makeKnownSites(roots, async (host, directory) => {
    const generation = await generationOf(host);
    const site = makeSite({ host, directory, generation, files, threads, limits, logger });
    // Before it is built: what changes while it is, has changed.
    if (liveReload) await watch.hasChanged(site);
    return site;
  });
  const polling = repeat(POLL_MS, async () => {
    await catchUp();
    if (liveReload) await reload();
  });

  async function generationOf(host: string): Promise<number> {
    return (await generations.current([host])).get(host) ?? FIRST_GENERATION;
  }

  /** Without the numbers of the others a site goes on as it is. */
  async function catchUp(): Promise<void> {
    const built = known.all().filter(([, { tried }]) => tried > 0);
    if (built.length === 0) return;
    try {
      const numbers = await generations.current(built.map(([host]) => host));
      const older = built.filter(([host, { tried }]) => (numbers.get(host) ?? FIRST_GENERATION) > tried);
      await Promise.all(older.map(([host, site]) => renewAs(site, numbers.get(host) ?? FIRST_GENERATION)));
    } catch (error) {
      logger.warn({ err: error }, 'the purges of other processes cannot be read');
    }
  }

  async function reload(): Promise<void> {
    const built = known.all().filter(([, { tried }]) => tried > 0);
    await Promise.all(built.map(([host, site]) => reloadSite(host, site)));
  }

  async function reloadSite(host: string, site: Site): Promise<void> {
    try {
      if (!(await watch.hasChanged(site))) return;
    } catch (error) {
      logger.warn({ err: error, site: host }, 'the files of a site cannot be looked at');
      return;
    }
    await renewAs(site, await advanced(host, site));
  }

  /** Without a number of its own the change is shown all the same. */
  async function advanced(host: string, { tried }: Site): Promise<number> {
    return generations.advance(host).catch((error: unknown) => {
      logger.warn({ err: error, site: host }, 'a change of a site cannot be told to other processes');
      return tried;
    });
  }

  return {
    find: known.find,
    files,
    showsFaults: liveReload,
    async purge(host) {
      const site = await known.findAnew(host);
      if (site === null) return { host, evicted: false, generation: 0 };
      const generation = await generations.advance(host);
      site.outdate(generation);
      if (site.tried === 0) return { host, evicted: false, generation };
      const evicted = site.current !== null;
      return { host, evicted, generation: (await site.renew()).generation };
    },
    metrics: () => edgeMetrics(known.all()),
    async stop() {
      await polling.stop();
      await known.close();
      await threads.close();
    },
  };
}

async function renewAs(site: Site, generation: number): Promise<void> {
  site.outdate(generation);
  // The site writes its faults into the log itself.
  await site.renew().catch(() => undefined);
}
