import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@comptoir/adapters-db/database.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { nodeProcesses } from '../adapters/node-processes.js';
import { ownPortsOf, publicUrlsOf } from '../addresses.js';
import { answerCommand, type Command, type CommandAnswer } from '../commands/command.js';
import type { Config } from '../config.js';
import { ensureDataDirectory, resolveSecrets } from '../data-directory.js';
import { askServer } from './control-client.js';
import { isTrusted, socketPathOf } from './socket-path.js';

/** How long a server may take to come up, or another command to end, before its lock counts as stuck: an import of a large file takes its time. */
const PATIENCE_MS = 60_000;
/** After so long somebody who waits is told what for. */
const SILENT_MS = 3_000;
const RETRY_MS = 200;
/** Any pause will do: what counts is that a timer is there. */
const ALIVE_MS = 60_000;

/** Another process holds the embedded database and does not answer. */
export class ServerSilent extends Error {
  override readonly name = 'ServerSilent';
  constructor(owner: number, path: string) {
    super(`process ${owner} holds the embedded database but does not answer on ${path}; wait until it has started, or stop it`);
  }
}

/**
 * Runs the command on the database of `config`: in this process, or, while another one holds the embedded database, through
 * that one's socket. Throws `ServerSilent`, `ServerGone`, `ConfigError`, `DatabaseTooNew`, `store_unavailable`.
 */
export async function runCommand(
  config: Config,
  command: Command,
  args: unknown,
  logger: Logger,
  patienceMs = PATIENCE_MS,
): Promise<CommandAnswer> {
  await ensureDataDirectory(config);
  const path = socketPathOf(config.dataDirectory);
  const start = performance.now();
  let isTold = false;
  // A server that holds the database is asked before anything is loaded that could open it.
  const ask = async () => {
    const isAnswered = config.database.kind === 'embedded' && (await isTrusted(path, config.dataDirectory));
    return isAnswered ? askServer(path, command.name, args, progressOnStderr) : null;
  };
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    const opened = await openOrOwner(config, logger);
    if (typeof opened === 'object') return runHere(config, opened, command, args, logger);
    const waitedMs = performance.now() - start;
    if (waitedMs >= patienceMs) throw new ServerSilent(opened, path);
    if (waitedMs >= SILENT_MS && !isTold) {
      progressOnStderr(`waiting for process ${opened}, which holds the embedded database`);
      isTold = true;
    }
    await delay(RETRY_MS);
  }
}

/** The database, or the process that holds it. */
async function openOrOwner(config: Config, logger: Logger): Promise<Database | number> {
  const { DatabaseInUse, openDatabase } = await import('@comptoir/adapters-db/database.js');
  try {
    return await openDatabase(config.database, { logger, processes: nodeProcesses });
  } catch (error) {
    if (error instanceof DatabaseInUse) return error.owner;
    throw error;
  }
}

async function runHere(config: Config, database: Database, command: Command, args: unknown, logger: Logger): Promise<CommandAnswer> {
  // What a command waits for may keep no process alive by itself: it would end in the middle, as if it were done.
  const alive = setInterval(() => undefined, ALIVE_MS);
  try {
    // Loaded only here: a command that a server answers, or that is wrongly used, is done in a fraction of the time without it.
    const [{ bringUpToDate }, { commandContextOf, makeContainer }, { TOKENS }] = await Promise.all([
      import('../bring-up-to-date.js'),
      import('../container.js'),
      import('../tokens.js'),
    ]);
    if (command.needsSchema) await bringUpToDate(database, logger);
    const stopping = new AbortController().signal;
    const secrets = await resolveSecrets(config);
    const nothingListens = new Map();
    const addresses = { publicUrls: publicUrlsOf(config, nothingListens), ownPorts: ownPortsOf(config, nothingListens) };
    const container = makeContainer({ config, logger, ...addresses, stopping, secrets }, database);
    const answer = await answerCommand(command, { ...commandContextOf(container), progress: progressOnStderr }, args, logger);
    await container.get(TOKENS.shopGateways).close();
    return answer;
  } finally {
    clearInterval(alive);
    await database.close();
  }
}

/** The answer alone is on stdout. */
function progressOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
