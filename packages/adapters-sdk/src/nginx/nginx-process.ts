import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { NginxOptions } from './nginx-options.js';
import { systemCodeOf } from './site-files.js';

type Options = Pick<NginxOptions, 'configuration' | 'reloadLimitMs' | 'signal'>;

/** A look takes a tenth of it. */
const LOOK_AGAIN_MS = 3;

/** nginx writes these into the names of its processes. */
const MASTER = /^nginx: master process/;
const WORKER = /^nginx: worker process$/;

/** A child of the master, and what it calls itself. */
interface Child {
  readonly pid: number;
  readonly title: string;
}

/** The id of the running master, by its pid file. Throws `nginx_unavailable`. */
export async function runningMaster({ configuration }: Pick<Options, 'configuration'>): Promise<number> {
  const pid = Number((await readFile(await pidFileOf(configuration), 'utf8').catch(() => '')).trim());
  // A pid file outlives a crash, and `nginx -t` leaves an empty one: a signal must never reach whoever has the number now.
  if (Number.isSafeInteger(pid) && pid > 1 && MASTER.test(await titleOf(pid))) return pid;
  throw unavailable('nginx is not running.');
}

/**
 * Makes nginx read its configuration and waits until no worker of the old one takes connections. Throws `nginx_unavailable` when
 * it may not be signalled, or keeps its workers: then it did not accept what it read.
 */
export async function reloadNginx(options: Options): Promise<number> {
  const master = await runningMaster(options);
  const old = new Set((await childrenOf(master)).filter(isWorker).map(({ pid }) => pid));
  signalMaster(options, master);
  const released = new Set<number>();
  for (const deadline = performance.now() + options.reloadLimitMs; performance.now() < deadline; await wait(LOOK_AGAIN_MS)) {
    const children = await childrenOf(master);
    const [before, after] = [children.filter(({ pid }) => old.has(pid)), children.filter(({ pid }) => !old.has(pid))];
    if (!after.some(isWorker)) continue;
    const taking = before.filter(isWorker);
    if (taking.length === 0) return master;
    for (const { pid } of taking.filter((worker) => !released.has(worker.pid))) {
      released.add(pid);
      release(options, pid);
    }
  }
  throw unavailable('nginx did not take the new configuration; its error log says why.');
}

/**
 * Lets an old worker end gracefully. nginx does so itself a tenth of a second after the new ones were made, for them to start: until
 * then visitors meet either configuration. It looks after its children only when that time is over, so it takes none for crashed.
 * Where the signal is not allowed, that time is waited for.
 */
function release({ signal }: Options, worker: number): void {
  try {
    signal(worker, 'SIGQUIT');
  } catch {
    return;
  }
}

function signalMaster({ signal }: Options, master: number): void {
  try {
    signal(master, 'SIGHUP');
  } catch (error) {
    throw unavailable(`nginx may not be reloaded by this user (${systemCodeOf(error)}).`);
  }
}

/** The directive `pid` of the main configuration. Relative paths depend on how nginx was built. */
async function pidFileOf(configuration: string): Promise<string> {
  const text = await readFile(configuration, 'utf8').catch((error: unknown) => {
    throw unavailable(`The configuration of nginx cannot be read (${systemCodeOf(error)}): set COMPTOIR_NGINX_CONF.`);
  });
  const path = /^\s*pid\s+"?(\/[^\s";]+)"?\s*;/m.exec(text)?.[1];
  if (path === undefined) throw unavailable('The configuration of nginx names no absolute path for its pid.');
  return path;
}

/** One that takes connections: before, it has its parent's title, and another while it finishes its last requests. */
function isWorker({ title }: Child): boolean {
  return WORKER.test(title);
}

async function childrenOf(master: number): Promise<readonly Child[]> {
  const pids = (await readProc(`${master}/task/${master}/children`)).split(' ').filter(Boolean).map(Number);
  return Promise.all(pids.map(async (pid) => ({ pid, title: await titleOf(pid) })));
}

/** '' when there is no such process. */
async function titleOf(pid: number): Promise<string> {
  return (await readProc(`${pid}/cmdline`)).replaceAll('\0', ' ').trim();
}

function readProc(path: string): Promise<string> {
  return readFile(`/proc/${path}`, 'utf8').catch(() => '');
}

function unavailable(message: string): DomainError {
  return new DomainError('nginx_unavailable', { message });
}
