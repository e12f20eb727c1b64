import type { Housekeeping } from '@comptoir/core/kit/housekeeping.js';
import type { Logger } from '@comptoir/core/kit/logger.js';

const FIRST_SWEEP_MS = 60_000;
const PAUSE_MS = 600_000;

export interface Worker {
  /** Starts nothing more and waits for what runs. */
  stop(): Promise<void>;
}

/**
 * Sweeps after a minute, so that a boot is not slowed down, then every ten minutes. Any number of processes may sweep one
 * database. The timer does not keep the process alive.
 */
export function startHousekeeping(housekeeping: Housekeeping, logger: Logger): Worker {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(turn, FIRST_SWEEP_MS).unref();
  let stopped = false;

  function turn(): void {
    running = sweep(housekeeping, logger).then(() => {
      if (!stopped) timer = setTimeout(turn, PAUSE_MS).unref();
    });
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** A sweep that fails is logged and left to the next turn: nothing waits for it. */
async function sweep(housekeeping: Housekeeping, logger: Logger): Promise<void> {
  try {
    logger.debug({ forgotten: await housekeeping.sweep() }, 'swept');
  } catch (error) {
    logger.error({ err: error }, 'sweep failed');
  }
}
