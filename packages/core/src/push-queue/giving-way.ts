import type { Lane } from './lane.js';

/**
 * What queues with a backlog leave to the others. One that is delivered as fast as it goes keeps every processor busy, and whoever pushes a
 * single message beside it waits for processors, at each step of its way. So while another queue is in use, those that have a backlog share few
 * deliveries at once. That is enough for quick answers: more at once would hardly be more in a second. Slow answers keep no processor
 * busy, so as many are under way as it takes to get a certain number in a second.
 */
export interface GivingWay {
  /** How many deliveries of the lane may be under way. */
  most(lane: Lane, now: Date): number;
  /** A delivery of the lane begins. */
  began(lane: Lane, now: Date): void;
  /** The lane has claimed messages. */
  claimed(lane: Lane): void;
}

/** What backlogs have under way at once, all together … */
const AT_ONCE = 6;
/** … or more, until they are delivered at this pace. */
const PER_MS = 4;
/** A queue is in use for so long after a delivery. */
const IN_USE_MS = 60_000;

export function makeGivingWay(): GivingWay {
  const backlogs = new Set<Lane>();
  /** When those without a backlog were delivered last. */
  const inUse = new Map<Lane, number>();

  function isBesideOthers(lane: Lane, now: Date): boolean {
    for (const [other, at] of inUse) {
      // A clock that was set back lets nothing last.
      if (Math.abs(now.getTime() - at) >= IN_USE_MS) inUse.delete(other);
      else if (other !== lane && !other.hasBacklog) return true;
    }
    return false;
  }

  return {
    most(lane, now) {
      const { concurrency } = lane.route;
      if (!lane.hasBacklog || !isBesideOthers(lane, now)) return concurrency;
      const together = Math.max(AT_ONCE, lane.meanMs * PER_MS);
      return Math.min(concurrency, Math.ceil(together / Math.max(1, backlogs.size)));
    },
    began(lane, now) {
      if (!lane.hasBacklog) inUse.set(lane, now.getTime());
    },
    claimed(lane) {
      backlogs.add(lane);
      for (const each of backlogs) if (!each.hasBacklog || !each.isServed) backlogs.delete(each);
    },
  };
}
