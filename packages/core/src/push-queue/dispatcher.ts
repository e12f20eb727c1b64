import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { makeFaultLog } from '../kit/fault-log.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { Timers } from '../kit/timers.js';
import type { TransactAll, Views } from '../stores.js';
import { makeClaiming } from './claiming.js';
import { makeDeliveries } from './deliveries.js';
import type { DeliveryCounters } from './delivery-counters.js';
import { makeGivingWay } from './giving-way.js';
import type { Lane } from './lane.js';
import { makeLanes } from './lanes.js';
import type { OwnQueue } from './own-queue.js';
import type { NewJob } from './push-job.js';
import type { Handover, QueueBell, QueueNews } from './queue-bell.js';
import { makeReclaiming } from './reclaiming.js';
import { makeRighting } from './righting.js';
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

export function makeDispatcher(deps: DispatcherDeps): Dispatcher {
  const { timers, bell, logger, clock, ids } = deps;
  const faults = makeFaultLog(logger, clock, 'could not look at the queue');
  const lanes = makeLanes(deps);
  const reclaiming = makeReclaiming(deps);
  const righting = makeRighting({ ...deps, lanes });
  const settling = makeSettling(deps);
  const givingWay = makeGivingWay();
  const deliveries = makeDeliveries({ ...deps, givingWay, settling, onEnded: claimMore });
  const claiming = makeClaiming({ ...deps, lanes, onClaimed });
  /** Of what is handed to it as it is pushed, which happens once to a message. */
  let token = '';
  let isRunning = false;
  let looking: Promise<void> = Promise.resolve();
  let silence: () => void = () => undefined;
  let cancelLook: () => void = () => undefined;

  function claimMore(lane: Lane): void {
    if (lane.isDue && lane.want(clock.now()) !== null) claiming.claim();
  }

  function onClaimed(lane: Lane): void {
    givingWay.claimed(lane);
    if (isRunning) deliveries.begin(lane);
    else deliveries.giveBack(lane);
  }

  function onNews(news: QueueNews): void {
    if (news.kind === 'pushed') lanes.markDue(news);
    else lanes.forgetRefresh();
    claiming.claim();
  }

  function offer(job: NewJob): Handover | null {
    const lane = isRunning ? lanes.of(job) : undefined;
    const offered = lane?.offer(clock.now());
    if (lane === undefined || !offered) return null;
    return {
      lease: { token, until: offered.until },
      take(pushed) {
        offered.take(pushed);
        onClaimed(lane);
      },
      withdraw: offered.withdraw,
    };
  }

  async function look(): Promise<void> {
    try {
      await lanes.refresh();
      await reclaiming.run();
      faults.worked();
    } catch (error) {
      faults.failed(error);
    }
    if (!isRunning) return;
    righting.begin();
    for (const lane of lanes.all()) {
      lane.isDue = true;
      if (!lane.isServed) deliveries.giveBack(lane);
    }
    claiming.resume();
    claiming.claim();
    cancelLook = timers.after(LOOK_MS, lookNow);
  }

  function lookNow(): void {
    looking = look();
  }

  return {
    start() {
      isRunning = true;
      token = ids.uuid();
      silence = bell.listen({ heard: onNews, offer });
      lookNow();
    },

    async stop() {
      isRunning = false;
      silence();
      cancelLook();
      await Promise.all([looking, righting.ended(), claiming.stop()]);
      for (const lane of lanes.all()) deliveries.giveBack(lane);
      await deliveries.finish();
      await settling.finish();
    },
  };
}
