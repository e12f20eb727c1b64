import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { TransactAll } from '../stores.js';
import type { Lane } from './lane.js';
import type { Lanes } from './lanes.js';
import type { Want } from './push-queue-store.js';

/** Claims messages for the lanes that are due. */
export interface Claiming {
  /** Lets it claim; after a fault of the store it rests until then. */
  resume(): void;
  /** Claims until there is nothing more to claim or enough at hand. One claim at a time: two would only wait for each other. */
  claim(): void;
  /** Claims nothing more, and waits for the claim that is under way. */
  stop(): Promise<void>;
}

interface Deps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly lanes: Lanes;
  /** The lane has claimed messages. */
  readonly onClaimed: (lane: Lane) => void;
}

const SCOPE = hostScope('push-queue');

export function makeClaiming({ transact, clock, ids, logger, lanes, onClaimed }: Deps): Claiming {
  let mayClaim = false;
  let isClaiming = false;
  let claiming: Promise<void> = Promise.resolve();

  function wants(now: Date): ReadonlyMap<Lane, Want> {
    const found = new Map<Lane, Want>();
    for (const lane of lanes.all()) {
      const want = lane.isDue ? lane.want(now) : null;
      if (want !== null) found.set(lane, want);
    }
    return found;
  }

  async function claimAll(): Promise<void> {
    isClaiming = true;
    try {
      while (mayClaim && (await claimOnce()));
    } catch (error) {
      mayClaim = false;
      logger.warn({ err: error }, 'could not claim messages; trying again');
    }
    isClaiming = false;
  }

  /** False when there is nothing to claim for. */
  async function claimOnce(): Promise<boolean> {
    const now = clock.now();
    const wanted = wants(now);
    if (wanted.size === 0) return false;
    // Whoever rings from here on may mean a message that this claim does not see.
    for (const lane of wanted.keys()) lane.isDue = false;
    const claimed = lanes.sorted(await transact(SCOPE, ({ pushQueue }) => pushQueue.claim([...wanted.values()], ids.uuid(), now), 'one-call'));
    const tookMs = clock.now().getTime() - now.getTime();
    for (const [lane, want] of wanted) {
      lane.took(claimed.get(lane) ?? [], want, now, tookMs);
      onClaimed(lane);
    }
    return true;
  }

  return {
    resume: () => {
      mayClaim = true;
    },
    claim() {
      if (mayClaim && !isClaiming) claiming = claimAll();
    },
    stop() {
      mayClaim = false;
      return claiming;
    },
  };
}
