import type { Stores } from '../stores.js';
import type { Clock } from './clock.js';
import { IDEMPOTENCY_KEPT_HOURS } from './idempotency.js';
import type { Transact } from './transact.js';

const HOUR_MS = 3_600_000;
/** No rate policy looks back further than a day. */
const RATE_KEPT_HOURS = 24;

export interface Housekeeping {
  /** Forgets what has had its time, in every tenant. Safe to run anywhere, any number of times at once. */
  sweep(): Promise<{ readonly idempotency: number; readonly rateLimits: number }>;
}

export function makeHousekeeping(deps: { transact: Transact<Pick<Stores, 'idempotency' | 'rateLimits'>>; clock: Clock }): Housekeeping {
  return {
    sweep() {
      const now = deps.clock.now().getTime();
      const everyTenant = { tenantId: '', actor: { kind: 'system', name: 'housekeeping' } } as const;
      return deps.transact(everyTenant, async (stores) => ({
        idempotency: await stores.idempotency.forgetBefore(new Date(now - IDEMPOTENCY_KEPT_HOURS * HOUR_MS)),
        rateLimits: await stores.rateLimits.forgetBefore(new Date(now - RATE_KEPT_HOURS * HOUR_MS)),
      }));
    },
  };
}
