import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Islands } from './build/bundle-islands.js';
import { coalesced } from './coalesced.js';
import type { KeptFiles } from './kept-files.js';
import { makeSiteFigures, type SiteFigures } from './site-figures.js';
import { openVersion, type SiteVersion } from './site-version.js';
import type { BareThreads } from './thread/bare-threads.js';
import type { ThreadLimits } from './thread/site-thread.js';

/** One host's site: its version of now, and how that becomes another one. */
export interface Site {
  readonly directory: string;
  /** What answers now; null before the first request, and when the site never could be built. */
  readonly current: SiteVersion | null;
  /** What answers now, built when there is nothing yet. Rejects with `site_broken`. */
  version(): Promise<SiteVersion>;
  /** What is built from now on is of this generation or a later one. */
  outdate(generation: number): void;
  /** Builds it from the files as they are now, and lets it take over in one step. Rejects with `site_broken`: then what answered before goes on. */
  renew(): Promise<SiteVersion>;
  /** The latest generation that was built or tried. */
  readonly tried: number;
  /** The `fileState` of what routes import, by name relative to the directory, as the last build read it; also one that failed. */
  readonly imported: ReadonlyMap<string, string>;
  readonly figures: SiteFigures;
  /** What the browser loads, by address; also of versions before, whose pages may still be open. */
  island(address: string): Uint8Array | undefined;
  /** Lets what is in flight finish when it is only `forgotten`, and ends it. */
  close(isForgotten?: boolean): Promise<void>;
}

export interface SiteOptions {
  readonly host: string;
  readonly directory: string;
  /** To begin with. */
  readonly generation: number;
  readonly files: KeptFiles;
  readonly threads: BareThreads;
  readonly limits: ThreadLimits;
  readonly logger: Logger;
}

/** A site that cannot be built is not tried again for every request. */
const BROKEN_MS = 1_000;
/** Of so many versions: who opened a page before a purge still gets what it loads. */
const ISLANDS_KEPT = 5;

export function makeSite({ host, directory, generation, files, threads, limits, logger }: SiteOptions): Site {
  const log = logger.child({ site: host });
  const patienceMs = limits.answerMs + limits.stallMs;
  let islands: readonly Islands['files'][] = [];
  let current: SiteVersion | null = null;
  let wanted = generation;
  let tried = 0;
  let broken: { readonly error: unknown; readonly at: number } | null = null;
  let opening: Promise<SiteVersion> | null = null;
  let isClosed = false;
  let imported = new Map<string, string>();
  const figures = makeSiteFigures();

  const build = coalesced(async () => {
    tried = wanted;
    const start = performance.now();
    const read = new Map<string, string>();
    try {
      const onImport = (file: string, state: string) => void read.set(file, state);
      const version = await openVersion({ directory, files, onImport, generation: tried, threads, limits, logger: log, figures });
      broken = null;
      takeOver(version);
      return version;
    } catch (error) {
      broken = { error, at: performance.now() };
      figures.builds.broken += 1;
      tellBroken(error);
      throw error;
    } finally {
      imported = read;
      figures.buildMs += performance.now() - start;
    }
  });

  function takeOver(version: SiteVersion): void {
    const before = current;
    current = version;
    figures.builds.built += 1;
    islands = [version.built.islands.files, ...islands].slice(0, ISLANDS_KEPT);
    log.info({ generation: version.generation }, 'a site was built');
    void before?.runner?.retire(patienceMs);
    if (isClosed) void version.runner?.retire(0);
  }

  function tellBroken(error: unknown): void {
    const fields = hasCode(error, 'site_broken') ? { faults: error.issues } : { err: error };
    log.error({ ...fields, kept: current?.generation ?? null }, 'a site cannot be built');
  }

  return {
    directory,
    figures,
    get imported() {
      return imported;
    },
    get current() {
      return current;
    },
    get tried() {
      return tried;
    },
    async version() {
      if (current !== null) return current;
      if (broken !== null && performance.now() - broken.at < BROKEN_MS) throw broken.error;
      // Shared: those who come first all want the same.
      opening ??= build().finally(() => {
        opening = null;
      });
      return opening;
    },
    outdate(next) {
      wanted = Math.max(wanted, next);
    },
    renew: build,
    island: (address) => islands.find((files) => files.has(address))?.get(address),
    async close(isForgotten = false) {
      isClosed = true;
      await current?.runner?.retire(isForgotten ? patienceMs : 0);
    },
  };
}
