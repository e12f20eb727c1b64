import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Container } from 'inversify';
import { nodeProcesses } from './adapters/node-processes.js';
import { bindAddressOf, ownPortsOf, publicUrlsOf } from './addresses.js';
import { bringUpToDate } from './bring-up-to-date.js';
import { startRenewals } from './certificates-worker.js';
import { COMMANDS } from './commands/commands.js';
import { type Config, HOST_NAMES, type HostName, PORT_VARIABLES } from './config.js';
import { commandContextOf, makeContainer } from './container.js';
import { startControlServer } from './control/control-server.js';
import { ensureDataDirectory, resolveSecrets } from './data-directory.js';
import { announceDemo } from './demo/announce-demo.js';
import { loadDemo } from './demo/load-demo.js';
import { type Drainable, drainAll } from './drain.js';
import { type HttpHost, listen } from './http-host.js';
import { lacksMail } from './mailer.js';
import type { Part } from './parts.js';
import { startReconciliation } from './reconciliation-worker.js';
import { startScheduler } from './scheduler-worker.js';
import { registerShopSync } from './shop-sync-tasks.js';
import { HOST_TOKENS, TOKENS } from './tokens.js';
import type { Worker } from './worker.js';
import { startWorkers } from './workers.js';

export interface ServerOptions {
  readonly only: ReadonlySet<Part>;
  /** Loads the demonstration before taking requests. */
  readonly demo: boolean;
  readonly logger: Logger;
}

export interface RunningServer {
  /** Where each started host listens. */
  readonly origins: Readonly<Partial<Record<HostName, string>>>;
  /** Takes nothing new, ends live streams, finishes what was begun (for at most 20 s) and closes the database. */
  stop(): Promise<void>;
}

/** How long requests in flight may take to finish (decisions §1). */
const DRAIN_PATIENCE_MS = 20_000;

/** What has been started so far: the one list that both a stop and a boot that failed halfway work through. */
interface Running {
  readonly database: Database;
  readonly stopping: AbortController;
  readonly hosts: Map<HostName, HttpHost>;
  readonly controls: Drainable[];
  readonly workers: Worker[];
}

/**
 * Starts the parts of the server and returns when everything listens. Throws `ConfigError`, `DatabaseInUse`, `DatabaseTooNew` or
 * `store_unavailable`; then nothing is left running.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  await ensureDataDirectory(config);
  // Made or refused now, before anything listens, and not at the first session.
  const secrets = await resolveSecrets(config);
  const database = await openDatabase(config.database, { logger: options.logger, processes: nodeProcesses });
  const running: Running = { database, stopping: new AbortController(), hosts: new Map(), controls: [], workers: [] };
  try {
    await start(running, config, secrets, options);
  } catch (error) {
    await stop(running, 0);
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return {
    origins: Object.fromEntries([...running.hosts].map(([name, { origin }]) => [name, origin])),
    stop: () => {
      stopped ??= stop(running, DRAIN_PATIENCE_MS);
      return stopped;
    },
  };
}

async function start(running: Running, config: Config, secrets: readonly [string, ...string[]], options: ServerOptions): Promise<void> {
  const { database, stopping, hosts, controls, workers } = running;
  const { only, demo, logger } = options;
  await bringUpToDate(database, logger);

  // The services build links, and links need the ports: so the hosts listen first and are mounted below.
  await listenAll(hosts, config, only);
  const origins = new Map([...hosts].map(([name, { origin }]) => [name, origin] as const));
  const publicUrls = publicUrlsOf(config, origins);
  const container = makeContainer(
    { config, logger, publicUrls, ownPorts: ownPortsOf(config, origins), stopping: stopping.signal, secrets },
    database,
  );
  const commandContext = commandContextOf(container);
  const { services, passwords } = commandContext;
  // Last of all: requests in flight use keys.
  const sandbox = container.get(TOKENS.paymentSandbox);
  workers.push({ stop: () => services.keys.flushUses() }, { stop: async () => sandbox?.close() });

  if (lacksMail(config) && only.has('worker')) logger.warn({}, 'no mail can be sent: COMPTOIR_SMTP_URL is not set');
  if (demo) announceDemo(await loadDemo(services, config.production ? null : passwords), publicUrls, logger);
  if (config.production && sandbox !== null) logger.warn({}, 'orders can be paid without money: COMPTOIR_PAYMENT_SANDBOX is set');
  const gateways = container.get(TOKENS.shopGateways);
  workers.push({ stop: () => services.shopSync.stop().finally(() => gateways.close()) });
  if (only.has('worker')) {
    await registerShopSync(services.scheduler);
    workers.push(...startWorkers(services, logger));
    workers.push(startRenewals(services.certificates, stopping.signal, logger));
    workers.push(startReconciliation(services.vhosts, logger));
    workers.push(startDeliveries(container, logger));
  }
  if (database.kind === 'embedded') {
    // A PostgreSQL server is open to the command line itself; only the embedded database has to be shared through its holder.
    const { dataDirectory } = config;
    controls.push(await startControlServer({ dataDirectory, commands: COMMANDS, context: commandContext, logger }));
  }
  // The SDK shows the figures of the sites.
  if (only.has('edge') || only.has('sdk')) workers.push(container.get(TOKENS.edgeSites));
  for (const [name, host] of hosts) host.mount(container.get(HOST_TOKENS[name]));
  logger.info({ ...Object.fromEntries(origins), parts: [...only] }, 'started');
}

/** Delivers messages and mails and makes the calls of schedules; what they go out by is closed when nothing is under way any more. */
function startDeliveries(container: Container, logger: Logger): Worker {
  const { dispatcher, signals, ticker } = container.get(TOKENS.services);
  const [outgoing, mailer] = [container.get(TOKENS.outgoing), container.get(TOKENS.mailer)];
  const scheduler = startScheduler(ticker, { logger, signals });
  dispatcher.start();
  return {
    async stop() {
      await Promise.all([dispatcher.stop(), scheduler.stop()]);
      await Promise.all([outgoing.close(), mailer.close()]);
    },
  };
}

async function listenAll(hosts: Map<HostName, HttpHost>, config: Config, only: ReadonlySet<Part>): Promise<void> {
  for (const name of HOST_NAMES) {
    if (!only.has(name)) continue;
    hosts.set(name, await listen({ address: bindAddressOf(config, name), port: config.ports[name], variable: PORT_VARIABLES[name] }));
  }
}

async function stop({ database, stopping, hosts, controls, workers }: Running, patienceMs: number): Promise<void> {
  stopping.abort();
  await drainAll([...hosts.values(), ...controls], patienceMs);
  try {
    await Promise.all(workers.map((worker) => worker.stop()));
  } finally {
    await database.close();
  }
}
