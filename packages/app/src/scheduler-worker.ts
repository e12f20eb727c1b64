import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Signals } from '@comptoir/core/kit/signals.js';
import type { Ticker } from '@comptoir/core/scheduler/ticker.js';
import type { Worker } from './worker.js';

/** Schedules of other processes are looked for so often; so much later a tick may start when nobody told this process of it. */
const LOOK_EVERY_MS = 1000;
/** What is running when the process stops may take so long to end; then another process may start it again. */
const PATIENCE_MS = 10_000;
/** Programs that are told to end get two seconds before they are killed. */
const GRACE_MS = 3000;

export interface SchedulerWorkerOptions {
  readonly logger: Logger;
  /** Told when a schedule may be due sooner. */
  readonly signals: Signals;
  readonly lookEveryMs?: number;
  readonly patienceMs?: number;
}

/**
 * Gives the ticker its turns: when the next tick is due, when something was registered in this process, and every second. Any number
 * of processes may work on one database. A turn that fails is logged and tried again a second later.
 */
export function startScheduler(ticker: Ticker, options: SchedulerWorkerOptions): Worker {
  const { logger, signals, lookEveryMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = options;
  const pause = makePause();
  let stopped = false;
  const stopListening = signals.listen(({ kind }) => {
    if (kind === 'schedule-due') pause.end();
  });
  const loop = run();

  async function run(): Promise<void> {
    while (!stopped) {
      const turn = await attempt(ticker.turn(), logger, { more: false, nextDueAt: null });
      if (!turn.more && !stopped) await pause.forMs(Math.min(lookEveryMs, msUntil(turn.nextDueAt)));
    }
  }

  return {
    async stop() {
      stopped = true;
      stopListening();
      pause.end();
      await loop;
      if (await endsWithin(ticker.idle(), patienceMs)) return;
      await attempt(ticker.abandon(), logger, undefined);
      await endsWithin(ticker.idle(), Math.min(GRACE_MS, patienceMs));
    },
  };
}

async function attempt<Result>(work: Promise<Result>, logger: Logger, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    logger.error({ err: error }, 'the scheduler could not do its turn and tries again');
    return otherwise;
  }
}

function msUntil(due: Date | null): number {
  return due === null ? Number.POSITIVE_INFINITY : Math.max(0, due.getTime() - Date.now());
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/** A wait that can be cut short; what comes while nobody waits cuts the next one. */
function makePause(): { forMs(ms: number): Promise<void>; end(): void } {
  let woken = false;
  let wake: () => void = () => undefined;
  return {
    async forMs(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
    end() {
      woken = true;
      wake();
    },
  };
}
