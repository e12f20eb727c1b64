import type { Clock } from '../kit/clock.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import { OWN_APP } from '../sdk/app-id.js';
import type { Views } from '../stores.js';
import { type Breaker, makeBreaker } from './breaker.js';
import { deliverByHttp } from './deliver.js';
import { type Lane, makeLane, type Route } from './lane.js';
import { type OwnQueue, ownRoute } from './own-queue.js';
import type { ClaimedJob, QueueWorker } from './push-queue-store.js';

type Queue = Pick<QueueWorker, 'appId' | 'queue'>;

/** The queues that have a worker. */
export interface Lanes {
  all(): Iterable<Lane>;
  of(queue: Queue): Lane | undefined;
  /** Learns which workers there are, unless it has done so a moment ago. */
  refresh(): Promise<void>;
  forgetRefresh(): void;
  markDue(queue: Queue): void;
  /** The messages by their lane, in their order. */
  sorted(jobs: readonly ClaimedJob[]): ReadonlyMap<Lane, readonly ClaimedJob[]>;
}

interface Deps {
  readonly views: Pick<Views, 'pushQueue'>;
  readonly clock: Clock;
  readonly outgoing: OutgoingHttp;
  readonly ownQueues: readonly OwnQueue[];
}

/** Workers that others have registered are known after this long. */
const REFRESH_MS = 2_000;

export function makeLanes({ views, clock, outgoing, ownQueues }: Deps): Lanes {
  const lanes = new Map<string, Lane>();
  const breakers = new Map<string, Breaker>();
  let refreshedAt = 0;
  for (const own of ownQueues) put(ownRoute(own));

  function put(route: Route): void {
    const known = lanes.get(keyOf(route)) ?? makeLane(route);
    known.route = route;
    known.isServed = true;
    known.longestLeaseSecs = Math.max(known.longestLeaseSecs, route.visibilityTimeoutSecs);
    lanes.set(keyOf(route), known);
  }

  function routeOf({ handlerUrl, ...settings }: QueueWorker): Route {
    const deliver = deliverByHttp({ outgoing, clock, url: handlerUrl, visibilityTimeoutSecs: settings.visibilityTimeoutSecs });
    return { ...settings, keepsDead: true, breaker: breakerOf(originOf(handlerUrl)), deliver };
  }

  function breakerOf(origin: string): Breaker {
    const known = breakers.get(origin) ?? makeBreaker();
    breakers.set(origin, known);
    return known;
  }

  return {
    all: () => lanes.values(),
    of: (queue) => lanes.get(keyOf(queue)),
    async refresh() {
      const now = clock.now().getTime();
      if (Math.abs(now - refreshedAt) < REFRESH_MS) return;
      const workers = await views.pushQueue.workers();
      for (const worker of workers) put(routeOf(worker));
      const served = new Set([...ownQueues.map(({ queue }) => ({ appId: OWN_APP, queue })), ...workers].map(keyOf));
      for (const [key, lane] of lanes) lane.isServed = served.has(key);
      refreshedAt = now;
    },
    forgetRefresh: () => {
      refreshedAt = 0;
    },
    markDue: (queue) => {
      const lane = lanes.get(keyOf(queue));
      if (lane !== undefined) lane.isDue = true;
    },
    sorted(jobs) {
      const byLane = new Map<Lane, ClaimedJob[]>();
      for (const job of jobs) {
        const lane = lanes.get(keyOf(job));
        if (lane === undefined) continue;
        const own = byLane.get(lane);
        if (own === undefined) byLane.set(lane, [job]);
        else own.push(job);
      }
      return byLane;
    },
  };
}

const keyOf = ({ appId, queue }: Queue) => `${appId}\n${queue}`;

/** Handlers that share it share their troubles. */
function originOf(url: string): string {
  return (/^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url).toLowerCase();
}
