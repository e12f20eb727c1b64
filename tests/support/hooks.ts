import { stopPostgres } from './postgres.js';

/** Root hooks: what the whole run shares is given back at its end, also after failures. */
export const mochaHooks = { afterAll: stopPostgres };

// Mocha runs no hooks when it is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopPostgres().finally(() => process.kill(process.pid, signal)));
}
