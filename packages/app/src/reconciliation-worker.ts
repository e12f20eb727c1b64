import type { Logger } from '@comptoir/core/kit/logger.js';
import type { VhostsService } from '@comptoir/core/vhosts/vhosts-service.js';
import type { Worker } from './worker.js';

const PAUSE_MS = 600_000;

/**
 * Brings the web server's files in order at once, for what a crash left behind, then every ten minutes, for what was quarantined
 * and can be served again. The timer does not keep the process alive.
 */
export function startReconciliation(vhosts: Pick<VhostsService, 'reconcile'>, logger: Logger): Worker {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = turn();

  async function turn(): Promise<void> {
    await bringInOrder(vhosts, logger);
    if (stopped) return;
    timer = setTimeout(() => {
      running = turn();
    }, PAUSE_MS).unref();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** What fails is logged and left to the next turn: the files are as they were, or the next turn finds them. */
async function bringInOrder(vhosts: Pick<VhostsService, 'reconcile'>, logger: Logger): Promise<void> {
  try {
    const { quarantined, setAside, changed } = await vhosts.reconcile();
    logger.debug({ quarantined, setAside, changed }, 'virtual hosts are in order');
  } catch (error) {
    logger.error({ err: error }, 'virtual hosts could not be brought in order');
  }
}
