import type { Clock } from '../kit/clock.js';
import { makeFaultLog } from '../kit/fault-log.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { TransactAll } from '../stores.js';
import type { Lane } from './lane.js';
import type { Lanes } from './lanes.js';
import { longestWaitSecs } from './push-job.js';
import type { PushQueueStore, QueueHorizon } from './push-queue-store.js';

/**
 * What a clock that was ahead has left behind: set back, it would keep leased and delayed messages until the time comes that it once showed. They are
 * looked for when the process starts, when its clock goes back, and now and then, because the clock that was wrong may have been another's.
 */
export interface Righting {
  /** Looks where it is time to, unless a look is under way. Nobody waits for it: where many messages are delayed it takes its time. */
  begin(): void;
  /** Waits for the look that is under way. */
  ended(): Promise<void>;
}

interface Deps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lanes: Pick<Lanes, 'all'>;
}

type Look = (queue: PushQueueStore, horizons: readonly QueueHorizon[], now: Date) => Promise<number>;

const BATCH = 1000;
/** Leases are few, and an index has those that last longest. */
const LEASES_EVERY_MS = 10_000;
/** Of messages, all that are delayed are looked at. */
const MESSAGES_EVERY_MS = 600_000;
/** A clock that is being corrected goes back by less without anybody having set it. */
const SET_BACK_MS = 1000;
const SCOPE = hostScope('push-queue');

const LEASES: Look = (queue, horizons, now) => queue.reclaimAhead(horizons, now, BATCH);
const MESSAGES: Look = (queue, horizons, now) => queue.bringForward(horizons, now, BATCH);

export function makeRighting({ transact, clock, logger, lanes }: Deps): Righting {
  const faults = makeFaultLog(logger, clock, 'could not put right what a wrong clock has left on the queue');
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();
  let turnAt = clock.now().getTime();
  /** Since when the clock has only gone forward, as far as is known here. */
  let steadySince = turnAt;
  let leasesAt = turnAt;
  let messagesAt = turnAt;

  function notice(now: number): void {
    if (now < turnAt - SET_BACK_MS) [steadySince, leasesAt, messagesAt] = [now, now, now];
    turnAt = now;
  }

  async function putRight(look: Look, horizons: readonly QueueHorizon[], now: Date): Promise<number> {
    const found = horizons.length === 0 ? 0 : await transact(SCOPE, ({ pushQueue }) => look(pushQueue, horizons, now), 'one-call');
    return found < BATCH ? found : found + (await putRight(look, horizons, now));
  }

  async function lookWhereDue(now: Date): Promise<void> {
    const at = now.getTime();
    const horizons = [...lanes.all()].map(horizonOf);
    // Deliveries that were begun before the clock was set back have that long to end: then whatever still has such a lease was left by somebody.
    const settled = horizons.filter(({ leaseSecs }) => at - steadySince >= leaseSecs * 1000);
    // A clock that is set back during the look asks for another.
    const next = (everyMs: number) => (turnAt < at ? turnAt : at + everyMs);
    const leases = at >= leasesAt ? await putRight(LEASES, settled, now) : 0;
    if (at >= leasesAt) leasesAt = next(LEASES_EVERY_MS);
    const messages = at >= messagesAt ? await putRight(MESSAGES, horizons, now) : 0;
    if (at >= messagesAt) messagesAt = next(MESSAGES_EVERY_MS);
    if (leases + messages > 0)
      logger.warn({ leases, messages }, 'messages that a clock which was ahead would have kept waiting were put right');
  }

  async function look(now: Date): Promise<void> {
    isLooking = true;
    try {
      await lookWhereDue(now);
      faults.worked();
    } catch (error) {
      faults.failed(error);
    }
    isLooking = false;
  }

  return {
    begin() {
      const now = clock.now();
      notice(now.getTime());
      if (!isLooking) looking = look(now);
    },
    ended: () => looking,
  };
}

function horizonOf({ appId, queue, longestLeaseSecs, route }: Lane): QueueHorizon {
  return { appId, queue, leaseSecs: longestLeaseSecs, waitSecs: longestWaitSecs(route.retryWaitsSecs) };
}
