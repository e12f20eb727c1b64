import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectorySiteRoots } from '@comptoir/adapters-http/edge/directory-site-roots.js';
import { makeEdge } from '@comptoir/adapters-http/edge/edge.js';
import { type EdgeSites, type EdgeSitesOptions, makeEdgeSites } from '@comptoir/adapters-http/edge/edge-sites.js';

import { makeSiteGenerations, type SiteGenerations } from '@comptoir/core/edge-routes/site-generations.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { type Answer, type CallOptions, call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { keepingLogger, type LogLine } from '../log.js';
import { closeAll, serve } from '../serve.js';

/** Numbers of purges that as many edges share as are given them. */
export function memoryGenerations(): SiteGenerations {
  const { transact, views } = makeMemoryPersistence();
  return makeSiteGenerations({ transact, views: views.siteGenerations });
}

export const HOST = 'lucie.example';

/** Files by their path in the site. */
export type Files = Readonly<Record<string, string | Buffer>>;

export interface SiteBench {
  readonly origin: string;
  /** The directory of the site of `HOST`. */
  readonly root: string;
  /** The directory of all sites. */
  readonly directory: string;
  readonly log: LogLine[];
  readonly sites: EdgeSites;
  write(files: Files): Promise<void>;
  /** A call to the site of `HOST`, or of the `Host` it names. */
  get(path: string, options?: CallOptions): Promise<Answer>;
  purge(host?: string): Promise<Record<string, unknown>>;
}

const open: (() => Promise<void>)[] = [];

/** An edge with the site of `HOST`, made of these files. */
export async function openSite(files: Files, options: Partial<EdgeSitesOptions> = {}): Promise<SiteBench> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'comptoir-edge-')));
  const root = join(directory, HOST);
  await writeFiles(root, files);
  const log: LogLine[] = [];
  const sites = makeEdgeSites({
    roots: makeDirectorySiteRoots(directory),
    generations: memoryGenerations(),
    logger: keepingLogger(log),
    liveReload: false,
    ...options,
  });
  const origin = await serve(makeEdge(sites, hostOptions({ log })).callback());
  open.push(async () => {
    await sites.stop();
    await rm(directory, { recursive: true });
  });
  return {
    origin,
    root,
    directory,
    log,
    sites,
    write: (more) => writeFiles(root, more),
    get: (path, { headers, ...others } = {}) => call(`${origin}${path}`, { headers: { Host: HOST, ...headers }, ...others }),
    purge: async (host = HOST) => jsonOf(await purgeCall(origin, { host })),
  };
}

/** Call it after each test. */
export async function closeSites(): Promise<void> {
  await closeAll();
  for (const close of open.splice(0)) await close();
}

export function purgeCall(origin: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(`${origin}/edge-cache/purge-site`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** The lines of errors in the log. */
export function errorsIn(log: readonly LogLine[]): readonly LogLine[] {
  return log.filter(({ level }) => level === 'error');
}
