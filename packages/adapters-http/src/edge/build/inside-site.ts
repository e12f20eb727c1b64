import { builtinModules } from 'node:module';
import { extname, relative } from 'node:path';
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
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
const BUILT_IN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
/** Marks the plugin's own questions, which it would otherwise answer itself for ever. */
const ASKED = Symbol('asked');

export interface InsideSite {
  /** Absolute, without links. */
  readonly root: string;
  /** Routes may use some modules of Node; islands run in a browser. */
  readonly modules: 'node' | 'none';
  /** Told of every file that is read, relative to the root. */
  onRead(file: string): void;
}

/** Lets a bundle take in what is below the root of its site, and nothing else. */
export function insideSite(site: InsideSite): Plugin {
  return {
    name: 'inside-site',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => (args.pluginData === ASKED ? null : resolveImport(build, site, args)));
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => load(site, path));
    },
  };
}

async function resolveImport(build: PluginBuild, site: InsideSite, args: OnResolveArgs): Promise<OnResolveResult> {
  const { path, importer, kind, namespace, resolveDir, with: attributes } = args;
  if (BUILT_IN.has(path) && site.modules === 'node') return builtIn(path);
  const resolved = await build.resolve(path, { importer, kind, namespace, resolveDir, with: attributes, pluginData: ASKED });
  if (resolved.errors.length > 0) return { errors: resolved.errors };
  if (resolved.external || isOutside(site.root, resolved.path)) return fault(`"${path}" is outside of the site.`);
  const { namespace: found, sideEffects, suffix } = resolved;
  return { path: resolved.path, namespace: found, sideEffects, suffix };
}

function builtIn(path: string): OnResolveResult {
  const name = path.replace(/^node:/, '');
  return SITE_MODULES.has(name) ? { path: `node:${name}`, external: true } : fault(`Sites cannot use "${path}".`);
}

async function load({ root, onRead }: InsideSite, path: string): Promise<OnLoadResult> {
  const loader = LOADERS[extname(path)];
  const file = relative(root, path);
  if (loader === undefined) return fault(`Files like "${file}" cannot be imported.`);
  const handle = isOutside(root, path) ? null : await openInside(root, file);
  if (handle === null) return fault(`"${file}" cannot be read.`);
  try {
    onRead(file);
    return { contents: await handle.readFile(), loader };
  } finally {
    await handle.close();
  }
}

function isOutside(root: string, path: string): boolean {
  return !path.startsWith(`${root}/`);
}

function fault(text: string): { errors: { text: string }[] } {
  return { errors: [{ text }] };
}
