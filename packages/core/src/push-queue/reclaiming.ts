import type { Clock } from '../kit/clock.js';
import { hostScope } from '../kit/scope.js';
import type { TransactAll } from '../stores.js';

/** Puts messages back whose lease has ended without a word: their dispatcher is gone. */
export interface Reclaiming {
  run(): Promise<void>;
}

const BATCH = 1000;
/** A lease that was written down later than this after its end is found by looking at all leases … */
const LATENESS_MS = 10_000;
/** … which is done not more often than this, and for no more than a twentieth of the time: dead rows make it slow. */
const WHOLE_LOOK_MS = 10_000;
const WHOLE_LOOK_SHARE = 20;
const SCOPE = hostScope('push-queue');

export function makeReclaiming({ transact, clock }: { readonly transact: TransactAll; readonly clock: Clock }): Reclaiming {
  let lookedAt: Date | null = null;
  let wholeLookAt = 0;

  async function reclaimSince(since: Date | null, now: Date): Promise<void> {
    const reclaimed = await transact(SCOPE, ({ pushQueue }) => pushQueue.reclaim(since, now, BATCH), 'one-call');
    if (reclaimed === BATCH) await reclaimSince(since, now);
  }

  return {
    async run() {
      const now = clock.now();
      // A clock that was set back makes what it said before worthless.
      const isWhole = lookedAt === null || now < lookedAt || now.getTime() >= wholeLookAt;
      await reclaimSince(isWhole || lookedAt === null ? null : new Date(lookedAt.getTime() - LATENESS_MS), now);
      lookedAt = now;
      const tookMs = clock.now().getTime() - now.getTime();
      if (isWhole) wholeLookAt = now.getTime() + Math.max(WHOLE_LOOK_MS, tookMs * WHOLE_LOOK_SHARE);
    },
  };
}
