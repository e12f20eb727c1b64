import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRouteFile } from '@comptoir/core/edge-routes/route-pattern.js';
import { DomainError } from '@comptoir/core/kit/errors.js';

/** The files of a site that mean something, relative to its root, sorted. */
export interface SiteFiles {
  readonly routes: readonly string[];
  readonly public: readonly string[];
  readonly islands: readonly string[];
}

const FILES_MAX = 20_000;
const ISLAND = /^islands\/.+\.(?:ts|tsx|js|jsx)$/;

/** Lists them. Hidden files and links are none of them. Throws `site_broken` when there are more than a site can have. */
export async function listSiteFiles(root: string): Promise<SiteFiles> {
  const [routes, publicFiles, islands] = await Promise.all(['routes', 'public', 'islands'].map((folder) => filesIn(root, folder)));
  const files = {
    routes: (routes ?? []).filter(isRouteFile),
    public: publicFiles ?? [],
    islands: (islands ?? []).filter((file) => ISLAND.test(file) && !/\/_|\.d\.tsx?$/.test(file)),
  };
  const count = files.routes.length + files.public.length + files.islands.length;
  if (count <= FILES_MAX) return files;
  throw new DomainError('site_broken', {
    issues: [{ path: '', message: `The site has ${count} files; at most ${FILES_MAX} are served.` }],
  });
}

/** Every file below the folder; none without the folder. */
export async function filesIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(noneIfMissing);
  const found = await Promise.all(
    entries.filter(({ name }) => !name.startsWith('.')).map((entry) => filesAt(root, `${folder}/${entry.name}`, entry)),
  );
  return found.flat().sort();
}

async function filesAt(root: string, path: string, entry: Dirent): Promise<readonly string[]> {
  if (entry.isDirectory()) return filesIn(root, path);
  return entry.isFile() ? [path] : [];
}

function noneIfMissing(error: unknown): readonly Dirent[] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
  throw error;
}
