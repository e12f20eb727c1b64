import { makePinoLogger } from './adapters/pino-logger.js';
import type { Config } from './config.js';
import type { Part } from './parts.js';
import { startServer } from './server.js';
import { listenForStop } from './stop-signals.js';

/** Requests get 20 s to finish; whatever holds a stop up much longer will never end. */
const STOP_MAX_MS = 30_000;
/** What still runs when everything is closed is not worth waiting for. */
const LINGER_MS = 1_000;

/** Runs a server in this process until it is told to stop. Prints one JSON line when it is ready (decisions §1). */
export async function serve(config: Config, options: { readonly only: ReadonlySet<Part>; readonly demo: boolean }): Promise<void> {
  const { logger, flush } = makePinoLogger(config.logLevel ?? 'info');
  const signals = listenForStop();
  try {
    const server = await startServer(config, { ...options, logger });
    process.stdout.write(`${JSON.stringify({ ready: true, ...server.origins })}\n`);
    logger.info({ signal: await signals.requested }, 'stopping');
    const overdue = setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    await server.stop();
    clearTimeout(overdue);
    logger.info({}, 'stopped');
    // Does not hold the process: it only runs when something else does.
    setTimeout(() => process.exit(), LINGER_MS).unref();
  } finally {
    signals.release();
    flush();
  }
}
