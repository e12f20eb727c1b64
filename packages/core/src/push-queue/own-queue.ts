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
  /** How many seconds a message waits after its first failed attempt, after its second …; ever longer up to an hour when left out. */
  readonly retryWaitsSecs?: readonly number[];
  /**
   * What is given up is kept for people to look at and to try again (`queues` router). Only for a queue whose every message is `{tenantId, siteId, …}`
   * with the ids of records and nothing else: no secret, nothing of a person. Without it, what is given up is gone.
   */
  readonly keepsDead?: boolean;
  /**
   * `payload` as it was pushed, after so many failed attempts. Says whether it is done, may be tried again (`unreachable`; `postponed` where the handler
   * itself is well), or never will be (`refused`).
   */
  handle(payload: unknown, attempts: number): Promise<Delivered>;
}

export function ownRoute({ handle, keepsDead = false, ...settings }: OwnQueue): Route {
  return {
    appId: OWN_APP,
    ...settings,
    keepsDead,
    breaker: makeBreaker(),
    deliver: async (job) => handle(JSON.parse(job.payload), job.attempts),
  };
}
