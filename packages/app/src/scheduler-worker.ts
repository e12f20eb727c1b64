import type { Clock } from '@comptoir/core/kit/clock.js';
import { type FaultLog, makeFaultLog } from '@comptoir/core/kit/fault-log.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Signals } from '@comptoir/core/kit/signals.js';
import type { Ticker } from '@comptoir/core/scheduler/ticker.js';
import { systemClock } from './adapters/system-clock.js';
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
  readonly clock?: Clock;
  readonly lookEveryMs?: number;
  readonly patienceMs?: number;
}

/**
 * Gives the ticker its turns: when the next tick is due, when something was registered in this process, and every second. Any number
 * of processes may work on one database. A turn that fails is tried again a second later; the log has it once a minute.
 */
export function startScheduler(ticker: Ticker, options: SchedulerWorkerOptions): Worker {
  const { logger, signals, clock = systemClock, lookEveryMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = options;
  const faults = makeFaultLog(logger, clock, 'the scheduler could not do its turn');
  const pause = makePause();
  let stopped = false;
  const stopListening = signals.listen(({ kind }) => {
    if (kind === 'schedule-due') pause.end();
  });
  const loop = run();

  async function run(): Promise<void> {
    while (!stopped) {
      const turn = await attempt(ticker.turn(), faults, { more: false, nextDueAt: null });
      if (!turn.more && !stopped) await pause.forMs(Math.min(lookEveryMs, msUntil(turn.nextDueAt, clock)));
    }
  }

  return {
    async stop() {
      stopped = true;
      stopListening();
      pause.end();
      await loop;
      if (await endsWithin(ticker.idle(), patienceMs)) return;
      await attempt(ticker.abandon(), faults, undefined);
      await endsWithin(ticker.idle(), Math.min(GRACE_MS, patienceMs));
    },
  };
}

async function attempt<Result>(work: Promise<Result>, faults: FaultLog, otherwise: Result): Promise<Result> {
  try {
    const result = await work;
    faults.worked();
    return result;
  } catch (error) {
    faults.failed(error);
    return otherwise;
  }
}

function msUntil(due: Date | null, clock: Clock): number {
  return due === null ? Number.POSITIVE_INFINITY : Math.max(0, due.getTime() - clock.now().getTime());
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
