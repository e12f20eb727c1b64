import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import { hostScope } from '../kit/scope.js';
import type { Timers } from '../kit/timers.js';
import type { TransactAll, Views } from '../stores.js';
import type { DeliveryCounters } from './delivery-counters.js';
import { makeDeliverySlots } from './delivery-slots.js';
import type { Lane } from './lane.js';
import { makeLanes } from './lanes.js';
import type { OwnQueue } from './own-queue.js';
import { type Delivered, isHandlersFault, type Settlement, settlementOf } from './push-job.js';
import type { ClaimedJob, Want } from './push-queue-store.js';
import type { QueueBell } from './queue-bell.js';
import { makeReclaiming } from './reclaiming.js';
import { makeSettling } from './settling.js';

/** Delivers what is on the queue. Any number of them, in any number of processes, may serve one database. */
export interface Dispatcher {
  start(): void;
  /** Begins nothing more, gives back what it has not begun, and finishes what is under way, or gives that back too. */
  stop(): Promise<void>;
}

export interface DispatcherDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'pushQueue'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly outgoing: OutgoingHttp;
  readonly counters: DeliveryCounters;
  readonly bell: QueueBell;
  readonly ownQueues: readonly OwnQueue[];
}

/** How often it looks by itself: for messages of other processes, delayed ones, leases that have ended. */
const LOOK_MS = 500;
const IN_FLIGHT_MAX = 512;
const STOP_PATIENCE_MS = 8_000;
/** What is left of a lease must be worth beginning. */
const LEASE_LEFT_MIN_MS = 250;
const SCOPE = hostScope('push-queue');

