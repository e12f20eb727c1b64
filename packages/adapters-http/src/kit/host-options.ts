import type { Logger } from '@comptoir/core/kit/logger.js';

/** What a host depends on, each answering when it is well and throwing when it is not. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** What every host needs to know from whoever runs it. */
export interface HostOptions {
  /** The address under which people and machines reach this host, without a trailing slash. */
  readonly publicUrl: string;
  /** How many proxies in front of this host may be believed about the client's address. */
  readonly trustProxyHops: number;
  readonly logger: Logger;
  readonly health: HealthChecks;
}
