import { randomUUID } from 'node:crypto';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { hostScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeBreaker } from '@comptoir/core/push-queue/breaker.js';
import { timeoutMs } from '@comptoir/core/push-queue/deliver.js';
import { makeLane, type Route } from '@comptoir/core/push-queue/lane.js';
import { makeLanes } from '@comptoir/core/push-queue/lanes.js';
import type { ClaimedJob, PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { makeReclaiming } from '@comptoir/core/push-queue/reclaiming.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aJob, aWant, aWorker, secondsAfter } from '../../suites/queue-builders.js';
import { aQueueBench, someHandlers } from './queue-bench.js';

const A_DAY_BEFORE = secondsAfter(NOON, -86_400);

/** Claimed at noon. */
function aClaimedJob(): ClaimedJob {
  return { ...aJob(), attempts: 0, lease: { token: randomUUID(), until: secondsAfter(NOON, 30) } };
}

function aRoute(): Route {
  const { handlerUrl: _, ...settings } = aWorker();
  return { ...settings, keepsDead: true, breaker: makeBreaker(), deliver: async () => ({ kind: 'done' }) };
}

describe('a dispatcher whose clock is set back', () => {
  it('hears of workers that other processes register', async () => {
    const clock = fixedClock(NOON);
    const { views } = makeMemoryPersistence();
    const workers = [aWorker()];
    const pushQueue = { ...views.pushQueue, workers: async () => [...workers] };
    const lanes = makeLanes({ views: { pushQueue }, clock, outgoing: someHandlers(), ownQueues: [] });
    await lanes.refresh();
    workers.push(aWorker({ queue: 'reports' }));
    clock.set(A_DAY_BEFORE);
    await lanes.refresh();
    expect([...lanes.all()].map(({ queue }) => queue)).to.deep.equal(['mails', 'reports']);
  });

  it('looks at all leases again', async () => {
    const clock = fixedClock(NOON);
    const memory = makeMemoryPersistence();
    const looks: (Date | null)[] = [];
    const reclaim: PushQueueStore['reclaim'] = async (since) => {
      looks.push(since);
      return 0;
    };
    const reclaiming = makeReclaiming({
      clock,
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => work({ ...stores, pushQueue: { ...stores.pushQueue, reclaim } }, views)),
    });
    await reclaiming.run();
    clock.set(A_DAY_BEFORE);
    await reclaiming.run();
    clock.advance(500);
    await reclaiming.run();
    expect(looks).to.deep.equal([null, null, secondsAfter(A_DAY_BEFORE, -10)]);
  });

  it('looks at all of a queue again', () => {
    const lane = makeLane(aRoute());
    const want = (now: Date) => lane.want(now) ?? expect.fail('it wants nothing');
    lane.took([aClaimedJob()], want(NOON), NOON, 1);
    lane.waiting.splice(0);
    expect(want(NOON).after, 'a moment later').to.not.equal(null);
    expect(want(A_DAY_BEFORE).after).to.equal(null);
  });

  it('gives a handler no more time than it ever has', () => {
    expect(timeoutMs(aClaimedJob(), 30, A_DAY_BEFORE)).to.equal(28_000);
  });

  it('delivers what waits because of it, and what it had under way last when that has had its time', async () => {
    const bench = aQueueBench();
    await bench.register();
    const [left] = await bench.push({});
    await bench.persistence.transact(hostScope('tests'), ({ pushQueue }) => pushQueue.claim([aWant()], randomUUID(), NOON));
    const [waiting] = await bench.push({});
    bench.clock.set(A_DAY_BEFORE);
    const dispatcher = bench.services.dispatcher;
    dispatcher.start();
    await bench.timers.advance(1000);
    expect(bench.handlers.received.map(({ id }) => id)).to.deep.equal([waiting]);
    await bench.timers.advance(28_000);
    expect(bench.handlers.received).to.have.length(1);
    await bench.timers.advance(12_000);
    expect(bench.handlers.received.map(({ id, attempts }) => ({ id, attempts }))).to.deep.equal([
      { id: waiting, attempts: 1 },
      { id: left, attempts: 2 },
    ]);
    await dispatcher.stop();
  });

  it('gives back what it has not begun as due since it was', async () => {
    const bench = aQueueBench();
    await bench.register({ concurrency: 1 });
    bench.handlers.answer(() => new Promise(() => undefined));
    await bench.push({}, {}, {});
    const dispatcher = bench.services.dispatcher;
    dispatcher.start();
    await bench.timers.advance(5_000);
    const stopped = dispatcher.stop();
    await bench.timers.advance(8_000);
    await stopped;
    bench.clock.set(NOON);
    expect(await bench.persistence.views.pushQueue.depths('demo', NOON)).to.containSubset([{ ready: 2, delayed: 1 }]);
  });
});
