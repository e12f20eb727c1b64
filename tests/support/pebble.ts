import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoopbackDns } from './loopback-dns.js';
import { requireProgram } from './requires.js';
import { aSelfSigned } from './self-signed.js';

/** Let's Encrypt's small ACME server for tests, on ports of its own. To it, every name is this machine. */
export interface Pebble {
  readonly directoryUrl: string;
  /** Of the directory's own address, as PEM and as a file. */
  readonly ca: string;
  readonly caFile: string;
  /** The root of what it issues, as PEM. */
  issuerRoot(): Promise<string>;
  stop(): Promise<void>;
}

export interface PebbleOptions {
  /** Where challenges are fetched; a server that is started before. */
  readonly httpPort: number;
  /** Of certificates; its own default is five years. */
  readonly validitySecs?: number;
  /** Percent of good nonces that are refused. */
  readonly nonceReject?: number;
  /** Percent of authorizations that are used again. */
  readonly authorizationReuse?: number;
}

const DAY_SECS = 86_400;
const START_TIMEOUT_MS = 15_000;

/** For a before hook: skips the suite on a machine without pebble. */
export function requirePebble(context: Mocha.Context): string {
  return requireProgram(context, 'pebble');
}

/** `program`: the path that `requirePebble` found. */
export async function startPebble(program: string, options: PebbleOptions): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'comptoir-pebble-'));
  const dns = await startLoopbackDns();
  const [port, managementPort] = [await freePort(), await freePort()];
  const { certificate, caFile } = await writeConfiguration(folder, { ...options, port, managementPort });
  const child = run(program, folder, dns.address, options);
  const directoryUrl = `https://127.0.0.1:${port}/dir`;
  await answering(child, directoryUrl, certificate);
  return {
    directoryUrl,
    ca: certificate,
    caFile,
    issuerRoot: () => textAt(`https://127.0.0.1:${managementPort}/roots/0`, certificate),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await dns.close();
      await rm(folder, { recursive: true });
    },
  };
}

function run(program: string, folder: string, dnsServer: string, { nonceReject = 0, authorizationReuse = 0 }: PebbleOptions): ChildProcess {
  const env = {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: String(nonceReject),
    PEBBLE_AUTHZREUSE: String(authorizationReuse),
  };
  const args = ['-config', join(folder, 'pebble.json'), '-dnsserver', dnsServer];
  return spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
}

async function writeConfiguration(folder: string, options: PebbleOptions & { port: number; managementPort: number }) {
  const { certificate, privateKey } = aSelfSigned();
  const caFile = join(folder, 'certificate.pem');
  await writeFile(caFile, certificate);
  await writeFile(join(folder, 'key.pem'), privateKey);
  const pebble = {
    listenAddress: `127.0.0.1:${options.port}`,
    managementListenAddress: `127.0.0.1:${options.managementPort}`,
    certificate: caFile,
    privateKey: join(folder, 'key.pem'),
    httpPort: options.httpPort,
    tlsPort: options.httpPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    certificateValidityPeriod: options.validitySecs ?? 90 * DAY_SECS,
  };
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  return { certificate, caFile };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Asks until the first answer: pebble says nothing that could be waited for. */
async function answering(child: ChildProcess, url: string, ca: string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while ((await textAt(url, ca).catch(() => '')) === '') {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`pebble does not answer (exit ${child.exitCode})`);
  }
}

function textAt(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    }).on('error', reject);
  });
}
