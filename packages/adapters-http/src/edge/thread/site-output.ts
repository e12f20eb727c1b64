import type { Logger } from '@comptoir/core/kit/logger.js';
import type { FromThread } from './messages.js';

const LINES_PER_SECOND = 50;

/** Writes what a site prints into the log of the host, as far as a reader could follow: a site in a loop shall not fill the disk. */
export function makeSiteOutput(logger: Logger): (message: Extract<FromThread, { kind: 'print' }>) => void {
  let second = 0;
  let lines = 0;
  return ({ level, text }) => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) lines = 0;
    second = now;
    lines += 1;
    if (lines <= LINES_PER_SECOND) logger[level]({ text }, 'a site printed');
  };
}
