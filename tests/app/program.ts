import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command line as its users run it: the real program in a process of its own. */

const BIN = fileURLToPath(new URL('../../../packages/app/bin/comptoir.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ready {
  readonly ready: true;
  readonly storefront?: string;
  readonly platform?: string;
  readonly sdk?: string;
  readonly edge?: string;
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** The first line on stdout; rejects when the program ends without one. */
  readonly ready: Promise<Ready>;
  /** Resolves when standard error has this line, or the log a line with this message; also when it had it before. */
  logged(message: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();

/**
 * Any free port for every host, nobody else's servers, and nothing of the surrounding environment but what a program needs to run.
 */
function environmentOf(variables: Readonly<Record<string, string>>): Record<string, string> {
  const anyPort = { COMPTOIR_STOREFRONT_PORT: '0', COMPTOIR_PLATFORM_PORT: '0', COMPTOIR_SDK_PORT: '0', COMPTOIR_EDGE_PORT: '0' };
  const nobody = { ACME_DIRECTORY_URL: 'https://127.0.0.1:1/dir', ACME_STAGING_DIRECTORY_URL: 'https://127.0.0.1:1/dir' };
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', LC_ALL: 'C.UTF-8', ...anyPort, ...nobody, ...variables };
}

export function start(args: readonly string[], variables: Readonly<Record<string, string>>, directory?: string, input = ''): Running {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: environmentOf(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(directory === undefined ? {} : { cwd: directory }),
  });
  // A program that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined).end(input);
  running.add(child);
  const stdout: string[] = [];
  const stderr: string[] = [];
  const waiting = new Map<string, () => void>();
  const firstLine = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      stdout.push(line);
      resolve(line);
    });
  });
  createInterface(child.stderr).on('line', (line) => {
    stderr.push(line);
    waiting.get(messageOf(line))?.();
  });
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return { code: child.exitCode, signal: child.signalCode, stdout: stdout.join('\n'), stderr: stderr.join('\n') };
  });
  const endedEarly = ended.then(({ code, stderr: said }): never => {
    throw new Error(`the program ended (${code}) before it was ready: ${said}`);
  });
  endedEarly.catch(() => undefined);
  const ready = Promise.race([firstLine, endedEarly]).then((line): Ready => JSON.parse(line));
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ended,
    ready,
    logged: (message) =>
      new Promise((resolve) => {
        waiting.set(message, resolve);
        if (stderr.some((line) => messageOf(line) === message)) resolve();
      }),
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs the program to its end; `input` is what it finds on standard input. */
export function comptoir(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  directory?: string,
  input?: string,
): Promise<Ended> {
  return start(args, variables, directory, input).ended;
}

/** Ends what a failed test left running. Call it after each test. */
export async function endAll(): Promise<void> {
  const children = [...running];
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined)));
}

function messageOf(line: string): string {
  if (!line.startsWith('{')) return line;
  const entry: { msg?: string } = JSON.parse(line);
  return entry.msg ?? '';
}
