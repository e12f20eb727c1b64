import type { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Logger } from '@comptoir/core/kit/logger.js';

const TEXT_MAX = 2_000;
const LINES_PER_SECOND = 50;

/** Writes what a site prints into the log of the host, as far as a reader could follow: a site in a loop shall not fill the disk. */
export function logOutput({ stdout, stderr }: Worker, logger: Logger): void {
  const within = makeAllowance();
  const follow = (stream: Readable, name: string) => {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      if (within()) logger.info({ stream: name, text: text.slice(0, TEXT_MAX).trimEnd() }, 'a site printed');
    });
  };
  follow(stdout, 'stdout');
  follow(stderr, 'stderr');
}

function makeAllowance(): () => boolean {
  let second = 0;
  let lines = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) lines = 0;
    second = now;
    lines += 1;
    return lines <= LINES_PER_SECOND;
  };
}
