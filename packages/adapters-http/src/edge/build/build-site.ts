import { realpath } from 'node:fs/promises';
import { routePatterns } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { KeptFiles } from '../kept-files.js';
import { bundleIslands, type Islands } from './bundle-islands.js';
import { bundleRoutes } from './bundle-routes.js';
import { listSiteFiles } from './site-files.js';

/** A site made from its files as they were at one moment, not yet running. */
export interface BuiltSite {
  /** Absolute, without links. */
  readonly root: string;
  /** What the thread runs; null for a site without routes. */
  readonly script: string | null;
  readonly islands: Islands;
  /** Relative to `public`, as in the address: `img/logo.svg`. */
  readonly publicFiles: ReadonlySet<string>;
}

export interface BuildDeps {
  readonly directory: string;
  readonly files: KeptFiles;
  /** Told of the files that routes import, relative to the directory, with their `fileState`. */
  onImport(file: string, state: string): void;
}

/** Reads and bundles a site. Throws `site_broken` with everything that is wrong with it. */
export async function buildSite({ directory, files: kept, onImport }: BuildDeps): Promise<BuiltSite> {
  const root = await realpath(directory).catch(() => null);
  if (root === null) throw new DomainError('site_broken', { issues: [{ path: '', message: 'The directory of the site is not there.' }] });
  const { routes, public: files, islands } = await listSiteFiles(root);
  routePatterns(routes);
  const [script, browser] = await Promise.all([
    routes.length === 0 ? null : bundleRoutes({ root, files: kept, onRead: onImport }, routes),
    bundleIslands({ root, files: kept, onRead: () => undefined }, islands),
  ]);
  return {
    root,
    script,
    islands: browser,
    publicFiles: new Set(files.map((file) => file.slice('public/'.length))),
  };
}
