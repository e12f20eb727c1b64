import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { SITE_MODULES } from '../build/site-modules.js';
import type { ThreadData } from './messages.js';

export interface SiteScript {
  /** As `bundleRoutes` makes it. */
  readonly script: string;
  /** The addresses of the islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
}

/** Megabytes. Beside the site's own heap, which is limited by the caller. */
const YOUNG_GENERATION = 16;
const STACK = 4;

/** A thread for a site, and the port to talk to it. It has no environment, and neither keeps the process alive. */
export function makeWorker({ script, islands }: SiteScript, memoryMegabytes: number): { worker: Worker; port: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  const data: ThreadData = { port: port2, script, islands, modules: [...SITE_MODULES] };
  const worker = new Worker(new URL('./site-worker.js', import.meta.url), {
    workerData: data,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_GENERATION, stackSizeMb: STACK },
    env: {},
    argv: [],
    execArgv: [],
    // Nothing of the host's own is printed there; what the site prints comes by message.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return { worker, port: port1 };
}
