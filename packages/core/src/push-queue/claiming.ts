import type { Clock } from '../kit/clock.js';
import { makeFaultLog } from '../kit/fault-log.js';
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
  /** Claims until there is nothing more to claim or enough at hand. */
  claim(): void;
  /** Claims nothing more, and waits for the claims that are under way. */
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

export function makeClaiming(deps: Deps): Claiming {
  const faults = makeFaultLog(deps.logger, deps.clock, 'could not claim messages');
  let mayClaim = false;
  // Beside each other, so that a queue with a message now and then never waits for a claim of many messages.
  const rounds = [aRound((lane) => lane.hasBacklog), aRound((lane) => !lane.hasBacklog)];

  /** One claim at a time for the lanes that are its own: two of the same would only wait for each other. */
  function aRound(isOwn: (lane: Lane) => boolean): { readonly begin: () => void; readonly ended: () => Promise<void> } {
    let isClaiming = false;
    let claiming: Promise<void> = Promise.resolve();

    async function claimAll(): Promise<void> {
      isClaiming = true;
      try {
        while (mayClaim && (await claimOnce(deps, isOwn))) faults.worked();
      } catch (error) {
        mayClaim = false;
        faults.failed(error);
      }
      isClaiming = false;
    }

    return {
      begin() {
        if (mayClaim && !isClaiming) claiming = claimAll();
      },
      ended: () => claiming,
    };
  }

  return {
    resume: () => {
      mayClaim = true;
    },
    claim() {
      for (const { begin } of rounds) begin();
    },
    async stop() {
      mayClaim = false;
      await Promise.all(rounds.map(({ ended }) => ended()));
    },
  };
}

/** False when there is nothing to claim for. */
async function claimOnce({ transact, clock, ids, lanes, onClaimed }: Deps, isOwn: (lane: Lane) => boolean): Promise<boolean> {
  const now = clock.now();
  const wanted = wants(lanes, isOwn, now);
  if (wanted.size === 0) return false;
  // Whoever rings from here on may mean a message that this claim does not see.
  for (const lane of wanted.keys()) [lane.isDue, lane.isClaimed] = [false, true];
  const claimed = await transact(SCOPE, ({ pushQueue }) => pushQueue.claim([...wanted.values()], ids.uuid(), now), 'one-call').finally(
    () => {
      for (const lane of wanted.keys()) lane.isClaimed = false;
    },
  );
  const sorted = lanes.sorted(claimed);
  const tookMs = clock.now().getTime() - now.getTime();
  for (const [lane, want] of wanted) {
    lane.took(sorted.get(lane) ?? [], want, now, tookMs);
    onClaimed(lane);
  }
  return true;
}

function wants(lanes: Lanes, isOwn: (lane: Lane) => boolean, now: Date): ReadonlyMap<Lane, Want> {
  const found = new Map<Lane, Want>();
  for (const lane of lanes.all()) {
    const want = lane.isDue && isOwn(lane) ? lane.want(now) : null;
    if (want !== null) found.set(lane, want);
  }
  return found;
}
