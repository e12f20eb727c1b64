import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { SITE_MODULES } from '../build/site-modules.js';
import type { ThreadData } from './messages.js';

/** A thread that has no site yet, and the port to talk to it. Neither keeps the process alive. */
export interface BareThread {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/**
 * Threads for sites. One is kept ready: starting a thread takes longer than everything else between a purge and the first answer. It takes part
 * in nothing until a site is loaded into it.
 */
export interface BareThreads {
  /** Whoever takes one listens to its errors. */
  take(): BareThread;
  close(): Promise<void>;
}

/** Not at once, so that it does not compete with the site that the last one was taken for. */
const REFILL_MS = 100;

export function makeBareThreads(memoryMegabytes: number, logger: Logger): BareThreads {
  let spare: BareThread | null = null;
  let refill: NodeJS.Timeout | undefined;
  const tell = (error: Error) => logger.error({ err: error }, 'a thread that waited for a site ended with an error');

  function keep(): void {
    const kept = startBareThread(memoryMegabytes);
    spare = kept;
    kept.worker.on('error', tell).once('exit', () => {
      if (spare === kept) spare = null;
    });
  }

  return {
    take() {
      const taken = spare ?? startBareThread(memoryMegabytes);
      taken.worker.off('error', tell);
      spare = null;
      clearTimeout(refill);
      refill = setTimeout(keep, REFILL_MS).unref();
      return taken;
    },
    async close() {
      clearTimeout(refill);
      await spare?.worker.terminate();
    },
  };
}

/** Megabytes. Beside the site's own heap, which is limited by the caller. */
const YOUNG_GENERATION = 16;
const STACK = 4;

function startBareThread(memoryMegabytes: number): BareThread {
  const { port1, port2 } = new MessageChannel();
  const data: ThreadData = { port: port2, modules: [...SITE_MODULES] };
  const worker = new Worker(new URL('./site-worker.js', import.meta.url), {
    workerData: data,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_GENERATION, stackSizeMb: STACK },
    env: {},
    argv: [],
    execArgv: [],
    // Nothing of the host's own is printed there; what a site prints comes by message.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  port1.unref();
  return { worker, port: port1 };
}
