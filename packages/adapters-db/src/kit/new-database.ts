import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The directory of a new embedded database, packed, as the build made it for this version of PGlite; null where there is none. */
export async function packedNewDatabase(): Promise<Blob | null> {
  try {
    const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
    const { version }: { version: unknown } = JSON.parse(await readFile(new URL('../package.json', pathToFileURL(engine)), 'utf8'));
    return new Blob([await readFile(new URL(`../new-database-${version}.tar.gz`, import.meta.url))]);
  } catch {
    // PGlite makes the directory itself then, which takes longer.
    return null;
  }
}

/**
 * Lets `make` fill the directory of a new database, unless it is there. What was begun and did not come to its end is thrown away
 * and begun again: a mark beside the directory says so until then. The directory must be locked.
 */
export async function madeOnce<Engine>(directory: string, make: (isNew: boolean) => Promise<Engine>): Promise<Engine> {
  const mark = join(dirname(directory), 'db.new');
  if (await exists(mark)) await rm(directory, { recursive: true, force: true });
  if (await exists(join(directory, 'PG_VERSION'))) return make(false);
  await writeFile(mark, '');
  const engine = await make(true);
  await rm(mark);
  return engine;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
