import { basename, extname, join, relative } from 'node:path';
import type { InsideSite } from './inside-site.js';
import { runEsbuild } from './run-esbuild.js';

/** What the browser loads of a site, bundled. The names change with the content, so each may be kept for good. */
export interface Islands {
  /** By address: `/islands/counter-5XJ3QK2A.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The address of each, by its name in the site: `counter`. Styles that one imports are at `counter.css`. */
  readonly addresses: Readonly<Record<string, string>>;
}

export const NO_ISLANDS: Islands = { files: new Map(), addresses: {} };

/** Nothing is written there. */
const OUT = '.islands';

/** Bundles the files below `islands/`. Throws `site_broken`. */
export async function bundleIslands(site: Omit<InsideSite, 'modules'>, files: readonly string[]): Promise<Islands> {
  if (files.length === 0) return NO_ISLANDS;
  const { outputFiles, metafile } = await runEsbuild(
    { ...site, modules: 'none' },
    {
      entryPoints: files.map((file) => `./${file}`),
      outbase: 'islands',
      outdir: OUT,
      entryNames: '[dir]/[name]-[hash]',
      chunkNames: 'chunk-[hash]',
      publicPath: '/islands',
      splitting: true,
      format: 'esm',
      platform: 'browser',
      minify: true,
      target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    },
  );
  const addressOf = (path: string) => `/islands/${path}`;
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [addressOf(relative(join(site.root, OUT), path)), contents])),
    addresses: Object.fromEntries(
      Object.entries(metafile.outputs).flatMap(([path, { entryPoint, cssBundle }]) => {
        if (entryPoint === undefined || extname(path) !== '.js') return [];
        const name = nameOf(entryPoint);
        const script = [name, addressOf(relative(OUT, path))] as const;
        return cssBundle === undefined ? [script] : [script, [`${name}.css`, addressOf(relative(OUT, cssBundle))] as const];
      }),
    ),
  };
}

/** `islands/shop/basket.tsx` is `shop/basket`. */
function nameOf(entryPoint: string): string {
  const inside = relative('islands', entryPoint);
  return join(inside, '..', basename(inside, extname(inside)));
}
