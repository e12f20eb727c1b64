import type { Logger } from '@comptoir/core/kit/logger.js';
import { makeLinePace } from './line-pace.js';
import type { FromThread } from './messages.js';

/** Writes what a site prints into the log of the host. Its thread keeps the pace too; here nothing is taken on trust. */
export function makeSiteOutput(logger: Logger): (message: Extract<FromThread, { kind: 'print' }>) => void {
  const mayPrint = makeLinePace();
  return ({ level, text }) => {
    if (mayPrint()) logger[level]({ text }, 'a site printed');
  };
}
