import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import type { NginxOptions } from '@comptoir/adapters-sdk/nginx/nginx-options.js';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';
import { requireProgram } from './requires.js';

/** A real nginx of a test's own: unprivileged, on free ports, with everything it writes in one directory. */
export interface TestNginx {
  readonly directory: string;
  readonly options: NginxOptions;
  readonly webServer: WebServer;
  /** The path of a file or directory of it. */
  path(...names: readonly string[]): string;
  start(): Promise<void>;
  /** Ends it at once, without waiting for requests. */
  stop(): Promise<void>;
  /** What it complained about so far. */
  errors(): Promise<string>;
  /** Stops it and removes its directory. */
  close(): Promise<void>;
}

const SETTLE_LIMIT_MS = 10_000;

/** Not started yet. Skips the test on a machine without nginx. */
export async function aNginx(context: Mocha.Context, changes: Partial<NginxOptions> = {}): Promise<TestNginx> {
  const program = requireProgram(context, 'nginx');
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'nginx-')));
  const path = (...names: readonly string[]) => join(directory, ...names);
  const [http, https] = await freePorts();
  const options: NginxOptions = {
    program,
    configuration: path('nginx.conf'),
    directory: path('vhosts'),
    roots: [path('sites')],
    certificateDirectory: path('certs'),
    phpSocketDirectories: [path('php')],
    privatePaths: [path('vhosts'), path('certs')],
    ports: { http, https },
    ipv6: false,
    sdkOrigin: 'http://127.0.0.1:9',
    edgePort: 8,
    fallbackCertificate: async () => null,
    reloadLimitMs: SETTLE_LIMIT_MS,
    signal: (pid, signal) => process.kill(pid, signal),
    ...changes,
  };
  await Promise.all(['vhosts', 'sites', 'certs', 'php'].map((name) => mkdir(path(name))));
  await writeFile(options.configuration, configurationOf(directory));
  let child: ChildProcess | null = null;

  async function stop(): Promise<void> {
    if (child === null) return;
    // Somebody else may have ended it.
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    child = null;
  }

  return {
    directory,
    options,
    webServer: makeNginx(options),
    path,
    async start() {
      // A socket outlives a server that was killed.
      await rm(path('own.sock'), { force: true });
      child = spawn(program, ['-c', options.configuration, '-g', 'daemon off;'], { stdio: 'ignore' });
      await until(() => isListening(path('own.sock')));
    },
    stop,
    errors: () => readFile(path('error.log'), 'utf8').catch(() => ''),
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** As `docs/sdk/nginx.md` has it, as far as it matters here. `user` keeps a test that runs as root from meeting its own files. */
function configurationOf(directory: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`);
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log notice;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  types { text/html html; image/png png; }
  server_names_hash_bucket_size 512;
  server { listen unix:${directory}/own.sock; }
  include ${directory}/vhosts/*.conf;
}
`;
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => resolve(true)).on('error', () => resolve(false));
    socket.end();
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + SETTLE_LIMIT_MS; !(await condition()); await wait(5)) {
    if (performance.now() > deadline) throw new Error('nginx does not start');
  }
}

/** Two ports that nobody listens on. */
async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  const [http = 0, https = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [http, https];
}
