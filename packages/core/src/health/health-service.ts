import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';

/** What only the host knows about itself. */
export interface Health {
  /** Of the product, as released. */
  readonly version: string;
  /** Each rejects when what it looks at does not work. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly tookMs: number;
}

export interface HealthService {
  readonly version: string;
  /** Runs every check, at once. A check that fails is a result; why it failed is in the log only. */
  check(): Promise<readonly CheckResult[]>;
}

export function makeHealthService(deps: { readonly health: Health; readonly clock: Clock; readonly logger: Logger }): HealthService {
  const { health, clock, logger } = deps;

  async function run(name: string, check: () => Promise<void>): Promise<CheckResult> {
    const started = clock.now().getTime();
    const ok = await check().then(
      () => true,
      (error: unknown) => {
        logger.warn({ err: error, check: name }, 'a check failed');
        return false;
      },
    );
    return { name, ok, tookMs: clock.now().getTime() - started };
  }

  return {
    version: health.version,
    check: () => Promise.all(Object.entries(health.checks).map(([name, check]) => run(name, check))),
  };
}
