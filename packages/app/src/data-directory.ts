import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@comptoir/adapters-sdk/files/make-directory.js';
import { type Config, ConfigError, SECRET_BYTES_MIN } from './config.js';

/**
 * Makes the data directory, for its owner alone, unless it is there or nothing would be kept in it: with a database server and
 * a secret of its own, a process runs on a read-only disk. Throws `ConfigError`.
 */
export async function ensureDataDirectory({ dataDirectory, database, secrets }: Config): Promise<void> {
  if (database.kind === 'postgres' && secrets !== null) return;
  try {
    await makeDirectory(dataDirectory, 0o700);
  } catch (error) {
    throw new ConfigError(`COMPTOIR_DATA_DIR cannot be used: ${messageOf(error)}; set it to a directory that this user can write`);
  }
}

/** Where uploaded photos are kept; several servers on one database share it. */
export function photoDirectoryOf({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'photos');
}

/** What is in the data directory, or was told to be elsewhere, and is nobody's to serve. */
export function privatePathsOf({ dataDirectory, vhosts }: Pick<Config, 'dataDirectory' | 'vhosts'>): readonly string[] {
  const own = ['comptoir.sock', 'db', 'db.lock', 'db.new', 'outbox', 'photos', 'secret', 'sites'].map((name) => join(dataDirectory, name));
  return [...own, vhosts.directory, vhosts.certificateDirectory, vhosts.nginxConfiguration];
}

export function secretFileOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'secret');
}

/**
 * The secrets that sign and verify: those of the environment, or one that is kept in the data directory and generated the first
 * time. Throws `ConfigError` in production without a secret, and when others can read the file.
 */
export async function resolveSecrets(config: Config): Promise<readonly [string, ...string[]]> {
  if (config.secrets !== null) return config.secrets;
  if (config.production) throw new ConfigError(`COMPTOIR_SECRET is required in production: at least ${SECRET_BYTES_MIN} random bytes`);
  const path = secretFileOf(config);
  try {
    await generateSecret(path);
    return [await readSecret(path)];
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`COMPTOIR_SECRET cannot be kept in COMPTOIR_DATA_DIR: ${messageOf(error)}`);
  }
}

/** The secret in the file. Throws `ConfigError` when it is too short or others can read it. */
export async function readSecret(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0)
    throw new ConfigError(`COMPTOIR_SECRET: others can read ${path}; run chmod 600 on it, or replace it if they did`);
  const secret = (await readFile(path, 'utf8')).trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES_MIN) {
    throw new ConfigError(`COMPTOIR_SECRET: ${path} holds less than ${SECRET_BYTES_MIN} bytes; remove it to have a new one generated`);
  }
  return secret;
}

/** Appears whole or not at all, and the first of several processes wins: the others find the link taken. */
async function generateSecret(path: string): Promise<void> {
  if (await exists(path)) return;
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(SECRET_BYTES_MIN).toString('base64url')}\n`);
    await file.sync();
    await link(draft, path).catch(ignoreTaken);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function ignoreTaken(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
