import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Logger } from '../kit/logger.js';
import type { Timers } from '../kit/timers.js';
import type { DeliveryCounters } from './delivery-counters.js';
import { makeDeliverySlots } from './delivery-slots.js';
import type { GivingWay } from './giving-way.js';
import type { Lane } from './lane.js';
import { type Delivered, isHandlersFault, type Settlement, settlementOf } from './push-job.js';
import type { ClaimedJob } from './push-queue-store.js';
import type { Settling } from './settling.js';

/** What is under way: from the claim of a message to what became of it. */
export interface Deliveries {
  /** Begins what the lane has claimed, as far as there is room. */
  begin(lane: Lane): void;
  /** Back on the queue, as it was: it was not delivered. */
  giveBack(lane: Lane): void;
  /** Waits for what is under way; what takes too long is given back. */
  finish(): Promise<void>;
}

interface Deps {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly counters: DeliveryCounters;
  readonly givingWay: GivingWay;
  readonly settling: Settling;
  /** A delivery of the lane is done: it may want more. */
  readonly onEnded: (lane: Lane) => void;
}

const IN_FLIGHT_MAX = 512;
/** How long a stop waits for handlers. */
const STOP_PATIENCE_MS = 8_000;
/** What is left of a lease must be worth beginning. */
const LEASE_LEFT_MIN_MS = 250;

export function makeDeliveries({ clock, crypto, timers, logger, counters, givingWay, settling, onEnded }: Deps): Deliveries {
  const slots = makeDeliverySlots(IN_FLIGHT_MAX);
  /** Have something to begin, and no slot. */
  const starved = new Set<Lane>();
  const underWay = new Map<ClaimedJob, Lane>();
  let whenIdle: () => void = () => undefined;

  const dice = () => chanceOf(crypto);

  function settle({ id, lease }: ClaimedJob, settlement: Settlement): void {
    settling.add({ id, token: lease.token, settlement });
  }

  /** Due since it was, unless its handler is spared: whatever this clock says has no part in that. */
  function putBack(jobs: readonly ClaimedJob[], sparedUntil: Date | null): void {
    for (const job of jobs) settle(job, { kind: 'again', attempts: job.attempts, runAt: sparedUntil ?? job.runAt });
  }

  function giveBack(lane: Lane): void {
    putBack(lane.waiting.splice(0), lane.route.breaker.openUntil());
  }

  /** What has waited for nearly all of its lease: the lease of what is begun must last for an answer. */
  function giveBackStale(lane: Lane, now: Date): void {
    const fresh = lane.waiting.findIndex(({ lease }) => lease.until.getTime() - now.getTime() >= LEASE_LEFT_MIN_MS);
    putBack(lane.waiting.splice(0, fresh < 0 ? lane.waiting.length : fresh), null);
  }

  function begin(lane: Lane): void {
    starved.delete(lane);
    const now = clock.now();
    giveBackStale(lane, now);
    while (lane.waiting.length > 0 && lane.inFlight < givingWay.most(lane, now)) {
      if (!lane.isServed || lane.route.breaker.allows(1, now) === 0) {
        giveBack(lane);
      } else if (slots.take(lane.appId)) {
        const job = lane.waiting.shift();
        if (job !== undefined) void deliver(lane, job);
      } else {
        starved.add(lane);
        return;
      }
    }
  }

  async function deliver(lane: Lane, job: ClaimedJob): Promise<void> {
    const { route } = lane;
    const begunAt = clock.now();
    underWay.set(job, lane);
    lane.inFlight += 1;
    route.breaker.began();
    counters.began(lane);
    givingWay.began(lane, begunAt);
    const delivered = await route.deliver(job).catch((error: unknown) => failed(lane, error));
    const now = clock.now();
    const { maxAttempts, retryWaitsSecs } = route;
    const settlement = settlementOf(job, delivered, { maxAttempts, retryWaitsSecs, now, dice });
    route.breaker.ended(isHandlersFault(delivered), now);
    const tookMs = Math.max(0, now.getTime() - begunAt.getTime());
    counters.ended(lane, settlement.kind, tookMs);
    // A stop that lost patience has given it back already.
    if (underWay.delete(job)) settle(job, settlement.kind === 'dead' && !route.keepsDead ? { kind: 'acked' } : settlement);
    lane.inFlight -= 1;
    lane.ended(tookMs);
    slots.give(lane.appId);
    goOn(lane);
  }

  /** Only a handler of the host itself can fail in a way that nobody has foreseen. */
  function failed({ appId, queue }: Lane, error: unknown): Delivered {
    logger.error({ err: error, app: appId, queue }, 'a handler of the queue failed');
    return { kind: 'unreachable', reason: 'The handler failed.' };
  }

  /** A slot is free: for whoever has waited for one, else for the next message of the lane. */
  function goOn(lane: Lane): void {
    const next = slots.first(starved);
    if (next !== null) begin(next);
    begin(lane);
    if (underWay.size === 0) whenIdle();
    onEnded(lane);
  }

  function idle(): Promise<void> {
    if (underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = timers.after(STOP_PATIENCE_MS, resolve);
      whenIdle = () => {
        cancel();
        resolve();
      };
    });
  }

  return {
    begin,
    giveBack,
    async finish() {
      await idle();
      for (const [job, { route }] of underWay) {
        underWay.delete(job);
        settle(job, settlementOf(job, { kind: 'timed-out' }, { maxAttempts: route.maxAttempts, now: clock.now(), dice }));
      }
    },
  };
}

/** From 0 to 1, in steps that are fine enough to scatter waits. */
function chanceOf(crypto: Crypto): number {
  const [high = 0, low = 0] = crypto.randomBytes(2);
  return (high * 256 + low) / 65_536;
}