export function makeDispatcher(deps: DispatcherDeps): Dispatcher {
  const { transact, clock, crypto, ids, timers, counters, bell, logger } = deps;
  const slots = makeDeliverySlots(IN_FLIGHT_MAX);
  const settling = makeSettling(deps);
  const reclaiming = makeReclaiming(deps);
  const lanes = makeLanes(deps);
  /** Have something to begin, and no slot. */
  const starved = new Set<Lane>();
  const underWay = new Map<ClaimedJob, Lane>();
  let isRunning = false;
  let isClaiming = false;
  let isStoreDown = false;
  let looking: Promise<void> = Promise.resolve();
  let claiming: Promise<void> = Promise.resolve();
  let silence: () => void = () => undefined;
  let cancelLook: () => void = () => undefined;
  let whenIdle: () => void = () => undefined;

  function settle({ id, lease }: ClaimedJob, settlement: Settlement): void {
    settling.add({ id, token: lease.token, settlement });
  }

  /** Back on the queue as it was: it was not delivered. */
  function giveBack(lane: Lane): void {
    const runAt = lane.route.breaker.openUntil() ?? clock.now();
    for (const job of lane.waiting.splice(0)) settle(job, { kind: 'again', attempts: job.attempts, runAt });
  }

  function beginWaiting(lane: Lane): void {
    starved.delete(lane);
    giveBackStale(lane, clock.now());
    while (lane.waiting.length > 0 && lane.inFlight < lane.route.concurrency) {
      if (!isRunning || lane.route.breaker.allows(1, clock.now()) === 0) {
        giveBack(lane);
        return;
      }
      if (!slots.take(lane.appId)) {
        starved.add(lane);
        return;
      }
      const job = lane.waiting.shift();
      if (job !== undefined) void deliver(lane, job);
    }
  }

  /** Drops what has waited for nearly all of its lease: the lease of what is begun must last for an answer. */
  function giveBackStale(lane: Lane, now: Date): void {
    const fresh = lane.waiting.findIndex((job) => isWorthBeginning(job, now));
    const stale = lane.waiting.splice(0, fresh < 0 ? lane.waiting.length : fresh);
    for (const job of stale) settle(job, { kind: 'again', attempts: job.attempts, runAt: now });
  }

  async function deliver(lane: Lane, job: ClaimedJob): Promise<void> {
    const { route } = lane;
    const begunAt = clock.now();
    underWay.set(job, lane);
    lane.inFlight += 1;
    route.breaker.began();
    counters.began(lane);
    const delivered = await route.deliver(job).catch((error: unknown) => failed(lane, error));
    const now = clock.now();
    route.breaker.ended(isHandlersFault(delivered), now);
    const settlement = settlementOf(job, delivered, { maxAttempts: route.maxAttempts, now, dice: diceOf(crypto) });
    counters.ended(lane, settlement.kind, now.getTime() - begunAt.getTime());
    // A stop that lost patience has given it back already.
    if (underWay.delete(job)) settle(job, settlement.kind === 'dead' && !route.keepsDead ? { kind: 'acked' } : settlement);
    lane.inFlight -= 1;
    lane.ended();
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
    if (next !== null) beginWaiting(next);
    beginWaiting(lane);
    if (underWay.size === 0) whenIdle();
    if (lane.isDue && lane.want(clock.now()) !== null) claim();
  }

  function wants(now: Date): Map<Lane, Want> {
    const found = new Map<Lane, Want>();
    for (const lane of lanes.all()) {
      const want = lane.isDue ? lane.want(now) : null;
      if (want !== null) found.set(lane, want);
    }
    return found;
  }

  /** Claims until there is nothing more to claim or enough at hand. One claim at a time: they would only wait for each other. */
  function claim(): void {
    if (isRunning && !isClaiming && !isStoreDown) claiming = claimAll();
  }

  async function claimAll(): Promise<void> {
    isClaiming = true;
    try {
      while (isRunning && (await claimOnce()));
    } catch (error) {
      isStoreDown = true;
      logger.warn({ err: error }, 'could not claim messages; trying again');
    }
    isClaiming = false;
  }

  async function claimOnce(): Promise<boolean> {
    const begunAt = clock.now();
    const wanted = wants(begunAt);
    if (wanted.size === 0) return false;
    // Whoever rings from here on may mean a message that this claim does not see.
    for (const lane of wanted.keys()) lane.isDue = false;
    const jobs = await transact(SCOPE, ({ pushQueue }) => pushQueue.claim([...wanted.values()], ids.uuid(), begunAt)).catch((error) => {
      for (const lane of wanted.keys()) lane.isDue = true;
      throw error;
    });
    const tookMs = clock.now().getTime() - begunAt.getTime();
    const byLane = lanes.sorted(jobs);
    for (const [lane, want] of wanted) {
      const rungMeanwhile = lane.isDue;
      lane.took(byLane.get(lane) ?? [], want, begunAt, tookMs);
      lane.isDue ||= rungMeanwhile;
      beginWaiting(lane);
    }
    return true;
  }

  async function look(): Promise<void> {
    isStoreDown = false;
    try {
      await lanes.refresh();
      await reclaiming.run();
      for (const lane of lanes.all()) lane.isDue = true;
    } catch (error) {
      logger.warn({ err: error }, 'could not look at the queue; trying again');
    }
    claim();
    if (isRunning) cancelLook = timers.after(LOOK_MS, lookAgain);
  }

  function lookAgain(): void {
    looking = look();
  }

  return {
    start() {
      isRunning = true;
      silence = bell.listen((news) => {
        if (news.kind === 'changed') lanes.forgetRefresh();
        else lanes.markDue(news);
        claim();
      });
      lookAgain();
    },

    async stop() {
      isRunning = false;
      silence();
      cancelLook();
      await Promise.all([looking, claiming]);
      for (const lane of lanes.all()) giveBack(lane);
      await settledUnderWay();
      for (const [job, lane] of underWay) {
        underWay.delete(job);
        settle(job, settlementOf(job, { kind: 'timed-out' }, { maxAttempts: lane.route.maxAttempts, now: clock.now(), dice: 0 }));
      }
      await settling.finish();
    },
  };

  function settledUnderWay(): Promise<void> {
    if (underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = timers.after(STOP_PATIENCE_MS, resolve);
      whenIdle = () => {
        cancel();
        resolve();
      };
    });
  }
}

function isWorthBeginning({ lease }: ClaimedJob, now: Date): boolean {
  return lease.until.getTime() - now.getTime() >= LEASE_LEFT_MIN_MS;
}

/** From 0 to 1, in steps that are fine enough to scatter waits. */
function diceOf(crypto: Crypto): number {
  const [high = 0, low = 0] = crypto.randomBytes(2);
  return (high * 256 + low) / 65_536;
}
