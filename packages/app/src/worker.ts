import { makeFaultLog } from '@comptoir/core/kit/fault-log.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { systemClock } from './adapters/system-clock.js';

export interface Worker {
  /** Starts nothing more and waits for what runs. */
  stop(): Promise<void>;
}

/** Something to be done again and again. */
export interface Turns {
  /** As the log names it. */
  readonly name: string;
  /** How long after the start the first turn comes: a boot is not slowed down. */
  readonly firstMs: number;
  /** Between the end of a turn and the next. */
  readonly pauseMs: number;
  /** Any number of processes may be at it at once. What it returns is told to whoever debugs. */
  turn(): Promise<unknown>;
}

/** Takes turns until it is stopped. A turn that fails is left to the next one; the log has it once a minute. The timer does not keep the process alive. */
export function startWorker({ name, firstMs, pauseMs, turn }: Turns, logger: Logger): Worker {
  const faults = makeFaultLog(logger, systemClock, 'could not take its turn', { worker: name });
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(take, firstMs).unref();
  let stopped = false;

  function take(): void {
    running = attempt().then(() => {
      if (!stopped) timer = setTimeout(take, pauseMs).unref();
    });
  }

  async function attempt(): Promise<void> {
    try {
      logger.debug({ worker: name, done: await turn() }, 'turn taken');
      faults.worked();
    } catch (error) {
      faults.failed(error);
    }
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
