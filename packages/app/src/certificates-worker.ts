import type { CertificatesService } from '@comptoir/core/certificates/certificates-service.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Worker } from './worker.js';

const PAUSE_MS = 60_000;

/**
 * Looks for certificates to renew about once a minute, at a random second of it: machines that were started together must not ask
 * a directory together. Any number of processes may do so on one database. The timer does not keep the process alive.
 */
export function startRenewals(certificates: Pick<CertificatesService, 'renewDue'>, stopping: AbortSignal, logger: Logger): Worker {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(turn, Math.random() * PAUSE_MS).unref();
  let stopped = false;

  function turn(): void {
    running = certificates
      .renewDue(stopping)
      .catch((error: unknown) => logger.error({ err: error }, 'certificates could not be looked at'))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, PAUSE_MS * (0.5 + Math.random())).unref();
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
