import { OWN_APP } from '../sdk/app-id.js';
import { makeBreaker } from './breaker.js';
import type { Route } from './lane.js';
import type { Delivered } from './push-job.js';

/**
 * A queue of the product itself, served by a function of whichever process runs a dispatcher: what must happen if, and only if, a
 * transaction commits is pushed there within it (the outbox).
 */
export interface OwnQueue {
  readonly queue: string;
  readonly concurrency: number;
  readonly visibilityTimeoutSecs: number;
  readonly maxAttempts: number;
  /** `payload` as it was pushed. Says whether it is done, may be tried again (`unreachable`), or never will be (`refused`). */
  handle(payload: unknown): Promise<Delivered>;
}

export function ownRoute({ handle, ...settings }: OwnQueue): Route {
  return {
    appId: OWN_APP,
    ...settings,
    keepsDead: false,
    breaker: makeBreaker(),
    deliver: async (job) => handle(JSON.parse(job.payload)),
  };
}
