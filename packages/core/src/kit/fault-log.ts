import type { Clock } from './clock.js';
import type { LogFields, Logger } from './logger.js';

/** Keeps work that is tried again and again from filling the log with one fault, such as a database that is away. */
export interface FaultLog {
  /** Logs a fault that is new at once; one that repeats itself once a minute, with how often that was. */
  failed(error: unknown): void;
  /** The work was done. Says so when it had failed before. */
  worked(): void;
}

const REMINDER_MS = 60_000;

/** For one piece of work. `what` says what could not be done; `fields` go with every line. */
export function makeFaultLog(logger: Pick<Logger, 'error' | 'info'>, clock: Clock, what: string, fields: LogFields = {}): FaultLog {
  let known: string | null = null;
  let loggedAt = 0;
  let failures = 0;

  return {
    failed(error) {
      failures += 1;
      const now = clock.now().getTime();
      if (textOf(error) === known && now - loggedAt < REMINDER_MS) return;
      logger.error({ ...fields, err: error, failures }, `${what}; trying again`);
      [known, loggedAt] = [textOf(error), now];
    },
    worked() {
      if (failures === 0) return;
      logger.info({ ...fields, failures }, `${what} for a while, and can now`);
      [known, failures] = [null, 0];
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
