// Writes the command line, and the server with it, as a few files into dist/program: two and a half thousand modules take half a start to find and load.
// bin/comptoir.js takes the modules themselves where these files are older.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const OUT = `${DIST}program/`;
/** What brings machine code or files of its own along, which it looks for beside itself; and what few starts need. */
const LEFT_OUT = ['@electric-sql/pglite', '@napi-rs/image', '@node-rs/argon2', 'esbuild', 'fontkit', 'pdfkit', 'pg-native'];
/** A server that runs meanwhile may still ask for what it has not loaded yet. */
const KEPT_MS = 86_400_000;

const { metafile } = await build({
  entryPoints: [`${DIST}cli.js`],
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: LEFT_OUT,
  // For the packages that are no modules and ask for those of Node.
  banner: { js: "import { createRequire as requireBeside } from 'node:module';\nconst require = requireBeside(import.meta.url);" },
  plugins: [{ name: 'own-places', setup: keepPlaces }],
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
});
await removeOld(new Set(Object.keys(metafile.outputs).map((path) => basename(path))));

/** Modules of ours find their files from where they are: in a bundle they still do. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /\/packages\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
    const contents = await readFile(path, 'utf8');
    if (!contents.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(relative(OUT, path));
    return { contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), loader: 'js' };
  });
}

async function removeOld(current) {
  await mkdir(OUT, { recursive: true });
  for (const name of await readdir(OUT)) {
    if (current.has(name)) continue;
    const { mtimeMs } = await stat(OUT + name);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(OUT + name);
  }
}
