import type { FileHandle } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { extname, relative } from 'node:path';
import type { Loader, OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import type { KeptFiles } from '../kept-files.js';
import { fileState } from './file-state.js';
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
  readonly files: KeptFiles;
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

async function load({ root, files, onRead }: InsideSite, path: string): Promise<OnLoadResult> {
  const loader = LOADERS[extname(path)];
  const file = relative(root, path);
  if (isOutside(root, path)) return outside();
  if (loader === undefined) return fault(`Files like "${file}" cannot be imported.`);
  const found = await files.find(root, file);
  if (found === null) return fault(`"${file}" cannot be read.`);
  onRead(file, fileState(found.state));
  return { contents: found.bytes ?? (await readAndClose(found.handle)), loader };
}

async function readAndClose(handle: FileHandle): Promise<Buffer> {
  return handle.readFile().finally(() => handle.close());
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
