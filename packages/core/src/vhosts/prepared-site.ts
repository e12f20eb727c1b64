import type { Logger } from '../kit/logger.js';
import type { Publisher } from './publisher.js';
import type { Vhost } from './vhost.js';

/**
 * A new site that the web server is told of while its certificate is on its way: both take their time, and neither needs the other,
 * because certificates are read at each handshake. Until it is there, handshakes for the site fail, as they would for nobody's name.
 */
export interface PreparedSite {
  /** Returns at once. */
  begin(): void;
  /** Waits for the web server. What it has against the site is said when it is published, which tries again. */
  settled(): Promise<void>;
  /** There will be no certificate: the web server is told. What this cannot do, the next reconciliation does. */
  withdraw(): Promise<void>;
}

export function prepareSite(publisher: Publisher, logger: Logger, vhostOf: () => Vhost): PreparedSite {
  let preparing: Promise<unknown> | null = null;

  const settled = async () => {
    await preparing?.catch((error: unknown) => logger.debug({ err: error }, 'a virtual host could not be prepared'));
  };

  return {
    begin() {
      preparing ??= publisher.publish({ kind: 'prepare', vhost: vhostOf() });
      // It may fail long before anybody waits for it.
      preparing.catch(() => undefined);
    },
    settled,
    async withdraw() {
      if (preparing === null) return;
      await settled();
      await publisher.publish({ kind: 'withdraw', vhost: vhostOf() }).catch((error: unknown) => {
        logger.error({ err: error }, 'a virtual host that was prepared could not be taken back; the next reconciliation does it');
      });
    },
  };
}
