import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { aProduct, establish } from '../suites/builders.js';
import { comptoir } from './program.js';

/** A till to run programs on: a data directory, or a database, that holds one establishment. */

export const SLUG = 'chez-test';
export const DISH = 'galette';

/** Takes orders around the clock, without a limit per pickup time. */
export async function openTill(persistence: Persistence): Promise<void> {
  const { scope, site } = await establish(persistence, { slug: SLUG });
  await persistence.transact(scope, async ({ products, sites }) => {
    await sites.update(scope, { features: { ...site.features, slots: false } });
    await products.create(scope, [aProduct({ id: DISH })]);
  });
}

let template: Promise<string> | undefined;
const directories: string[] = [];

/** The template serves the whole run; it goes with it. */
function removeAtExit(directory: string): void {
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
}

/** Making an embedded database takes seconds, copying one does not. */
async function makeTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-app-'));
  removeAtExit(directory);
  const database = await openDatabase(
    { kind: 'embedded', directory: join(directory, 'db') },
    { logger: silentLogger, processes: nodeProcesses },
  );
  try {
    await database.migrate();
    await openTill(database.persistence);
  } finally {
    await database.close();
  }
  return directory;
}

/** A data directory with an embedded database and the establishment in it. */
export async function dataDirectory(): Promise<string> {
  template ??= makeTemplate();
  const directory = await emptyDirectory();
  await cp(await template, directory, { recursive: true });
  return directory;
}

let demo: Promise<string> | undefined;

/** As its users load it. */
async function makeDemo(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-demo-'));
  removeAtExit(directory);
  const { code, stderr } = await comptoir(['demo'], { COMPTOIR_DATA_DIR: directory });
  if (code !== 0) throw new Error(`The demonstration could not be loaded: ${stderr}`);
  return directory;
}

/** A data directory in which the demonstration was loaded before, which takes a program many seconds. */
export async function demoDirectory(): Promise<string> {
  demo ??= makeDemo();
  const directory = await emptyDirectory();
  await cp(await demo, directory, { recursive: true });
  return directory;
}

/** A directory of this run alone. */
export async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-app-'));
  directories.push(directory);
  return directory;
}

/** Call it after the last test of a file that made directories. */
export async function removeDirectories(): Promise<void> {
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
}
