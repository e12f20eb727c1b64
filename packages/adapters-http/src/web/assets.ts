import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the pages load, as `scripts/build-assets.mjs` left it in `dist/assets`: hashed, minified and compressed already. */

export interface WebAsset {
  readonly type: string;
  /** Strong, of the uncompressed bytes. */
  readonly etag: string;
  /** The name changes with the content, so it may be cached for good. */
  readonly immutable: boolean;
  readonly bodies: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
}

export interface WebAssets {
  /** The address of `carte.js`, `order.js`, `site.css` and the like. Throws when the build has no such file. */
  url(name: string): string;
  /** What is served under the path after `/assets/`. */
  get(path: string): WebAsset | undefined;
}

const ASSETS_DIR = fileURLToPath(new URL('../assets/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Reads the whole directory once: it is small, and requests then touch no disk. */
export function loadWebAssets(directory = ASSETS_DIR): WebAssets {
  const names = readNames(directory);
  const hashed = new Set(names.values());
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const assets = new Map<string, WebAsset>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const read = (suffix: string) => (paths.includes(path + suffix) ? readFileSync(join(directory, path + suffix)) : undefined);
    const identity = readFileSync(join(directory, path));
    const gzip = read('.gz');
    const br = read('.br');
    assets.set(path, {
      type,
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      immutable: hashed.has(path),
      bodies: { identity, ...(gzip === undefined ? {} : { gzip }), ...(br === undefined ? {} : { br }) },
    });
  }
  return {
    url: (name) => {
      const path = names.get(name);
      if (path === undefined) throw new Error(`The build has no asset "${name}"; run "npm run build".`);
      return `/assets/${path}`;
    },
    get: (path) => assets.get(path),
  };
}

function readNames(directory: string): ReadonlyMap<string, string> {
  try {
    const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Record<string, string>;
    return new Map(Object.entries(manifest));
  } catch (cause) {
    throw new Error(`The assets of the web pages are not built; run "npm run build" (looked in ${directory}).`, { cause });
  }
}
