import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bindAddressOf, originOf } from '../addresses.js';
import type { CommandAnswer } from '../commands/command.js';
import { databaseStatusSchema } from '../commands/database-commands.js';
import { type Config, HOST_NAMES, type HostName, PORT_VARIABLES, SECRET_BYTES_MIN } from '../config.js';
import { photoDirectoryOf, readSecret, secretFileOf } from '../data-directory.js';
import { type Finding, failed, messageOf, note, type Outcome, ok } from './outcome.js';

/** The oldest Node that runs the product (package.json, `engines`). */
const NODE_MIN = [20, 19] as const;

export function checkNode(version: string): Outcome {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return enough ? ok(version) : failed(`${version} is too old; install Node ${NODE_MIN.join('.')} or newer`);
}

export async function checkDataDirectory({ dataDirectory }: Config): Promise<Outcome> {
  const found = await stat(dataDirectory).catch(() => null);
  if (found === null && (await canBeMade(dataDirectory))) return note(`${dataDirectory} does not exist yet; it is made at the first start`);
  if (found === null) return failed(`${dataDirectory} cannot be made by this user; set COMPTOIR_DATA_DIR`);
  if (!found.isDirectory()) return failed(`${dataDirectory} is not a directory; remove it or set COMPTOIR_DATA_DIR`);
  const writable = await accessible(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  if (!writable) return failed(`${dataDirectory} cannot be written by this user; change its owner or set COMPTOIR_DATA_DIR`);
  if ((found.mode & 0o077) !== 0) return failed(`others can look into ${dataDirectory}; run chmod 700 on it`);
  return ok(dataDirectory);
}

/** Photos may lie on a disk of their own, mounted there. */
export async function checkPhotos(config: Pick<Config, 'dataDirectory'>): Promise<Outcome> {
  const directory = photoDirectoryOf(config);
  const found = await stat(directory).catch(() => null);
  if (found === null) return note('none yet; their directory is made with the first upload');
  const writable = found.isDirectory() && (await accessible(directory, constants.R_OK | constants.W_OK | constants.X_OK));
  if (!writable) return failed(`${directory} is no directory that this user can write, so nobody can upload a photo; change its owner`);
  return ok(directory);
}

export async function checkSecret(config: Config): Promise<Outcome> {
  if (config.secrets !== null) return ok(`COMPTOIR_SECRET is set (${config.secrets.length} to verify, the first signs)`);
  if (config.production) return failed(`set COMPTOIR_SECRET to at least ${SECRET_BYTES_MIN} random bytes: production needs its own`);
  const path = secretFileOf(config);
  if (!(await accessible(path, constants.F_OK))) return note('none yet; one is generated into the data directory at the first start');
  return readSecret(path).then(
    () => ok(`kept in ${path}`),
    (error: unknown) => failed(messageOf(error)),
  );
}

/** `ask` runs the command `database.status`. An embedded database that is not there yet is not made for this. */
export async function checkDatabase({ database }: Config, ask: () => Promise<CommandAnswer>): Promise<readonly Finding[]> {
  const check = 'database';
  if (database.kind === 'embedded' && !(await accessible(database.directory, constants.F_OK))) {
    return [{ check, ...note('none yet; it is made at the first start') }];
  }
  const answer = await ask().catch((error: unknown) => ({ ok: false as const, message: messageOf(error) }));
  if (!answer.ok) {
    const advice = database.kind === 'postgres' ? ' Check DATABASE_URL, and that its server runs.' : '';
    return [{ check, ...failed(`${answer.message}${advice}`) }];
  }
  const { kind, pending, clock, processClock } = databaseStatusSchema.parse(answer.result);
  return [
    {
      check,
      ...(pending.length === 0
        ? ok(`${kind}, migrated`)
        : failed(`${kind}, without ${pending.join(', ')}; run comptoir migrate, or start the server`)),
    },
    { check: 'clock', ...checkClock(clock, processClock) },
  ];
}

/** Opening hours and sessions are decided by this machine's clock, locks and leases by the database's. */
const CLOCK_DRIFT_MAX_SECS = 5;

export function checkClock(database: Date, process: Date): Outcome {
  const driftSecs = Math.abs(database.getTime() - process.getTime()) / 1000;
  if (driftSecs <= CLOCK_DRIFT_MAX_SECS) return ok(process.toISOString());
  return failed(`this machine's clock and the database's are ${Math.round(driftSecs)} s apart; synchronise both (NTP)`);
}

export function checkPorts(config: Config): Promise<readonly Finding[]> {
  return Promise.all(HOST_NAMES.map(async (name) => ({ check: `${name} port`, ...(await checkPort(config, name)) })));
}

async function checkPort(config: Config, name: HostName): Promise<Outcome> {
  const port = config.ports[name];
  const address = bindAddressOf(config, name);
  if (port === 0) return ok('any free one');
  const fault = await bindFault(address, port);
  if (fault === null) return ok(`${port} is free`);
  if (fault !== 'EADDRINUSE')
    return failed(`${port} on ${address} cannot be used (${fault}); change ${PORT_VARIABLES[name]} or COMPTOIR_HOST`);
  if (await answersAsHost(originOf(address, port))) return ok(`${port} is served by a running Comptoir`);
  return failed(`${port} is used by another program; stop it or change ${PORT_VARIABLES[name]}`);
}

/** The system's code when the port cannot be had; null when it can. */
function bindFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

const liveSchema = z.object({ ok: z.literal(true) });
const ANSWER_TIMEOUT_MS = 2_000;

async function answersAsHost(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return response.headers.has('x-request-id') && liveSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** Where certificates are written, once somebody asks for one. */
export function checkCertificateDirectory({ vhosts }: Pick<Config, 'vhosts'>): Promise<Outcome> {
  return checkMadeLater(vhosts.certificateDirectory, 'certificate', 'COMPTOIR_CERT_DIR');
}

/** Where virtual hosts are written, once somebody publishes one. */
export function checkVhostDirectory({ vhosts }: Pick<Config, 'vhosts'>): Promise<Outcome> {
  return checkMadeLater(vhosts.directory, 'virtual host', 'COMPTOIR_VHOST_DIR');
}

async function checkMadeLater(directory: string, firstUse: string, variable: string): Promise<Outcome> {
  const found = await stat(directory).catch(() => null);
  if (found === null && (await canBeMade(directory))) return note(`${directory} does not exist yet; it is made with the first ${firstUse}`);
  if (found === null) return failed(`${directory} cannot be made by this user; set ${variable}`);
  const writable = found.isDirectory() && (await accessible(directory, constants.R_OK | constants.W_OK | constants.X_OK));
  return writable ? ok(directory) : failed(`${directory} is no directory that this user can write; change its owner or set ${variable}`);
}

/** Tries it where the first directory would be made, because a right to write says too little: nothing can be made in `/proc`. */
async function canBeMade(path: string): Promise<boolean> {
  const parent = dirname(path);
  if (parent !== path && !(await accessible(parent, constants.F_OK))) return canBeMade(parent);
  try {
    await rmdir(await mkdtemp(join(parent, '.comptoir-')));
    return true;
  } catch {
    return false;
  }
}

function accessible(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
