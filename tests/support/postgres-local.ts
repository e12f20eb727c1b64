import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { fixedPort, type PostgresServer, SERVER_OPTIONS, serverUrl, Unavailable, untilReady } from './postgres-server.js';

const run = promisify(execFile);

/** Where Debian puts each major version's programs; they are not on the PATH. */
const DEBIAN_ROOT = '/usr/lib/postgresql';

/** A cluster on disk: everything lies in `directory`, which belongs to the account that the server runs as. */
interface Cluster {
  readonly programs: string;
  readonly account: Account;
  readonly directory: string;
  readonly password: string;
}

/** Who the server runs as: PostgreSQL refuses root. `prefix` is the command line that becomes that account. */
interface Account {
  readonly prefix: readonly string[];
  readonly ids?: { readonly uid: number; readonly gid: number };
}

/** PostgreSQL from the programs installed on this machine, on a new cluster in a temporary directory. */
export async function startLocal(): Promise<PostgresServer> {
  const cluster = await createCluster();
  const port = await fixedPort();
  const url = serverUrl(port, cluster.password);
  let server = await serve(cluster, port);
  let paused = false;

  const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    await signalTree(server, name);
    paused = name === 'SIGSTOP';
  };
  const end = async (name: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (hasEnded(server)) return;
    const exit = once(server, 'exit');
    server.kill(name);
    await exit;
  };

  await untilServing(cluster, url);
  return {
    url,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: () => end('SIGINT'),
    async start() {
      server = await serve(cluster, port);
      await untilServing(cluster, url);
    },
    async dispose() {
      if (paused) await signal('SIGCONT');
      await end('SIGQUIT');
      await rm(cluster.directory, { recursive: true });
    },
  };
}

async function createCluster(): Promise<Cluster> {
  const programs = await programsDirectory();
  const account = await serverAccount();
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-postgres-'));
  const password = randomUUID();
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.ids) for (const path of [directory, passwordFile]) await chown(path, account.ids.uid, account.ids.gid);
  const cluster = { programs, account, directory, password };
  const [command, args] = commandLine(cluster, 'initdb', [
    ...['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'],
    // For initdb alone: an unfinished cluster is thrown away. The server itself syncs as in production.
    '--no-sync',
  ]);
  await run(command, args, { cwd: directory });
  return cluster;
}

async function serve(cluster: Cluster, port: number): Promise<ChildProcess> {
  const log = await open(logFile(cluster), 'a');
  const where = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const [command, args] = commandLine(cluster, 'postgres', [...where, ...SERVER_OPTIONS]);
  const server = spawn(command, args, { cwd: cluster.directory, stdio: ['ignore', log.fd, log.fd] });
  await once(server, 'spawn');
  await log.close();
  return server;
}

async function untilServing(cluster: Cluster, url: string): Promise<void> {
  try {
    await untilReady(url);
  } catch (cause) {
    throw new Error(`PostgreSQL does not start: ${await readFile(logFile(cluster), 'utf8')}`, { cause });
  }
}

function logFile(cluster: Cluster): string {
  return join(cluster.directory, 'server.log');
}

function commandLine(cluster: Cluster, program: string, args: readonly string[]): [string, string[]] {
  const [command = '', ...rest] = [...cluster.account.prefix, join(cluster.programs, program)];
  return [command, [...rest, '-D', join(cluster.directory, 'data'), ...args]];
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

/** To the server and to its processes: each connection is a process, in a group of its own. */
async function signalTree(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const children = await run('pgrep', ['-P', String(server.pid)]);
  server.kill(signal);
  for (const pid of children.stdout.trim().split('\n')) process.kill(Number(pid), signal);
}

async function programsDirectory(): Promise<string> {
  const versions = existsSync(DEBIAN_ROOT) ? await readdir(DEBIAN_ROOT) : [];
  const debian = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_ROOT, version, 'bin'));
  const directories = [...debian, ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = directories.find((directory) => ['initdb', 'postgres'].every((program) => existsSync(join(directory, program))));
  if (found) return found;
  throw new Unavailable('the programs of a PostgreSQL server are not installed');
}

async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
  // The parent's death signal ends the server when the run is killed and cannot clean up.
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig', 'INT', '--'], ids: { uid, gid } };
}

async function idOf(kind: '-u' | '-g'): Promise<number> {
  try {
    return Number((await run('id', [kind, 'postgres'])).stdout);
  } catch {
    throw new Unavailable('PostgreSQL refuses to run as root, and there is no user postgres');
  }
}
