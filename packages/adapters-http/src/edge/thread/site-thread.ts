import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { BareThreads } from './bare-threads.js';
import { type Exchange, makeExchange, type SiteAnswer } from './exchange.js';
import { type FromThread, fromThread, type SiteRequest, type SiteScript, type ToThread } from './messages.js';
import { makeSiteOutput } from './site-output.js';

export interface ThreadLimits {
  /** From the request to the head of the answer, and for loading the site. */
  readonly answerMs: number;
  /** From one piece of a body to the next. */
  readonly stallMs: number;
  /** Requests at a time. */
  readonly requests: number;
  /** Of the thread's heap. What lies outside of it, such as large buffers, is not limited. */
  readonly memoryMegabytes: number;
}

export interface SiteThread {
  /** What the files of the site export, when it is loaded. Rejects with `site_broken`. */
  readonly routes: Promise<readonly Route[]>;
  /** Rejects with `site_timeout`, `site_busy`, `site_restarted` when the thread ended in between, or `internal` when the handler failed. */
  answer(request: SiteRequest, cancelled: AbortSignal): Promise<SiteAnswer>;
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
}

/** How long the other requests of a thread that hangs may take to finish. */
const HUNG_PATIENCE_MS = 1_000;

/** Starts the thread of a site. */
export function startThread(options: ThreadOptions): SiteThread {
  const { threads, script, islands, limits, logger, onEnd } = options;
  const { worker, port } = threads.take();
  const exchanges = new Map<number, Exchange>();
  const loading = makeLoading(limits.answerMs, hang);
  const emptied = new EventTarget();
  const print = makeSiteOutput(logger);
  let lastId = 0;

  const exited = once(worker, 'exit').then(bury, bury);
  port.on('message', (raw: unknown) => {
    const { data: message } = fromThread.safeParse(raw);
    if (message === undefined) hang();
    else if (message.kind === 'print') print(message);
    else if ('id' in message) exchanges.get(message.id)?.receive(message);
    else loading.receive(message);
  });
  port.unref();
  post({ kind: 'load', script, islands });

  function bury(): void {
    onEnd();
    loading.fail('The site ends while it is loaded.');
    for (const exchange of [...exchanges.values()]) exchange.fail(new DomainError('site_restarted', { retryAfterSecs: 1 }));
    port.close();
  }

  /** It does not come back: what is in flight gets a moment, and nothing new is given to it. */
  function hang(): void {
    onEnd();
    void retire(HUNG_PATIENCE_MS);
  }

  function open(): { id: number; exchange: Exchange } {
    if (exchanges.size >= limits.requests) throw new DomainError('site_busy', { retryAfterSecs: 1 });
    lastId += 1;
    const id = lastId;
    const over = () => {
      exchanges.delete(id);
      if (exchanges.size === 0) emptied.dispatchEvent(new Event('emptied'));
    };
    const exchange = makeExchange({ ...limits, say: (kind) => post({ kind, id }), hung: hang, over });
    exchanges.set(id, exchange);
    return { id, exchange };
  }

  function post(message: ToThread, given: ArrayBuffer[] = []): void {
    port.postMessage(message, given);
  }

  async function retire(patienceMs: number): Promise<void> {
    if (exchanges.size > 0) await Promise.race([once(emptied, 'emptied'), delay(patienceMs, undefined, { ref: false })]);
    await worker.terminate();
    await exited;
  }

  return {
    routes: loading.routes,
    async answer(request, cancelled) {
      const { id, exchange } = open();
      cancelled.addEventListener('abort', exchange.cancel, { once: true });
      post({ kind: 'request', id, request }, request.body === null ? [] : [request.body.buffer]);
      return exchange.answer;
    },
    get isIdle() {
      return exchanges.size === 0;
    },
    retire,
  };
}

interface Loading {
  readonly routes: Promise<readonly Route[]>;
  receive(message: Extract<FromThread, { kind: 'ready' | 'failed' }>): void;
  fail(message: string): void;
}

/** Waits until the site is loaded. */
function makeLoading(patienceMs: number, hung: () => void): Loading {
  let resolve: (routes: readonly Route[]) => void = () => undefined;
  let fail: (message: string) => void = () => undefined;
  const timer = setTimeout(() => {
    fail(`The site does not finish loading within ${patienceMs} ms.`);
    hung();
  }, patienceMs);
  const routes = new Promise<readonly Route[]>((fulfil, reject) => {
    resolve = fulfil;
    fail = (message) => reject(new DomainError('site_broken', { issues: [{ path: '', message }] }));
  }).finally(() => clearTimeout(timer));
  // Whoever starts a thread anew knows the routes and does not ask.
  routes.catch(() => undefined);
  return {
    routes,
    receive: (message) => (message.kind === 'ready' ? resolve(message.routes) : fail(message.fault)),
    fail: (message) => fail(message),
  };
}
