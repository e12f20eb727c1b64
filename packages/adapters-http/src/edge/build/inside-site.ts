import { builtinModules } from 'node:module';
import { extname, relative } from 'node:path';
import type { Loader, OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import { fileState } from './file-state.js';
import { openInside } from './open-inside.js';
import { SITE_MODULES } from './site-modules.js';

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.json': 'json',
  '.css': 'css',
  '.txt': 'text',
};
/** The names as they are, such as `fs/promises`; with `node:` before them they are addresses. */
const BUILT_IN = new RegExp(`^(?:${builtinModules.join('|')})$`);
/** `https://…`, `//…`, `data:…`, `node:…`: what esbuild would leave in the bundle, or take in, without a file. */
const ADDRESS = /^(?:[a-z][\w+.-]*:|\/\/)/i;

export interface InsideSite {
  /** Absolute, without links. */
  readonly root: string;
  /** Routes may use some modules of Node; islands run in a browser. */
  readonly modules: 'node' | 'none';
  /** Told of every file that is read, relative to the root, and of its `fileState`. */
  onRead(file: string, state: string): void;
}

/**
 * Lets a bundle take in what is below the root of its site, and nothing else. esbuild itself finds the files, because asking it to from here makes it
 * read every folder anew for each import; where a file really is, is looked at when it is read.
 */
export function insideSite(site: InsideSite): Plugin {
  return {
    name: 'inside-site',
    setup(build) {
      build.onResolve({ filter: ADDRESS }, ({ path, kind }) => (kind === 'url-token' ? null : resolveAddress(site, path)));
      if (site.modules === 'node') build.onResolve({ filter: BUILT_IN }, ({ path }) => builtIn(path));
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => load(site, path));
    },
  };
}

/** A module of Node is not there in a browser: esbuild says so. */
function resolveAddress({ modules }: InsideSite, path: string): OnResolveResult | null {
  if (!path.startsWith('node:')) return outside();
  return modules === 'node' ? builtIn(path) : null;
}

function builtIn(path: string): OnResolveResult {
  const name = path.replace(/^node:/, '');
  return SITE_MODULES.has(name) ? { path: `node:${name}`, external: true } : fault(`Sites cannot use "${path}".`);
}

async function load({ root, onRead }: InsideSite, path: string): Promise<OnLoadResult> {
  const loader = LOADERS[extname(path)];
  const file = relative(root, path);
  if (isOutside(root, path)) return outside();
  if (loader === undefined) return fault(`Files like "${file}" cannot be imported.`);
  const handle = await openInside(root, file);
  if (handle === null) return fault(`"${file}" cannot be read.`);
  try {
    onRead(file, fileState(await handle.stat({ bigint: true })));
    return { contents: await handle.readFile(), loader };
  } finally {
    await handle.close();
  }
}

function isOutside(root: string, path: string): boolean {
  return !path.startsWith(`${root}/`);
}

/** Where it is, is not said: links lead to names that are the host's own affair. */
function outside(): { errors: { text: string }[] } {
  return fault('What is imported is outside of the site.');
}

function fault(text: string): { errors: { text: string }[] } {
  return { errors: [{ text }] };
}
