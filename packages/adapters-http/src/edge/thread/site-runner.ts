import type { Route } from '@comptoir/core/edge-routes/route-table.js';
import type { SiteAnswer } from './exchange.js';
import type { SiteRequest } from './messages.js';
import { type Departure, type SiteThread, startThread, type ThreadOptions } from './site-thread.js';

/** What runs the script of one version of a site: a thread when there is something to do, and a new one when that one ended. */
export interface SiteRunner {
  /** Starts it, and gives what its files export. Rejects with `site_broken`. */
  load(): Promise<readonly Route[]>;
  /** As `SiteThread.answer`. Also works after `retire`, for whoever found this version just before. */
  answer(request: SiteRequest, whenGone: Departure): Promise<SiteAnswer>;
  /** Lets what is in flight finish for so long, and ends it. */
  retire(patienceMs: number): Promise<void>;
}

const RETIRED_IDLE_MS = 1_000;

export function makeSiteRunner(options: Omit<ThreadOptions, 'onEnd'>): SiteRunner {
  let thread: SiteThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let idleMs = options.limits.idleMs;

  function current(): SiteThread {
    if (thread !== null) return thread;
    const started = startThread({ ...options, onEnd: () => forget(started) });
    thread = started;
    // One that cannot load its site says no more than that, to those who asked already: the next request tries another.
    started.routes.catch(() => {
      forget(started);
      void started.retire(options.limits.answerMs);
    });
    return started;
  }

  function forget(ended: SiteThread): void {
    if (thread === ended) thread = null;
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (thread?.isIdle === false) rest();
      else void end(0);
    }, idleMs).unref();
  }

  async function end(patienceMs: number): Promise<void> {
    const ending = thread;
    thread = null;
    await ending?.retire(patienceMs);
  }

  return {
    load() {
      rest();
      return current().routes;
    },
    answer(request, whenGone) {
      rest();
      return current().answer(request, whenGone);
    },
    async retire(patienceMs) {
      idleMs = RETIRED_IDLE_MS;
      clearTimeout(idle);
      await end(patienceMs);
    },
  };
}
