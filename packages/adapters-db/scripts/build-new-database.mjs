// Writes what a new embedded database starts from: the directory that PGlite's initdb makes, packed. Unpacking it takes a
// fraction of the time that making it does. Made once for each version of PGlite, which alone can read it.
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PGlite } from '@electric-sql/pglite';

const DIST = new URL('../dist/', import.meta.url);
const PREFIX = 'new-database-';

const name = `${PREFIX}${versionOfPGlite()}.tar.gz`;
await mkdir(DIST, { recursive: true });
const made = (await readdir(DIST)).filter((entry) => entry.startsWith(PREFIX));
if (!made.includes(name)) {
  const archive = await pack();
  const draft = new URL(`${PREFIX}${process.pid}.draft`, DIST);
  await writeFile(draft, archive);
  await rename(draft, new URL(name, DIST));
}
for (const old of made) if (old !== name) await rm(new URL(old, DIST));

async function pack() {
  const engine = await PGlite.create();
  const file = await engine.dumpDataDir('gzip');
  await engine.close();
  return Buffer.from(await file.arrayBuffer());
}

/** Its package file is none of its exports. */
function versionOfPGlite() {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return JSON.parse(readFileSync(new URL('../package.json', `file://${entry}`), 'utf8')).version;
}
