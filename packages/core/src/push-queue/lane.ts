import type { Breaker } from './breaker.js';
import type { Delivered, LeasedJob } from './push-job.js';
import type { ClaimedJob, QueuePlace, QueueWorker, Want } from './push-queue-store.js';

/** Where the messages of a queue go, and how. */
export interface Route extends Omit<QueueWorker, 'handlerUrl'> {
  /** False: what is given up is dropped, because nobody could look at it. */
  readonly keepsDead: boolean;
  readonly retryWaitsSecs?: readonly number[] | undefined;
  readonly breaker: Breaker;
  deliver(job: LeasedJob): Promise<Delivered>;
}

/** One queue as a dispatcher sees it: what it has claimed and not begun, what is under way, and where it looked last. */
export interface Lane {
  readonly appId: string;
  readonly queue: string;
  route: Route;
  /** The longest visibility timeout that the queue has had, as far as this process knows: leases of then may still last. */
  longestLeaseSecs: number;
  /** Claimed and not begun. */
  readonly waiting: ClaimedJob[];
  inFlight: number;
  /** False: its worker is no more. Nothing of it is claimed or begun. */
  isServed: boolean;
  /** There may be something to claim. */
  isDue: boolean;
  /** Messages of it are being claimed. */
  isClaimed: boolean;
  /** The last claim brought all that it asked for. Changes only when a claim is done. */
  readonly hasBacklog: boolean;
  /** How long its deliveries take, of late. */
  readonly meanMs: number;
  /** A lease for one message that is being pushed, if it would be delivered at once; null: it waits on the queue. */
  offer(now: Date): OfferedLease | null;
  /** What to claim now; null: there is enough at hand, or the handler is spared. */
  want(now: Date): Want | null;
  /** Takes in what was claimed for `want`, which took `tookMs`. */
  took(jobs: readonly ClaimedJob[], want: Want, now: Date, tookMs: number): void;
  /** One delivery is done. */
  ended(tookMs: number): void;
}

/** Room that is kept for one message, until either of its functions is called, once. */
export interface OfferedLease {
  readonly until: Date;
  /** The message is pushed: it waits in the lane. */
  take(job: ClaimedJob): void;
  /** There is no such message. */
  withdraw(): void;
}

/** Kept at hand while deliveries go on, so that nobody waits for a claim: what is delivered in this time … */
const STOCK_MS = 200;
/** … but no more messages or bytes than this. */
const STOCK_MAX = 750;
const STOCK_BYTES_MAX = 8 * 1024 * 1024;
/** Claimed at once: more would hold up everything else while they are read. */
const CLAIM_MAX = 250;
/** Messages that others committed late, behind those already claimed, are still found when they are no older than this … */
const LATENESS_MS = 100;
/** … and all others by looking from the beginning: not more often, and for no more than a twentieth of the time. */
const WHOLE_LOOK_MS = 1_000;
const WHOLE_LOOK_SHARE = 20;
/** The part of each delivery in their mean. */
const MEAN_SHARE = 1 / 64;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function makeLane(route: Route): Lane {
  let place: QueuePlace | null = null;
  let wholeLookAt = 0;
  let wantedAt = 0;
  let ended = 0;
  let countedSince = 0;
  let perMs = 0;
  let largest = 1;
  let hasBacklog = false;
  let meanMs: number | null = null;
  let offered = 0;

  const stock = () => Math.min(STOCK_MAX, Math.ceil(perMs * STOCK_MS), Math.ceil(STOCK_BYTES_MAX / largest));

  /** Dead rows lie before what was claimed last: a long transaction elsewhere can keep them there for minutes. */
  function startingPoint(now: Date): QueuePlace | null {
    // A clock that was set back makes what it said before worthless.
    if (now.getTime() < wantedAt) place = null;
    wantedAt = now.getTime();
    if (place === null || now.getTime() >= wholeLookAt) return null;
    const late = new Date(now.getTime() - LATENESS_MS);
    return place.runAt < late ? place : { runAt: late, id: FIRST_ID };
  }

  const lane: Lane = {
    appId: route.appId,
    queue: route.queue,
    route,
    longestLeaseSecs: route.visibilityTimeoutSecs,
    waiting: [],
    inFlight: 0,
    isServed: true,
    isDue: true,
    isClaimed: false,
    get hasBacklog() {
      return hasBacklog;
    },
    get meanMs() {
      return meanMs ?? 0;
    },

    offer(now) {
      const { concurrency, visibilityTimeoutSecs, breaker } = lane.route;
      // Whatever else there is of the queue, or may be, was there before.
      const hasOthers = lane.isDue || lane.isClaimed || hasBacklog || lane.waiting.length > 0;
      if (!lane.isServed || hasOthers || lane.inFlight + offered >= concurrency || breaker.allows(1, now) === 0) return null;
      offered += 1;
      return {
        until: new Date(now.getTime() + visibilityTimeoutSecs * 1000),
        take(job) {
          offered -= 1;
          lane.waiting.push(job);
        },
        withdraw: () => {
          offered -= 1;
        },
      };
    },

    want(now) {
      const { appId, queue, concurrency, visibilityTimeoutSecs, breaker } = lane.route;
      const kept = stock();
      const room = kept - lane.waiting.length;
      if (!lane.isServed || room < Math.min(kept / 2, CLAIM_MAX)) return null;
      const limit = breaker.allows(Math.min(CLAIM_MAX, concurrency - lane.inFlight + room), now);
      if (limit <= 0) return null;
      return { appId, queue, limit, leaseUntil: new Date(now.getTime() + visibilityTimeoutSecs * 1000), after: startingPoint(now) };
    },

    took(jobs, want, now, tookMs) {
      if (want.after === null) wholeLookAt = now.getTime() + Math.max(WHOLE_LOOK_MS, tookMs * WHOLE_LOOK_SHARE);
      const last = jobs.at(-1);
      if (last !== undefined) place = { runAt: last.runAt, id: last.id };
      largest = jobs.reduce((most, { payload }) => Math.max(most, payload.length), 1);
      const elapsedMs = now.getTime() - countedSince;
      perMs = elapsedMs > 0 ? ended / elapsedMs : perMs;
      [ended, countedSince] = [0, now.getTime()];
      // Fewer than asked for: nothing more is due, until somebody says so or it is time to look again.
      hasBacklog = jobs.length >= want.limit;
      lane.isDue ||= hasBacklog;
      lane.waiting.push(...jobs);
    },

    ended(tookMs) {
      ended += 1;
      meanMs = meanMs === null ? tookMs : meanMs + (tookMs - meanMs) * MEAN_SHARE;
    },
  };
  return lane;
}
