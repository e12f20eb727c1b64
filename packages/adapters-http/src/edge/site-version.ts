import { makeRouteTable, type RouteTable } from '@comptoir/core/edge-routes/route-table.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { type BuiltSite, buildSite } from './build/build-site.js';
import type { KeptFiles } from './kept-files.js';
import type { SiteFigures, ThreadLoss } from './site-figures.js';
import type { BareThreads } from './thread/bare-threads.js';
import { makeSiteRunner, type SiteRunner } from './thread/site-runner.js';
import type { ThreadLimits } from './thread/site-thread.js';

/** A site as it answers: everything of one moment, so that a request never meets half of an old and half of a new one. */
export interface SiteVersion {
  readonly generation: number;
  readonly built: BuiltSite;
  readonly table: RouteTable;
  /** Null for a site without routes. */
  readonly runner: SiteRunner | null;
}

export interface VersionOptions {
  readonly directory: string;
  readonly files: KeptFiles;
  /** Told of the files that routes import, relative to the directory, with their `fileState`. */
  onImport(file: string, state: string): void;
  readonly generation: number;
  readonly threads: BareThreads;
  readonly limits: ThreadLimits;
  readonly logger: Logger;
  readonly figures: SiteFigures;
}

/** Builds the site and starts it. Rejects with `site_broken`; then nothing runs. */
export async function openVersion({ directory, files, onImport, generation, figures, ...thread }: VersionOptions): Promise<SiteVersion> {
  const built = await buildSite({ directory, files, onImport });
  const { script, islands } = built;
  if (script === null) return { generation, built, table: makeRouteTable([]), runner: null };
  const onLoss = (loss: ThreadLoss) => {
    figures.threadsLost[loss] += 1;
  };
  const runner = makeSiteRunner({ script, islands: islands.addresses, ...thread, onLoss });
  try {
    return { generation, built, table: makeRouteTable(await runner.load()), runner };
  } catch (error) {
    await runner.retire(0);
    throw error;
  }
}
