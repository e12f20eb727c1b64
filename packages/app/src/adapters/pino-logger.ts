import type { LogFields, Logger } from '@comptoir/core/kit/logger.js';
import pino from 'pino';
import type { LogLevel } from '../config.js';
import { redact } from './redact.js';

export interface ProcessLogger {
  readonly logger: Logger;
  /** Writes out what is still in memory; before the process ends. */
  flush(): void;
}

/** JSON lines on `stderr` (file descriptor 2), so that stdout stays for answers. Secrets are taken out of what it is given. */
export function makePinoLogger(level: LogLevel): ProcessLogger {
  const destination = pino.destination({ dest: 2, sync: false });
  const root = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact, bindings: redact },
    },
    destination,
  );
  return { logger: adapt(root), flush: () => destination.flushSync() };
}

function adapt(target: pino.Logger): Logger {
  return {
    debug: (fields, message) => target.debug(fields, message),
    info: (fields, message) => target.info(fields, message),
    warn: (fields, message) => target.warn(fields, message),
    error: (fields, message) => target.error(fields, message),
    child: (fields: LogFields) => adapt(target.child(fields)),
  };
}
