import { chmod, lstat, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { answerCommand, type Command, type CommandAnswer, type CommandContext } from '../commands/command.js';
import { ConfigError } from '../config.js';
import { type Drainable, drainable } from '../drain.js';
import { prepareSocketPath } from './socket-path.js';

export interface ControlOptions {
  readonly dataDirectory: string;
  readonly commands: ReadonlyMap<string, Command>;
  readonly context: CommandContext;
  readonly logger: Logger;
}

/**
 * Answers the command line on a Unix socket that only this user can open: `GET /` (is somebody there) and
 * `POST /commands/<name>` with the arguments as JSON. Call it only while holding the lock of the embedded database: then a
 * socket that is already there was left by a server that is gone.
 */
export async function startControlServer(options: ControlOptions): Promise<Drainable> {
  const server = createServer();
  const { drain, cut } = drainable(server);
  server.on('request', answerRequests(options));
  const path = await prepareSocketPath(options.dataDirectory);
  await removeLeftover(path);
  await bindPrivately(server, path);
  return { drain, cut };
}

function answerRequests({ commands, context, logger }: ControlOptions): RequestListener {
  async function answer(request: IncomingMessage, progress: CommandContext['progress']): Promise<CommandAnswer> {
    if (request.method === 'GET' && request.url === '/') return { ok: true, result: { pid: process.pid } };
    const command = request.method === 'POST' ? commands.get(commandNameOf(request)) : undefined;
    if (command === undefined)
      return { ok: false, error: 'not_found', message: 'The running server is another version and does not know this command.' };
    return answerCommand(command, { ...context, progress }, JSON.parse(await text(request)), logger);
  }

  return (request, response) => {
    response.setHeader('Content-Type', 'application/x-ndjson');
    answer(request, (line) => tell(response, { progress: line })).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => {
        logger.warn({ err: error }, 'control request failed');
        response.destroy();
      },
    );
  };
}

function commandNameOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/commands/') ? url.slice('/commands/'.length) : '';
}

/** One line of JSON per message; the answer is the last. */
function tell(response: ServerResponse, message: unknown): void {
  if (!response.destroyed) response.write(`${JSON.stringify(message)}\n`);
}

async function removeLeftover(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) throw new ConfigError(`COMPTOIR_DATA_DIR: ${path} is in the way of the server's socket; remove it`);
  await rm(path, { force: true });
}

/** Node creates the socket file within `listen`, under the umask of that moment: it never exists with other rights. */
async function bindPrivately(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
  });
  const umask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await listening;
  await chmod(path, 0o600);
}
