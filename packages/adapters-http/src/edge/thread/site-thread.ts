import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from '@comptoir/core/edge-routes/route-table.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { ThreadLoss } from '../site-figures.js';
import type { BareThreads } from './bare-threads.js';
import type { SiteAnswer } from './exchange.js';
import { makeExchanges } from './exchanges.js';
import { makeLoading } from './loading.js';
import { fromThread, type SiteRequest, type SiteScript, type ToThread } from './messages.js';
import { makeSiteOutput } from './site-output.js';

export interface ThreadLimits {
  /** From the request to the head of the answer, and for loading the site. */
  readonly answerMs: number;
  /** From one piece of a body to the next. */
  readonly stallMs: number;
  /** Requests at a time. */
  readonly requests: number;
  /** A thread that had nothing to do for so long is ended: the next request starts one. */
  readonly idleMs: number;
  /** Of the thread's heap. What lies outside of it, such as large buffers, is not limited. */
  readonly memoryMegabytes: number;
}

/** Calls when the caller goes away before it has its answer. */
export type Departure = (call: () => void) => void;

export interface SiteThread {
  /** What the files of the site export, when it is loaded. Rejects with `site_broken`. */
  readonly routes: Promise<readonly Route[]>;
  /** Rejects with `site_timeout`, `site_busy`, `site_restarted` when the thread ended in between, or `internal` when the handler failed. */
  answer(request: SiteRequest, whenGone: Departure): Promise<SiteAnswer>;
  readonly isIdle: boolean;
  /** Ends it when nothing is in flight any more, at the latest after so many milliseconds. */
  retire(patienceMs: number): Promise<void>;
}

export interface ThreadOptions extends SiteScript {
  readonly threads: BareThreads;
  readonly limits: ThreadLimits;
  readonly logger: Logger;
  /** It ended or hangs: it shall get no more requests. Can be called more than once. */
  onEnd(): void;
  /** It ended otherwise than it was told to. Called at most once. */
  onLoss(loss: ThreadLoss): void;
}

/** How soon a thread that does not hang says something, and how long the other requests of one that does may take to finish. */
const HUNG_PATIENCE_MS = 1_000;

/** Starts the thread of a site. */
export function startThread({ threads, script, islands, limits, logger, onEnd, onLoss }: ThreadOptions): SiteThread {
  const { worker, port } = threads.take();
  const loading = makeLoading(limits.answerMs, hang);
  const exchanges = makeExchanges({ ...limits, say: (kind, id) => post({ kind, id }), hung: hang });
  const print = makeSiteOutput(logger);
  let isEnding = false;
  let heard = 0;

  worker.on('error', (error) => logger.error({ err: error }, 'the thread of a site ended with an error'));
  port.on('message', receive).unref();
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      lose('died');
      bury();
      resolve();
    });
  });
  post({ kind: 'load', script, islands });

  function post(message: ToThread, given: ArrayBuffer[] = []): void {
    port.postMessage(message, given);
  }

  /** A thread that says what no thread of ours says is not believed any more. */
  function receive(raw: unknown): void {
    heard += 1;
    const { data: message } = fromThread.safeParse(raw);
    if (message === undefined) hang();
    else if (message.kind === 'print') print(message);
    else if (message.kind === 'ready' || message.kind === 'failed') loading.receive(message);
    else exchanges.receive(message);
  }

  function bury(): void {
    onEnd();
    loading.fail('The site ends while it is loaded.');
    exchanges.failAll();
    port.close();
  }

  /** It does not come back: what is in flight gets a moment, and nothing new is given to it. */
  function hang(): void {
    lose('hung');
    onEnd();
    void endHung();
  }

  /** A thread that still talks is only slow: what is in flight may finish. */
  async function endHung(): Promise<void> {
    const before = heard;
    await exchangesEnd(HUNG_PATIENCE_MS);
    await retire(heard > before ? limits.answerMs : 0);
  }

  async function exchangesEnd(patienceMs: number): Promise<void> {
    await Promise.race([exchanges.whenEmpty(), delay(patienceMs, undefined, { ref: false })]);
  }

  /** What ends because it was told to, or was lost before, is no loss. */
  function lose(loss: ThreadLoss): void {
    if (!isEnding) onLoss(loss);
    isEnding = true;
  }

  async function retire(patienceMs: number): Promise<void> {
    isEnding = true;
    await exchangesEnd(patienceMs);
    await worker.terminate();
    await exited;
  }

  return {
    routes: loading.routes,
    async answer(request, whenGone) {
      const { id, exchange } = exchanges.open();
      whenGone(exchange.cancel);
      post({ kind: 'request', id, request }, request.body === null ? [] : [request.body.buffer]);
      return exchange.answer;
    },
    get isIdle() {
      return exchanges.isEmpty;
    },
    retire,
  };
}
