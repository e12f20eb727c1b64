// Builds what the web pages load into dist/assets: scripts and styles bundled under names that change with their content, static
// files beside them, all compressed once here instead of at every request. manifest.json says which name became which file.

import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const WEB = fileURLToPath(new URL('../src/web/', import.meta.url));
const OUT = fileURLToPath(new URL('../dist/assets/', import.meta.url));
const ENTRIES = [
  'client/booking.ts',
  'client/carte.tsx',
  'client/console.tsx',
  'client/gate.tsx',
  'client/gate-worker.ts',
  'client/manage.tsx',
  'client/order.tsx',
  'client/shop.tsx',
  'client/shop-order.tsx',
  'styles/gate.css',
  'client/tickets.tsx',
  'styles/console.css',
  'styles/help.css',
  'styles/invoice.css',
  'styles/vendor.css',
  'styles/tracking.css',
  'styles/manage.css',
  'styles/plain.css',
  'styles/shop.css',
  'styles/site.css',
  'styles/tickets.css',
];
const ILLUSTRATIONS = 'illustrations';
const COMPRESSED = new Set(['.js', '.css', '.svg']);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const manifest = { ...(await bundle()), ...(await copyHashed(join(WEB, 'static'))) };
await copyIllustrations();
await writeFile(join(OUT, 'manifest.json'), JSON.stringify(manifest, null, 2));
await compressAll();

/** Scripts and styles, by the name of their entry: `carte.js` → `carte-5XJ3QK2A.js`. */
async function bundle() {
  const { metafile, warnings } = await build({
    entryPoints: ENTRIES.map((path) => join(WEB, path)),
    outdir: OUT,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    metafile: true,
  });
  if (warnings.length > 0) throw new Error('The sources have faults that esbuild warns of.');
  const outputs = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  return Object.fromEntries(
    outputs.map(([path, { entryPoint }]) => {
      const extension = extname(path);
      return [basename(entryPoint, extname(entryPoint)) + extension, basename(path)];
    }),
  );
}

async function copyHashed(directory) {
  const names = await readdir(directory);
  const entries = names.map(async (name) => {
    const bytes = await readFile(join(directory, name));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
    const hashed = `${basename(name, extname(name))}-${hash}${extname(name)}`;
    await writeFile(join(OUT, hashed), bytes);
    return [name, hashed];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Menus name illustrations by address, so these keep their names. */
async function copyIllustrations() {
  await cp(join(WEB, ILLUSTRATIONS), join(OUT, ILLUSTRATIONS), { recursive: true });
}

async function compressAll() {
  const paths = await readdir(OUT, { recursive: true });
  await Promise.all(paths.filter((path) => COMPRESSED.has(extname(path))).map(compress));
}

async function compress(path) {
  const bytes = await readFile(join(OUT, path));
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    compressGzip(bytes, { level: 9 }),
  ]);
  await writeFile(join(OUT, `${path}.br`), br);
  await writeFile(join(OUT, `${path}.gz`), gz);
}
